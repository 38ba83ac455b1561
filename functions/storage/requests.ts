import { createHash } from 'node:crypto';
import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { requestKey } from './keys.ts';
import { put, remove, type Step, type TableReader } from './table.ts';

/**
 * How long a repeated request is known again: a browser keeps what it is not sure to have sent until somebody opens it,
 * which may be after the holidays.
 */
const KEPT = 30 * DAY;

/** A creating request that came with an idempotency key: what it asked for and what it made. */
export type Request = {
  readonly fingerprint: string;
  /** The id of the conversation or the group, or the moment of the chat message. */
  readonly made: string;
  readonly expiresAt: number;
};

/** The same for the same input, whatever the order of its fields. */
export function fingerprintOf(input: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

export async function requestOf(
  table: TableReader,
  userId: string,
  key: string,
  now: Instant,
): Promise<Request | undefined> {
  const found = await table.get<Request>(requestKey(userId, key));
  return found && found.expiresAt > toSeconds(now) ? found : undefined;
}

/** Claims an idempotency key for what is made; ends with SAME_KEY when another request has it. */
export function claimRequest(
  userId: string,
  key: string,
  { fingerprint, made }: Pick<Request, 'fingerprint' | 'made'>,
  now: Instant,
): Step<'SAME_KEY'> {
  const expiresAt = toSeconds(later(now, KEPT));
  return put(
    { ...requestKey(userId, key), fingerprint, made, expiresAt },
    {
      when: 'attribute_not_exists(#pk) OR #expiresAt <= :now',
      values: { now: toSeconds(now) },
      otherwise: 'SAME_KEY',
    },
  );
}

/** The key is free again: what it was used for came to nothing. */
export function forgetRequest(userId: string, key: string): Step<never> {
  return remove(requestKey(userId, key));
}
