import { WRONG_CODES } from '../../shared/metrics.ts';
import { REFUSALS, Refusal } from '../../shared/refusals.ts';
import { report } from '../metrics.ts';
import type { RightCode, Tried } from '../storage/auth/verification-codes.ts';

const USED_UP = 'Too many wrong tries. Please ask for a new code.';
const EXPIRED = 'This code has expired. Please ask for a new one.';

/** The code that was right; refuses any other, in the words of its screen or, after too many tries or too long a time, in its own. */
export function rightCode(tried: Tried, wrong: string, field?: string): RightCode {
  if (typeof tried !== 'string') return tried;
  // The limits of one number do not notice a few guesses at each of many numbers; an alarm on this metric does.
  if (tried !== 'EXPIRED') report({ [WRONG_CODES]: 1 });
  throw wrongCode({ WRONG: wrong, USED_UP, EXPIRED }[tried], field);
}

/** `field`: where a form shows it that has more fields than the code. */
export const wrongCode = (message: string, field?: string) =>
  new Refusal('UNAUTHENTICATED', { message, ...(field && { fields: { [field]: message } }) });

/** The number is another account's; told at its field as well, where the form shows it. */
export const phoneTaken = () =>
  new Refusal('PHONE_TAKEN', { fields: { phoneNumber: REFUSALS.PHONE_TAKEN.sentence } });

const NUMBER_LOST =
  'Another account has confirmed this phone number in the meantime. Please correct the number, or sign in to that account.';

/** The refusal of an unconfirmed registration whose phone number another account has confirmed first. */
export const numberLost = () => new Refusal('PHONE_TAKEN', { message: NUMBER_LOST });

/** Said to the one of two changes at once that came second. */
export const CHANGED_MEANWHILE =
  'Your password or phone number was changed a moment ago. Please try again.';
