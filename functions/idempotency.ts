import { createHash } from 'node:crypto';
import type { OperationSpec } from '../shared/api/operation.ts';
import { invalidInput, Refusal } from '../shared/refusals.ts';
import type { Instant } from '../shared/time.ts';
import {
  type KeyedCall,
  KeyTaken,
  type Request,
  releaseKey,
  requestOf,
} from './storage/idempotency.ts';
import type { TableReader, TableWriter } from './storage/table.ts';

/*
 * Idempotency keys. The same key with the same input answers the same thing for 30 days, and makes one thing. A handler
 * claims the key as a step of the transaction that makes it (claimKey in storage/requests.ts), so that there is never the
 * one without the other, wherever the process dies.
 */

/** Whoever has no account shares one space of keys, in which random ones do not meet. */
const NOBODY = 'anyone';

/** Fields that no fast hash is kept of: it would be a way to guess them. */
const SECRET = ['password'];

/**
 * The call with its key; undefined where none was sent or the operation takes none. Refuses a malformed key with
 * INVALID_INPUT.
 */
export function keyedCall(
  { name, aliasOf = name, idempotent }: OperationSpec,
  input: Readonly<Record<string, unknown>>,
  { callerId = NOBODY, key }: { readonly callerId?: string | undefined; key: string | undefined },
): KeyedCall | undefined {
  if (idempotent !== 'byKey' || key === undefined || key === '') return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw badKey('The Idempotency-Key must be at most 200 letters, digits and signs.');
  return { callerId, key, fingerprint: fingerprintOf({ ...input, operation: aliasOf }) };
}

const badKey = (sentence: string) => invalidInput({ 'Idempotency-Key': sentence });

/** A hash of an input that does not depend on the order of its fields. */
export function fingerprintOf(input: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(input)
    .filter(([name]) => !SECRET.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

/** What the same call made before. Refuses with INVALID_INPUT a key that was used for something else. */
export async function earlierRequest(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  call: KeyedCall | undefined,
): Promise<Request | undefined> {
  const kept = call && (await requestOf(table, call.callerId, call.key, now));
  if (kept && kept.fingerprint !== call.fingerprint)
    throw badKey('This Idempotency-Key was used for another message.');
  return kept;
}

/**
 * Makes something once for a key. `make` claims the key in its transaction and answers SAME_KEY where it is taken; `again`
 * answers what is there from the first time, undefined where that came to nothing: then it is made anew.
 *
 * The key is looked up only when `make` does not succeed, so the usual call pays no read for it. A refusal counts as well:
 * what stands in the way of a repeated call may be what its first time did, as an answered message takes no second answer.
 */
export async function onceForKey<Result>(
  desk: { readonly table: TableWriter; readonly now: Instant },
  call: KeyedCall | undefined,
  make: () => Promise<Result | 'SAME_KEY'>,
  again: (made: string) => Result | undefined | Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const outcome = await outcomeOf(make);
    if (!('refusal' in outcome)) return outcome.made;
    const kept = await earlierRequest(desk, call);
    const before = kept && (await again(kept.made));
    if (before !== undefined) return before;
    if (kept && call) await desk.table.write(releaseKey(call.callerId, call.key));
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
