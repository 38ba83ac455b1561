import { createHash } from 'node:crypto';
import type { OperationSpec } from '#shared/api/operation.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import {
  type KeyedCall,
  KeyTaken,
  type Request,
  releaseKey,
  requestOf,
} from './storage/idempotency.ts';
import { type Key, requestKey } from './storage/keys.ts';
import type { TableReader, TableWriter } from './storage/table.ts';

/*
 * Idempotency keys. For 30 days, a call with the same key and the same input has the same result and creates nothing a
 * second time. A handler claims the key in the transaction that creates the result (claimKey in storage/idempotency.ts), so
 * that neither exists without the other after a crash.
 */

/** The caller id of all callers without an account. Their keys are random, so they do not collide. */
const ANONYMOUS = 'anyone';

/** Fields that are left out of the fingerprint: a fast hash of a password would help guessing it. */
const EXCLUDED_FIELDS = ['password'];

/**
 * The call with its key; undefined if no key was sent or the operation takes none. Refuses a malformed key with INVALID_INPUT.
 */
export function keyedCall(
  { name, aliasOf = name, idempotent }: OperationSpec,
  input: Readonly<Record<string, unknown>>,
  {
    callerId = ANONYMOUS,
    key,
  }: { readonly callerId?: string | undefined; key: string | undefined },
): KeyedCall | undefined {
  if (idempotent !== 'byKey' || key === undefined || key === '') return undefined;
  if (!WELL_FORMED.test(key))
    throw badKey('The Idempotency-Key must be at most 200 letters, digits and signs.');
  return { callerId, key, fingerprint: fingerprintOf({ ...input, operation: aliasOf }) };
}

const WELL_FORMED = /^[\x21-\x7e]{1,200}$/;

/** The item of an Idempotency-Key, for an operation that looks it up before it begins; none for a key that will be refused. */
export const keyAhead = (callerId: string, key: string | undefined): readonly Key[] =>
  key !== undefined && WELL_FORMED.test(key) ? [requestKey(callerId, key)] : [];

const badKey = (sentence: string) => invalidInput({ 'Idempotency-Key': sentence });

/** Hashes an input independently of the order of its fields. */
export function fingerprintOf(input: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(input)
    .filter(([name]) => !EXCLUDED_FIELDS.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

/** Reads the earlier request with the same key. Refuses with INVALID_INPUT a key that was used for another input. */
export async function earlierRequest(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  call: KeyedCall | undefined,
): Promise<Request | undefined> {
  const earlier = call && (await requestOf(table, call.callerId, call.key, now));
  if (earlier && earlier.fingerprint !== call.fingerprint)
    throw badKey('This Idempotency-Key was used for another message.');
  return earlier;
}

/**
 * Runs `make` at most once successfully for a key. `make` claims the key in its transaction and returns SAME_KEY if it is
 * taken. `again` returns the result of the first call; if it returns undefined, `make` runs again.
 *
 * The key is read only if `make` does not succeed, so that the usual call costs no read. The key is read after a refusal
 * too, because the first call may be its cause: an answered message cannot be answered a second time.
 */
export async function onceForKey<Result>(
  context: { readonly table: TableWriter; readonly now: Instant },
  call: KeyedCall | undefined,
  make: () => Promise<Result | 'SAME_KEY'>,
  again: (made: string) => Result | undefined | Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const outcome = await outcomeOf(make);
    if (!('refusal' in outcome)) return outcome.made;
    const earlier = await earlierRequest(context, call);
    const before = earlier && (await again(earlier.made));
    if (before !== undefined) return before;
    if (earlier && call) await context.table.write(releaseKey(call.callerId, call.key));
    else if (outcome.refusal) throw outcome.refusal;
  }
  throw new Refusal('UNAVAILABLE');
}

type Outcome<Result> = { readonly made: Result } | { readonly refusal: Refusal | undefined };

async function outcomeOf<Result>(
  make: () => Promise<Result | 'SAME_KEY'>,
): Promise<Outcome<Result>> {
  try {
    const made = await make();
    return made === 'SAME_KEY' ? { refusal: undefined } : { made };
  } catch (fault) {
    if (fault instanceof KeyTaken) return { refusal: undefined };
    if (fault instanceof Refusal) return { refusal: fault };
    throw fault;
  }
}
