import { createHash } from 'node:crypto';
import { type Instant, SECOND, toSeconds } from '../../shared/time.ts';
import { limitKey } from './keys.ts';
import { type TableWriter, update } from './table.ts';

/**
 * Counts one call against a limit of `max` calls in fixed windows of `within` seconds.
 * Answers undefined, or the seconds until the window ends when the limit was reached.
 * `what` may hold an address or a phone number, so the key keeps only its hash.
 */
export async function countCall(
  table: Pick<TableWriter, 'write'>,
  { what, max, within, now }: { what: string; max: number; within: number; now: Instant },
): Promise<number | undefined> {
  const window = Math.floor(now / (within * SECOND));
  const ends = (window + 1) * within;
  const hashed = createHash('sha256').update(what).digest('base64url').slice(0, 22);
  const outcome = await table.write(
    update(
      limitKey(hashed, window),
      'SET #expiresAt = :expiresAt ADD #calls :one',
      { expiresAt: ends + 60, one: 1 },
      {
        when: 'attribute_not_exists(#calls) OR #calls < :max',
        values: { max },
        otherwise: 'OVER',
      },
    ),
  );
  return outcome === 'OVER' ? Math.max(1, ends - toSeconds(now)) : undefined;
}
