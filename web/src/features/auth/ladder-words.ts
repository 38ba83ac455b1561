import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { type LadderStep, stepsWaitingAfter } from '#shared/rules/auth/takeover-ladder.ts';
import { type Instant, later } from '#shared/time.ts';
import { deadlineWords } from '../../shell/dates.ts';

/* The sentences of screens about the takeover ladder, made from its rules. docs/product/auth.md#takeover-ladder */

/** Each step as a verb, for the list of those that wait. */
const STEPS: Readonly<Record<LadderStep, string>> = {
  PASSWORD_RESET: 'reset the password',
  PASSWORD_CHANGE: 'change the password',
  PHONE_CHANGE: 'change the phone number',
  RECOVERY: 'move the account by email',
  EMAIL_CHANGE: 'change the email address',
  PASSKEY_ADDED: 'add a passkey',
  PASSKEY_REMOVED: 'remove a passkey',
  PAYOUT_SETUP: 'set up payouts',
};

/** Says which steps wait after this one, who is told, and how it can be stopped: for the screen that makes it. */
export function afterStepWords(step: LadderStep): string {
  const waiting = stepsWaitingAfter(step).map((one) => STEPS[one]);
  const all = `${waiting.slice(0, -1).join(', ')} or ${waiting.at(-1)}`;
  return `For 72 hours after that, no one can ${all}. We tell the phone and the email address from before, with a link that stops it in that time.`;
}

/** Until when the steps wait, once one was made. */
export const waitEndWords = (now: Instant): string =>
  `Other changes of your account wait until ${deadlineWords(later(now, SECURITY_WAIT), now)}.`;
