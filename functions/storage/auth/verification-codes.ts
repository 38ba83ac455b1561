import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CODE_LENGTH } from '#shared/rules/accounts/accounts.ts';
import { DAY, type Instant, later, MINUTE, SECOND, toSeconds } from '#shared/time.ts';
import { above, atMost, below, missingOr } from '../conditions.ts';
import { codeKey, type Key, keyOf } from '../keys.ts';
import { put, remove, type Step, type TableWriter, update } from '../table.ts';
import { knownDevice } from './known-devices.ts';

/*
 * Codes sent by text message or email: six digits, valid for ten minutes and five tries, used once. There is one for each purpose and
 * subject; a new one replaces it, at the earliest after a minute. The known devices of the person share five further tries,
 * so that strangers cannot use up the code by guessing. A code that a known device requested is stored beside it: strangers neither
 * replace it nor delay it by requesting one, and it is accepted from known devices only.
 */

export const CODE_TIME = 10 * MINUTE;
export const CODE_TRIES = 5;
/** How long an expired code is stored, so that a person who enters it late gets the error that it has expired. */
export const EXPIRED_CODE_TIME = DAY;
export const RESEND_WAIT = 60 * SECOND;

/**
 * VERIFY: a registration's phone, by user id. LOGIN: a sign-in, by phone number. RESET: a new password, by username.
 * PHONE: the new number of a phone change, by user id. OLD_PHONE: the old number of a phone change, by user id.
 * EMAIL: an email address to confirm, by user id. RECOVERY: a lost phone, by username. RECOVERY_PHONE: the number that takes its
 * place, by user id.
 */
export type CodePurpose =
  | 'VERIFY'
  | 'LOGIN'
  | 'RESET'
  | 'PHONE'
  | 'OLD_PHONE'
  | 'EMAIL'
  | 'RECOVERY'
  | 'RECOVERY_PHONE';

/** A code as it is stored. */
export type CodeItem = Key & {
  readonly salt: string;
  readonly hash: string;
  readonly sentAt: Instant;
  readonly goodUntil: Instant;
  readonly tries: number;
  /** The tries by known devices, counted once `tries` is used up. */
  readonly knownTries?: number;
  /** The account of a LOGIN, RESET or RECOVERY code; absent if there is no account with the number or username. */
  readonly userId?: string;
  /** The number in E.164, or the email address, that the code was sent to. The code proves only this one. */
  readonly sentTo?: string;
  /** The code never matches, because it was not sent: a person who enters it is guessing. */
  readonly isVoid?: boolean;
  readonly expiresAt: number;
};

/** A code that is not stored yet. Its digits are only for the message. */
export type NewCode = { readonly digits: string; readonly item: CodeItem };

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/*
 * A slow hash: a fast one would let a reader of the table try a million codes in a moment. This one takes 40 ms a try, so
 * that takes hours, and a code is valid for ten minutes. A keyed hash would do the same, but every function that sends a
 * code would have to read the secret `hashKey`.
 */
const hashOf = async (digits: string, salt: string) =>
  (await derive(digits, salt, 16, { N: 2 ** 14 })).toString('base64url');

/** A code to make. `subject`: the id or name that it is stored under. `sentTo`: the phone number or email address that gets it. */
export type CodeSpec = Pick<CodeItem, 'userId'> & {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly sentTo: string;
  /** Whether a known device of the account requested it. */
  readonly isForKnownDevice?: boolean;
};

/** The subject under which the code that a known device requested is stored. */
const ofKnownDevices = (subject: string): string => `${subject}#KNOWN_DEVICE`;

/** Makes a code without storing it. */
export async function newCode(
  { purpose, subject, userId, sentTo, isForKnownDevice }: CodeSpec,
  now: Instant,
): Promise<NewCode> {
  const digits = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const salt = randomBytes(12).toString('base64url');
  const goodUntil = later(now, CODE_TIME);
  return {
    digits,
    item: {
      ...codeKey(purpose, isForKnownDevice ? ofKnownDevices(subject) : subject),
      salt,
      hash: await hashOf(digits, salt),
      sentAt: now,
      goodUntil,
      tries: 0,
      userId,
      sentTo,
      expiresAt: toSeconds(later(goodUntil, EXPIRED_CODE_TIME)),
    },
  };
}

/** The step that stores the first code of a subject, which has no previous code to wait for. */
export const firstCode = ({ item }: NewCode): Step<never> => put(item);

/** Stores a code in place of the previous one. Returns the seconds to wait if that was sent less than a minute ago. */
export async function storeCode(
  table: TableWriter,
  { item }: NewCode,
  now: Instant,
): Promise<'done' | { readonly wait: number }> {
  const outcome = await table.write(
    put(item, {
      when: { sentAt: missingOr(atMost(later(now, -RESEND_WAIT))) },
      otherwise: 'TOO_SOON',
    }),
  );
  if (outcome === 'done') return outcome;
  const live = await table.get<CodeItem>(keyOf(item));
  const ready = (live?.sentAt ?? now) + RESEND_WAIT;
  return { wait: Math.max(1, Math.ceil((ready - now) / SECOND)) };
}

/** Deletes a code that was never handed over, so that the next one need not wait. */
export async function withdrawCode(table: TableWriter, { item }: NewCode): Promise<void> {
  await table.write(removeCode(item, 'REPLACED'));
}

/**
 * Marks a stored code so that no digits match it. It keeps its wait and its tries, so that responses do not differ from
 * those for other codes.
 */
export async function disableCode(table: TableWriter, { item }: NewCode): Promise<void> {
  const { hash } = item;
  await table.write(
    update(keyOf(item), { set: { isVoid: true } }, { when: { hash }, otherwise: 'REPLACED' }),
  );
}

/**
 * A code that was entered correctly. It is spent by the step `spend`; until then it is valid, and its try counts unless
 * `giveBack` is written.
 */
export type RightCode = {
  readonly userId?: string;
  readonly sentTo?: string;
  readonly spend: Step<'SPENT'>;
  readonly giveBack: Step<'SPENT'>;
};
/** The outcome of a try. */
export type CodeOutcome = RightCode | 'WRONG' | 'USED_UP' | 'EXPIRED';
type CodeTry = {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly digits: string;
  readonly deviceTokens?: readonly string[];
};

/**
 * Checks the digits of a code and counts the try. The try is counted before the digits are compared, so that simultaneous
 * tries cannot exceed the limit. `USED_UP` after too many tries and `EXPIRED` after its time, whatever the digits. A code
 * that nobody was sent is stored and expires like any other, so that neither outcome reveals whether an account exists.
 */
export async function tryCode(
  table: TableWriter,
  attempt: CodeTry,
  now: Instant,
): Promise<CodeOutcome> {
  const { subject, deviceTokens = [] } = attempt;
  if (deviceTokens.length === 0) return tryStoredCode(table, attempt, now);
  const own = { ...attempt, subject: ofKnownDevices(subject) };
  const item = await table.get<CodeItem>(codeKey(own.purpose, own.subject));
  if (!item || !(await knownDevice(table, item.userId, deviceTokens, now)))
    return tryStoredCode(table, attempt, now);
  const tried = await tryStoredCode(table, own, now);
  if (typeof tried !== 'string') return tried;
  // The person may have typed the code that another device of theirs requested.
  const shared = await tryStoredCode(table, attempt, now);
  return typeof shared === 'string' ? tried : shared;
}

async function tryStoredCode(
  table: TableWriter,
  { purpose, subject, digits, deviceTokens = [] }: CodeTry,
  now: Instant,
): Promise<CodeOutcome> {
  const found = await table.change<CodeItem, 'NO_CODE'>(
    update(
      codeKey(purpose, subject),
      { add: { tries: 1 } },
      { when: { goodUntil: above(now) }, otherwise: 'NO_CODE' },
    ),
  );
  if (found === 'NO_CODE')
    return (await isExpiredCodeStored(table, { purpose, subject }, now)) ? 'EXPIRED' : 'WRONG';
  const isOverLimit = found.tries > CODE_TRIES;
  if (isOverLimit && !(await countKnownDeviceTry(table, found, deviceTokens, now)))
    return 'USED_UP';
  const hash = await hashOf(digits, found.salt);
  const isRight = timingSafeEqual(Buffer.from(hash), Buffer.from(found.hash)) && !found.isVoid;
  if (!isRight) return 'WRONG';
  const { userId, sentTo } = found;
  return {
    userId,
    sentTo,
    spend: removeCode(found, 'SPENT'),
    giveBack: giveBack(found, isOverLimit),
  };
}

/** Counts a try by a known device after the shared tries are used up. Returns whether it is within the limit. */
async function countKnownDeviceTry(
  table: TableWriter,
  item: CodeItem,
  deviceTokens: readonly string[],
  now: Instant,
): Promise<boolean> {
  const { hash, userId } = item;
  if (!(await knownDevice(table, userId, deviceTokens, now))) return false;
  const outcome = await table.write(
    update(
      keyOf(item),
      { add: { knownTries: 1 } },
      { when: { hash, knownTries: missingOr(below(CODE_TRIES)) }, otherwise: 'USED_UP' },
    ),
  );
  return outcome === 'done';
}

/** Whether an expired code is still stored; a spent one is not. */
async function isExpiredCodeStored(
  table: TableWriter,
  { purpose, subject }: Omit<CodeTry, 'digits'>,
  now: Instant,
): Promise<boolean> {
  const item = await table.get<CodeItem>(codeKey(purpose, subject));
  return item !== undefined && item.expiresAt > toSeconds(now);
}

/**
 * Checks a code without spending it, because a later step spends it. A right try is not counted: it may be the fifth, and
 * the code has to be accepted once more.
 */
export async function peekCode(
  table: TableWriter,
  attempt: CodeTry,
  now: Instant,
): Promise<CodeOutcome> {
  const tried = await tryCode(table, attempt, now);
  if (typeof tried !== 'string') await table.write(tried.giveBack);
  return tried;
}

const giveBack = (item: CodeItem, byKnownDevice: boolean) =>
  update(
    keyOf(item),
    { add: byKnownDevice ? { knownTries: -1 } : { tries: -1 } },
    { when: { hash: item.hash }, otherwise: 'SPENT' },
  );

/** The step that removes this code, but not one that has replaced it. It fails with `otherwise` if the code is gone. */
function removeCode<Outcome extends string>(item: CodeItem, otherwise: Outcome) {
  return remove(keyOf(item), { when: { hash: item.hash }, otherwise });
}
