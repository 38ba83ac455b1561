import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { noticeKey } from './keys.ts';
import { put, type TableReader, type TableWriter } from './table.ts';

/** The provider repeats an event for three days; by then it is long known. */
const KEPT = 30 * DAY;

/** Whether an event of the provider was applied before. */
export async function wasApplied(table: TableReader, eventId: string): Promise<boolean> {
  return (await table.get(noticeKey(eventId))) !== undefined;
}

/** Remembers that an event was applied. Written afterwards: an interrupted one comes again, and applies to nothing twice. */
export async function noteApplied(
  table: TableWriter,
  event: { readonly id: string; readonly type: string },
  now: Instant,
): Promise<void> {
  const expiresAt = toSeconds(later(now, KEPT));
  await table.write(put({ ...noticeKey(event.id), type: event.type, at: now, expiresAt }));
}
