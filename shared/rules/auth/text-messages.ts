import { PRODUCT_NAME } from '../../brand.ts';
import { type DateWords, utcDates } from '../../messages/dates.ts';
import type { Instant } from '../../time.ts';
import { momentIn, type RecordedStep } from './takeover-ladder.ts';

/* The text messages to phones. */

/**
 * The text message that carries a code. Its last line lets a phone offer the code on this site alone
 * (https://wicg.github.io/sms-one-time-codes/), so it names the host and comes last.
 */
export function codeMessage(digits: string, origin: string): string {
  const { hostname } = new URL(origin);
  return `${digits} is your ${PRODUCT_NAME} code. It works for 10 minutes. Never share it.\n\n@${hostname} #${digits}`;
}

/** The text message instead of a code while the password cannot be reset yet, as short as one text message is. `from`: when it can be. */
export function waitingResetMessage(from: Instant, dates: DateWords = utcDates): string {
  return `${PRODUCT_NAME}: Your account has just changed, so you can reset its password starting ${momentIn(dates, from)}. Ask for a code then.`;
}

/** What happened in each step of the takeover ladder, in messages to the old channels of the account. */
export const STEP_SENTENCES: Readonly<Record<RecordedStep, string>> = {
  PASSWORD_RESET: 'The password of your account was reset with a code from your phone.',
  PASSWORD_CHANGE: 'The password of your account was changed.',
  PHONE_REQUEST: 'Someone asked to move your account to another phone number.',
  PHONE_CHANGE: 'Your account moved to another phone number, so its codes no longer come here.',
  RECOVERY: 'Your account moved to another phone number, so its codes no longer come here.',
  EMAIL_CHANGE: 'The email address of your account was changed or removed.',
  PASSKEY_ADDED: 'A passkey was added to your account. It can sign in.',
  PASSKEY_REMOVED: 'A passkey was removed from your account.',
  PAYOUT_SETUP: 'Someone opened the setup of your payouts, where earnings go.',
};

/** The text message that tells the old phone of a step. `link`: the page that stops it. `until`: until when that works. */
export function securityStepMessage(
  step: RecordedStep,
  link: string,
  until: Instant,
  dates: DateWords = utcDates,
): string {
  return `${PRODUCT_NAME}: ${STEP_SENTENCES[step]} If this was you, ignore this. If not, stop it by ${momentIn(dates, until)}: ${link}`;
}

/**
 * The text message that warns the old phone of a pending phone change. `at`: the moment from which it can be completed.
 */
export function phoneChangeAskedMessage(
  link: string,
  at: Instant,
  dates: DateWords = utcDates,
): string {
  return `${PRODUCT_NAME}: ${STEP_SENTENCES.PHONE_REQUEST} It can be moved starting ${momentIn(dates, at)}. If this was you, ignore this. If not, stop it: ${link}`;
}
