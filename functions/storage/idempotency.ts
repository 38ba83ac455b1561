import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { requestKey } from './keys.ts';
import { put, remove, type Step, type TableReader } from './table.ts';

/**
 * How long a repeated request is known again: a browser keeps what it is not sure to have sent until somebody opens it,
 * which may be after the holidays.
 */
const KEPT = 30 * DAY;

/** A call that came with an Idempotency-Key; functions/idempotency.ts makes it. */
export type KeyedCall = {
  /** Whose key it is: a key means nothing to anybody else. */
  readonly callerId: string;
  readonly key: string;
  /** The same for the same operation with the same input. */
  readonly fingerprint: string;
};

/** What a key was used for: the call it came with, and what that made. */
export type Request = {
  readonly fingerprint: string;
  /** Names what was made, for the operation that reads it again: an id, a moment, a small answer as JSON. */
  readonly made: string;
  readonly expiresAt: number;
};

/** What this caller used the key for; undefined where it was not used, or is forgotten. */
export async function requestOf(
  table: TableReader,
  callerId: string,
  key: string,
  now: Instant,
): Promise<Request | undefined> {
  const found = await table.get<Request>(requestKey(callerId, key));
  return found && found.expiresAt > toSeconds(now) ? found : undefined;
}

/** Claims the key of a call for what the call makes; undefined for a call without one. Ends with SAME_KEY when the key is taken. */
export function claimKey(
  call: KeyedCall | undefined,
  made: string,
  now: Instant,
): Step<'SAME_KEY'> | undefined {
  if (!call) return undefined;
  const { callerId, key, fingerprint } = call;
  const expiresAt = toSeconds(later(now, KEPT));
  return put(
    { ...requestKey(callerId, key), fingerprint, made, expiresAt },
    {
      when: 'attribute_not_exists(#pk) OR #expiresAt <= :now',
      values: { now: toSeconds(now) },
      otherwise: 'SAME_KEY',
    },
  );
}

/** Frees a key: what it was used for came to nothing. */
export function forgetRequest(callerId: string, key: string): Step<never> {
  return remove(requestKey(callerId, key));
}

/** Thrown where a step in the middle of a longer change finds that its key is taken. */
export class KeyTaken extends Error {}
