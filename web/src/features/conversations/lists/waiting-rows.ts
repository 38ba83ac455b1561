import type { Instant } from '../../../../../shared/time.ts';
import { type InboxRow, statusNow } from '../conversation.ts';

/** The rows whose answer is due from the viewer: not their own orders, nothing that is paused or over. */
export function waitingRows<Row extends Pick<InboxRow, 'senderId' | 'status' | 'deadlineAt'>>(
  rows: readonly Row[],
  viewerId: string,
  now: Instant,
): readonly Row[] {
  return rows.filter((row) => row.senderId !== viewerId && statusNow(row, now) === 'PENDING');
}
