import { WRONG_CODES } from '#shared/metrics.ts';
import { REFUSALS, Refusal } from '#shared/refusals.ts';
import { report } from '../metrics.ts';
import type { CodeOutcome, RightCode } from '../storage/auth/verification-codes.ts';

/** The message for a wrong code in forms of people who have an account. */
export const WRONG_CODE = 'That code is incorrect or has expired. Check it, or ask for a new one.';
const USED_UP = 'Too many incorrect codes. Ask for a new one.';
const EXPIRED = 'This code has expired. Please ask for a new one.';

/**
 * Returns the code if it was right, and refuses it otherwise: with `wrong`, the message of the screen, or with a message of
 * its own after too many tries or when the code has expired.
 */
export function rightCode(tried: CodeOutcome, wrong: string, field?: string): RightCode {
  if (typeof tried !== 'string') return tried;
  // A few guesses at each of many phone numbers stay below every limit per number; an alarm on this metric notices them.
  if (tried !== 'EXPIRED') report({ [WRONG_CODES]: 1 });
  throw wrongCode({ WRONG: wrong, USED_UP, EXPIRED }[tried], field);
}

/** `field`: the form field that shows the refusal, in forms with more fields than the code. */
export const wrongCode = (message: string, field?: string) =>
  new Refusal('UNAUTHENTICATED', { message, ...(field && { fields: { [field]: message } }) });

/** The refusal of a phone number that another account has, also as an error of its form field. */
export const phoneTaken = () =>
  new Refusal('PHONE_TAKEN', { fields: { phoneNumber: REFUSALS.PHONE_TAKEN.sentence } });

const NUMBER_LOST =
  'Another account has confirmed this phone number in the meantime. Please correct the number, or sign in to that account.';

/** The refusal of an unconfirmed registration whose phone number another account has confirmed first. */
export const numberLost = () => new Refusal('PHONE_TAKEN', { message: NUMBER_LOST });

const CHANGED_MEANWHILE =
  'Your password or phone number was changed a moment ago. Please try again.';

/** The refusal of a change of an account whose session has ended, or (CHANGED) of the second of two simultaneous changes. */
export function changeRefusal(outcome: 'SESSION_OVER' | 'CHANGED'): Refusal {
  if (outcome === 'SESSION_OVER') return new Refusal('UNAUTHENTICATED');
  return new Refusal('WRONG_STATUS', { message: CHANGED_MEANWHILE });
}
