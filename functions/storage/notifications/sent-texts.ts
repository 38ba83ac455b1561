import { DAY, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { textReceiptKey } from '../keys.ts';
import { putNew, remove, type TableReader, type TableWriter } from '../table.ts';

/** Events are repeated for a shorter time than this. */
const RETENTION = 30 * DAY;

/** Claims the text message of an event to a person. TAKEN: another delivery has claimed it. */
export function claimText(
  table: TableWriter,
  eventId: string,
  userId: string,
  now: Instant,
): Promise<'done' | 'TAKEN'> {
  const expiresAt = toSeconds(later(now, RETENTION));
  return table.write(putNew({ ...textReceiptKey(eventId, userId), expiresAt }, 'TAKEN'));
}

/** Whether the text message of an event was sent, or is being sent by another delivery. */
export const isTexted = async (table: TableReader, eventId: string, userId: string) =>
  (await table.get(textReceiptKey(eventId, userId))) !== undefined;

/** Releases a claim after a failed send, so that the next delivery of the event tries again. */
export async function releaseText(
  table: TableWriter,
  eventId: string,
  userId: string,
): Promise<void> {
  await table.write(remove(textReceiptKey(eventId, userId)));
}
