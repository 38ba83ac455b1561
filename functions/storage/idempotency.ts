import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { atMost, missingOr } from './conditions.ts';
import { requestKey } from './keys.ts';
import { put, remove, type Step, type TableReader } from './table.ts';

/** How long an idempotency key is stored: a browser may repeat an unconfirmed request when it is opened again weeks later. */
const RETENTION = 30 * DAY;

/** A call that came with an Idempotency-Key; functions/idempotency.ts makes it. */
export type KeyedCall = {
  /** The caller; keys of different callers are independent. */
  readonly callerId: string;
  readonly key: string;
  /** A hash of the operation and its input. */
  readonly fingerprint: string;
};

/** An idempotency key in use: the call's fingerprint, and its result. */
export type Request = {
  readonly fingerprint: string;
  /** The result, as the operation needs it to repeat its response: an id, a time, or a small response as JSON. */
  readonly made: string;
  readonly expiresAt: number;
};

/** The caller's earlier use of a key; undefined if it was not used or has expired. */
export async function requestOf(
  table: TableReader,
  callerId: string,
  key: string,
  now: Instant,
): Promise<Request | undefined> {
  const found = await table.get<Request>(requestKey(callerId, key));
  return found && found.expiresAt > toSeconds(now) ? found : undefined;
}

/** The step that stores the key of a call and its result; undefined for a call without a key. SAME_KEY: the key is taken. */
export function claimKey(
  call: KeyedCall | undefined,
  made: string,
  now: Instant,
): Step<'SAME_KEY'> | undefined {
  if (!call) return undefined;
  const { callerId, key, fingerprint } = call;
  const expiresAt = toSeconds(later(now, RETENTION));
  return put(
    { ...requestKey(callerId, key), fingerprint, made, expiresAt },
    {
      when: { expiresAt: missingOr(atMost(toSeconds(now))) },
      otherwise: 'SAME_KEY',
    },
  );
}

/** The step that deletes a key, because its request failed. */
export function releaseKey(callerId: string, key: string): Step<never> {
  return remove(requestKey(callerId, key));
}

/** Thrown by a conditional change whose idempotency key is taken. */
export class KeyTaken extends Error {}
