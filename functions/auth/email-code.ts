import { readersDates } from '#shared/messages/dates.ts';
import { Refusal } from '#shared/refusals.ts';
import { comparedAddress } from '#shared/rules/email/addresses.ts';
import { DAY, type Instant, SECOND } from '#shared/time.ts';
import type { EmailGateway } from '../gateways/email.ts';
import type { Logger } from '../log.ts';
import {
  codeEmail,
  recoveryEmail,
  waitingRecoveryEmail,
} from '../notifications/emails/account-emails.ts';
import type { EmailContent } from '../notifications/emails/content.ts';
import { renderEmail } from '../notifications/emails/render.ts';
import { disableCode, withdrawCode } from '../storage/auth/verification-codes.ts';
import { countCall } from '../storage/limits.ts';
import type { TableWriter } from '../storage/table.ts';
import { storedCode } from './text-code.ts';

/* Codes by email: at least a minute apart, and few a day to one address. */

/** Enough for a person who waits in vain. More would disturb whoever has the address. */
export const CODES_PER_EMAIL_AND_DAY = 8;
/**
 * What a known device of an account can request once strangers have used up the codes of the address. Few, because the address need
 * not be of the account: each account can send this many more to somebody else.
 */
export const OWN_CODES_PER_DAY = 3;

type CodeContext = {
  readonly table: TableWriter;
  readonly email: EmailGateway;
  readonly settings: { readonly origin: string };
  readonly log: Logger;
  readonly now: Instant;
};

/**
 * Makes a code, stores it in place of the previous one and sends it. Refuses with TOO_MANY_REQUESTS, and with UNAVAILABLE if it
 * cannot be handed over; then the next one can be requested at once.
 */
export async function sendCodeByEmail(
  context: CodeContext,
  { subject, to, device }: EmailCode,
): Promise<void> {
  const { table, now } = context;
  const code = await storedCode(table, { purpose: 'EMAIL', subject, sentTo: to }, now);
  try {
    await countCode(context, { subject, to, device });
    if (!(await handOver(context, to, codeEmail(code.digits))))
      throw new Refusal('UNAVAILABLE', {
        message: 'We couldn’t send the email. Please try again.',
      });
  } catch (fault) {
    await withdrawCode(table, code);
    throw fault;
  }
}

type EmailCode = {
  /** The id of the account. */
  readonly subject: string;
  readonly to: string;
  /** The known device of the call, if it is one. */
  readonly device: string | undefined;
};

/** Counts a code to an address; a known device has a few of its own when other accounts have used up those of the address. */
async function countCode(
  { table, now }: CodeContext,
  { subject, to, device }: EmailCode,
): Promise<void> {
  const day = { within: DAY / SECOND, now };
  const what = `code:${comparedAddress(to)}`;
  const wait = await countCall(table, { ...day, what, max: CODES_PER_EMAIL_AND_DAY });
  if (wait === undefined) return;
  const own = { ...day, what: `code:email:${subject}`, max: OWN_CODES_PER_DAY };
  const retryAfter = device === undefined ? wait : await countCall(table, own);
  if (retryAfter !== undefined) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter });
}

/** Hands an email with a code over to the email service. Returns whether that worked; a failure is logged. */
async function handOver(
  { email, settings, log }: CodeContext,
  to: string,
  content: EmailContent,
): Promise<boolean> {
  try {
    await email.send({ to, ...renderEmail(content, settings) });
    return true;
  } catch (fault) {
    log.error('an email with a code could not be handed over', fault as Error);
    return false;
  }
}

type RecoveryCode = {
  readonly subject: string;
  readonly to: string | undefined;
  /** From when on the account can be recovered, if not now. */
  readonly notBefore: Instant | undefined;
  readonly userId?: string;
  /** The time zone of the account. */
  readonly timeZone?: string | undefined;
  /** Whether a known device of the account requests it. */
  readonly isForKnownDevice: boolean;
};

/**
 * Sends the code for an account whose phone is lost. Without an address it stores a code that nobody gets, so that the account cannot
 * be told from others; then nothing is refused either. While the recovery has to wait, nobody gets the code either, and the email
 * says from when on there is one.
 */
export async function sendRecoveryCode(
  context: CodeContext,
  { subject, to, notBefore, userId, timeZone, isForKnownDevice }: RecoveryCode,
): Promise<void> {
  const { table, now } = context;
  const sentTo = to ?? `nobody:${subject}`;
  const owner = userId === undefined ? {} : { userId };
  const spec = { purpose: 'RECOVERY', subject, sentTo, isForKnownDevice, ...owner } as const;
  const code = await storedCode(table, spec, now);
  if (notBefore !== undefined) await disableCode(table, code);
  if (to === undefined) return;
  const content =
    notBefore === undefined
      ? recoveryEmail(code.digits)
      : waitingRecoveryEmail(notBefore, readersDates(timeZone, now));
  await handOver(context, to, content);
}
