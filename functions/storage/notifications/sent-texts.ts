import { DAY, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { textedKey } from '../keys.ts';
import { putNew, remove, type TableReader, type TableWriter } from '../table.ts';

/** A fact is not delivered any more long before this. */
const KEPT = 30 * DAY;

/** Takes it on to send a person the text message of a fact. TAKEN: somebody did before. */
export function claimText(
  table: TableWriter,
  factId: string,
  userId: string,
  now: Instant,
): Promise<'done' | 'TAKEN'> {
  const expiresAt = toSeconds(later(now, KEPT));
  return table.write(putNew({ ...textedKey(factId, userId), expiresAt }, 'TAKEN'));
}

/** Whether the text message of an event was sent, or is being sent by another delivery. */
export const isTexted = async (table: TableReader, factId: string, userId: string) =>
  (await table.get(textedKey(factId, userId))) !== undefined;

/** It was not handed over: the next delivery of the fact tries again. */
export async function releaseText(
  table: TableWriter,
  factId: string,
  userId: string,
): Promise<void> {
  await table.write(remove(textedKey(factId, userId)));
}
