import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CODE_LENGTH } from '../../../shared/rules/accounts/accounts.ts';
import { DAY, type Instant, later, MINUTE, SECOND, toSeconds } from '../../../shared/time.ts';
import { codeKey, type Key } from '../keys.ts';
import { put, remove, type Step, type TableWriter, update } from '../table.ts';
import { knownDevice } from './known-devices.ts';

/*
 * Codes sent by text message: six digits, valid for ten minutes and five tries, used once. There is one for each purpose and
 * subject; a new one replaces it, at the earliest after a minute. The known devices of the person share five further tries,
 * so that strangers cannot use up the code by guessing.
 */

export const CODE_TIME = 10 * MINUTE;
export const CODE_TRIES = 5;
/** How long a code is known to have expired: whoever enters it late is told so. */
export const EXPIRED_CODE_TIME = DAY;
export const RESEND_WAIT = 60 * SECOND;

/**
 * VERIFY: a registration's phone, by user id. LOGIN: a sign-in, by phone number. RESET: a new password, by username.
 * PHONE: the new number of a phone change, by user id. OLD_PHONE: the old number of a phone change, by user id.
 */
export type CodePurpose = 'VERIFY' | 'LOGIN' | 'RESET' | 'PHONE' | 'OLD_PHONE';

type CodeItem = Key & {
  readonly salt: string;
  readonly hash: string;
  readonly sentAt: Instant;
  readonly goodUntil: Instant;
  readonly tries: number;
  /** The tries by known devices, counted after `tries` is used up. */
  readonly knownTries?: number;
  /** Whose a LOGIN or RESET code is; absent where nobody has the number or the name. */
  readonly userId?: string;
  /** The number it was texted to, in E.164: a code proves that number and no other. */
  readonly sentTo?: string;
  /** Nobody was told it, so whoever enters it guesses. */
  readonly isVoid?: boolean;
  readonly expiresAt: number;
};

/** A code that is made but not stored yet; its digits are for the text message alone. */
export type NewCode = { readonly digits: string; readonly item: CodeItem };

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/*
 * A million codes are tried in a moment against any fast hash. This one takes some 40 ms, so that whoever can read
 * the table needs hours for what is good for ten minutes. A keyed hash would do the same, but every function that sends a
 * code would have to read the secret `hashKey`.
 */
const hashOf = async (digits: string, salt: string) =>
  (await derive(digits, salt, 16, { N: 2 ** 14 })).toString('base64url');

export async function newCode(
  code: {
    readonly purpose: CodePurpose;
    readonly subject: string;
    readonly userId?: string;
    readonly sentTo: string;
  },
  now: Instant,
): Promise<NewCode> {
  const { purpose, subject, userId, sentTo } = code;
  const digits = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const salt = randomBytes(12).toString('base64url');
  const goodUntil = later(now, CODE_TIME);
  return {
    digits,
    item: {
      ...codeKey(purpose, subject),
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

/** Stores the first code of a subject that is new itself. */
export const firstCode = ({ item }: NewCode): Step<never> => put(item);

/** Stores a code in the place of the one before. Answers the seconds to wait where that one was sent a moment ago. */
export async function storeCode(
  table: TableWriter,
  { item }: NewCode,
  now: Instant,
): Promise<'done' | { readonly wait: number }> {
  const outcome = await table.write(
    put(item, {
      when: 'attribute_not_exists(#pk) OR #sentAt <= :before',
      values: { before: later(now, -RESEND_WAIT) },
      otherwise: 'TOO_SOON',
    }),
  );
  if (outcome === 'done') return outcome;
  const live = await table.get<CodeItem>({ pk: item.pk, sk: item.sk });
  const ready = (live?.sentAt ?? now) + RESEND_WAIT;
  return { wait: Math.max(1, Math.ceil((ready - now) / SECOND)) };
}

/** Forgets a code that was never handed over, so that the next one need not wait. */
export async function withdrawCode(table: TableWriter, { item }: NewCode): Promise<void> {
  await table.write(removeCode(item, 'REPLACED'));
}

/** Makes a stored code right for nobody. It is waited for and tried like any other, so that its answers are the same. */
export async function voidCode(table: TableWriter, { item }: NewCode): Promise<void> {
  const { pk, sk, hash } = item;
  await table.write(
    update(
      { pk, sk },
      'SET #isVoid = :yes',
      { yes: true },
      { when: '#hash = :hash', values: { hash }, otherwise: 'REPLACED' },
    ),
  );
}

/** A code that was guessed right; it is not spent until its step is written, and its try counts unless given back. */
export type RightCode = {
  readonly userId?: string;
  readonly sentTo?: string;
  readonly spend: Step<'SPENT'>;
  readonly giveBack: Step<'SPENT'>;
};
/** The outcome of a try. */
export type Tried = RightCode | 'WRONG' | 'USED_UP' | 'EXPIRED';
type Try = {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly digits: string;
  readonly deviceTokens?: readonly string[];
};

/**
 * Tries a code. The try is counted before the digits are compared, so that tries at the same moment are as few as
 * tries one by one. `USED_UP` once there were too many, and `EXPIRED` once its time is over, whatever the digits. A code that
 * nobody was sent is stored and expires like any other, so that neither answer tells whether an account exists.
 */
export async function tryCode(
  table: TableWriter,
  { purpose, subject, digits, deviceTokens = [] }: Try,
  now: Instant,
): Promise<Tried> {
  const found = await table.change<CodeItem, 'NO_CODE'>(
    update(
      codeKey(purpose, subject),
      'ADD #tries :one',
      { one: 1 },
      { when: '#goodUntil > :now', values: { now }, otherwise: 'NO_CODE' },
    ),
  );
  if (found === 'NO_CODE')
    return (await isKept(table, { purpose, subject }, now)) ? 'EXPIRED' : 'WRONG';
  const isLate = found.tries > CODE_TRIES;
  if (isLate && !(await isSpared(table, found, deviceTokens, now))) return 'USED_UP';
  const hash = await hashOf(digits, found.salt);
  const isRight = timingSafeEqual(Buffer.from(hash), Buffer.from(found.hash)) && !found.isVoid;
  if (!isRight) return 'WRONG';
  const { userId, sentTo } = found;
  return { userId, sentTo, spend: removeCode(found, 'SPENT'), giveBack: giveBack(found, isLate) };
}

/** Counts a try by a known device after the shared tries are used up. Returns whether it is within the limit. */
async function isSpared(
  table: TableWriter,
  { pk, sk, hash, userId }: CodeItem,
  deviceTokens: readonly string[],
  now: Instant,
): Promise<boolean> {
  if (!(await knownDevice(table, userId, deviceTokens, now))) return false;
  const outcome = await table.write(
    update(
      { pk, sk },
      'ADD #knownTries :one',
      { one: 1 },
      {
        when: '#hash = :hash AND (attribute_not_exists(#knownTries) OR #knownTries < :max)',
        values: { hash, max: CODE_TRIES },
        otherwise: 'USED_UP',
      },
    ),
  );
  return outcome === 'done';
}

/** Whether a code that is good no more is still there; one that was used is not. */
async function isKept(
  table: TableWriter,
  { purpose, subject }: Omit<Try, 'digits'>,
  now: Instant,
): Promise<boolean> {
  const item = await table.get<CodeItem>(codeKey(purpose, subject));
  return item !== undefined && item.expiresAt > toSeconds(now);
}

/**
 * Tries a code that is spent in a later step. A right one gets its try back: it may be the fifth, and has to be
 * good once more.
 */
export async function checkCode(table: TableWriter, attempt: Try, now: Instant): Promise<Tried> {
  const tried = await tryCode(table, attempt, now);
  if (typeof tried !== 'string') await table.write(tried.giveBack);
  return tried;
}

const giveBack = ({ pk, sk, hash }: CodeItem, isOfKnown: boolean) =>
  update(
    { pk, sk },
    `ADD ${isOfKnown ? '#knownTries' : '#tries'} :back`,
    { back: -1 },
    { when: '#hash = :hash', values: { hash }, otherwise: 'SPENT' },
  );

/** Removes this very code: not the one that took its place, and not twice. */
function removeCode<Outcome extends string>({ pk, sk, hash }: CodeItem, otherwise: Outcome) {
  return remove({ pk, sk }, { when: '#hash = :hash', values: { hash }, otherwise });
}
