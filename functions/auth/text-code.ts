import { readersDates } from '#shared/messages/dates.ts';
import { CONFIRMED_TEXT_CENTS, NEW_NUMBER_TEXT_CENTS } from '#shared/metrics.ts';
import { Refusal } from '#shared/refusals.ts';
import { codeMessage, waitingResetMessage } from '#shared/rules/auth/text-messages.ts';
import type { Settings } from '#shared/settings.ts';
import { DAY, type Instant, SECOND } from '#shared/time.ts';
import { ANSWER_TIME } from '../answer-time.ts';
import type { Sms } from '../gateways/sms.ts';
import type { Logger } from '../log.ts';
import { report } from '../metrics.ts';
import {
  type CodePurpose,
  type CodeSpec,
  disableCode,
  type NewCode,
  newCode,
  storeCode,
  withdrawCode,
} from '../storage/auth/verification-codes.ts';
import { countCall } from '../storage/limits.ts';
import type { TableWriter } from '../storage/table.ts';
import { centsOfCode, countNewNumber, type DailyLimits } from './new-number-limits.ts';

/* Codes by text message, sent the same way for every purpose: at least a minute apart, and within daily limits. */

/**
 * Enough for a person who mistypes the number or waits in vain. More requests cost us money, or disturb the owner of the
 * number.
 */
export const CODES_PER_NUMBER_AND_DAY = 12;
/** A whole office or a mobile carrier may share one address. */
export const CODES_PER_ADDRESS_AND_DAY = 100;

/** The message of the refusal when the previous code is less than a minute old. */
export const TOO_SOON = 'A code was sent a moment ago. Please wait a minute before the next one.';

/** Makes a code and stores it in place of the previous one. Refuses with TOO_MANY_REQUESTS if that is less than a minute old. */
export async function storedCode(
  table: TableWriter,
  spec: CodeSpec,
  now: Instant,
): Promise<NewCode> {
  const code = await newCode(spec, now);
  const stored = await storeCode(table, code, now);
  if (stored !== 'done')
    throw new Refusal('TOO_MANY_REQUESTS', { message: TOO_SOON, retryAfter: stored.wait });
  return code;
}

type TextingContext = {
  readonly table: TableWriter;
  readonly sms: Sms;
  readonly settings: Settings;
  readonly log: Logger;
  readonly address: string;
  readonly proofOfWork?: string | undefined;
  readonly now: Instant;
};

/** Runs a function that may or may not send a text message, and takes at least as long as sending one. */
export async function withTextingTime(run: () => Promise<void>): Promise<void> {
  const slowest = new Promise((resolve) => setTimeout(resolve, ANSWER_TIME));
  try {
    await run();
  } finally {
    await slowest;
  }
}

type Delivery = {
  /** In E.164, or a placeholder to count by when there is no number. */
  readonly phoneNumber: string;
  readonly deliver: boolean;
  /**
   * Whether an account has confirmed the number. All others are new numbers, which have further limits
   * (new-number-limits.ts).
   */
  readonly confirmed: boolean;
  /**
   * Hides whether an account has the number: the call succeeds even if the number is over its daily limit or the SMS
   * provider fails. Only numbers of accounts can fail in this way, so a refusal would reveal them. Failures of the provider
   * ring an alarm, and the person can request another code after a minute.
   */
  readonly discreet?: true;
  /**
   * Finds the known device of the call. It has a daily limit of its own when other callers have used up that of the number or of the
   * IP address.
   */
  readonly findDevice?: () => Promise<string | undefined>;
  /** From when on the code can be used, if not now: it is void then, and the message says when to ask for another one. */
  readonly notBefore?: Instant | undefined;
  /** The time zone of the account. */
  readonly timeZone?: string | undefined;
};

/**
 * Makes a code, stores it in place of the previous one and texts it. `deliver: false` does the same without the text
 * message, so that a number without an account cannot be told from others. Refuses with TOO_MANY_REQUESTS. If the message
 * cannot be handed over, it refuses with UNAVAILABLE unless `discreet`, and the next code can be requested at once.
 */
export async function textCode(
  context: TextingContext,
  order: Delivery & {
    readonly purpose: CodePurpose;
    readonly subject: string;
    readonly userId?: string;
  },
): Promise<void> {
  const isForKnownDevice = order.userId !== undefined && (await order.findDevice?.()) !== undefined;
  const spec = { ...order, sentTo: order.phoneNumber, isForKnownDevice };
  const code = await storedCode(context.table, spec, context.now);
  try {
    await sendCode(context, code, order);
  } catch (fault) {
    await withdrawCode(context.table, code);
    throw fault;
  }
}

/** Texts a stored code. If it refuses, the caller has to undo its own writes. */
export async function sendCode(
  context: TextingContext,
  code: NewCode,
  { phoneNumber, deliver, confirmed, discreet, findDevice, notBefore, timeZone }: Delivery,
): Promise<void> {
  const { table, sms, settings, log, now } = context;
  const daily = {
    perNumber: CODES_PER_NUMBER_AND_DAY,
    perAddress: CODES_PER_ADDRESS_AND_DAY * (settings.peoplePerAddress ?? 1),
  };
  if (confirmed) {
    const mayBeSent = await countConfirmedNumber(context, {
      phoneNumber,
      discreet,
      findDevice,
      daily,
    });
    // A code that is not sent must not be accepted: each call stores a new code with five tries, so the number of guesses
    // would have no limit.
    if (!mayBeSent) return disableCode(table, code);
  } else await countNewNumber(context, phoneNumber, daily);
  if (notBefore !== undefined) await disableCode(table, code);
  if (!deliver) return;
  const text =
    notBefore === undefined
      ? codeMessage(code.digits, settings.origin)
      : waitingResetMessage(notBefore, readersDates(timeZone, now));
  try {
    await sms.send(phoneNumber, text);
  } catch (fault) {
    log.error('a text message with a code could not be handed over', fault as Error);
    if (discreet) return;
    throw new Refusal('UNAVAILABLE', {
      message: 'We couldn’t send the text message. Please try again.',
    });
  }
  const cents = centsOfCode(phoneNumber, settings);
  if (cents > 0) report({ [confirmed ? CONFIRMED_TEXT_CENTS : NEW_NUMBER_TEXT_CENTS]: cents });
}

/**
 * Counts a code to a confirmed number. Returns true if it may be sent. Otherwise throws TOO_MANY_REQUESTS, or returns false if
 * `discreet`.
 */
async function countConfirmedNumber(
  { table, address, now }: TextingContext,
  {
    phoneNumber,
    discreet,
    findDevice,
    daily,
  }: Pick<Delivery, 'phoneNumber' | 'discreet' | 'findDevice'> & { readonly daily: DailyLimits },
): Promise<boolean> {
  const day = { within: DAY / SECOND, now };
  const [ofNumber = 0, ofAddress = 0] = await Promise.all([
    countCall(table, { ...day, what: `code:${phoneNumber}`, max: daily.perNumber }),
    countCall(table, { ...day, what: `code:${address}`, max: daily.perAddress }),
  ]);
  if (ofNumber === 0 && ofAddress === 0) return true;
  const device = await findDevice?.();
  if (!device && ofAddress > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: ofAddress });
  const ofDevice = { ...day, what: `code:device:${device}`, max: daily.perNumber };
  const wait = device ? await countCall(table, ofDevice) : ofNumber;
  if (wait === undefined) return true;
  if (discreet) return false;
  throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: wait });
}
