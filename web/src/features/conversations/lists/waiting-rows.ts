import { isAnswered } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { isClaimTurn } from '../claims/claim-turn.ts';
import { type InboxRow, type OrderRow, statusNow } from '../conversation.ts';

/** The rows whose answer is due from the viewer: not their own orders, nothing that is paused or over. */
export function waitingRows<Row extends Pick<InboxRow, 'senderId' | 'status' | 'deadlineAt'>>(
  rows: readonly Row[],
  viewerId: string,
  now: Instant,
): readonly Row[] {
  return rows.filter((row) => row.senderId !== viewerId && statusNow(row, now) === 'PENDING');
}

/** The rows whose claim waits for the viewer. */
export function claimRows<Row extends InboxRow | OrderRow>(
  rows: readonly Row[],
  viewerId: string,
): readonly Row[] {
  return rows.filter((row) => isClaimTurn(row, viewerId));
}

/** The orders with a question that the viewer has not answered. */
export function questionRows(rows: readonly OrderRow[], now: Instant): readonly OrderRow[] {
  return rows.filter((row) => statusNow(row, now) === 'NEEDS_INFO');
}

/** The orders with an unread answer or reply. Nothing has to be done about them, nor about an order that ended without one. */
export function newsRows(rows: readonly OrderRow[], viewerId: string): readonly OrderRow[] {
  return rows.filter(
    ({ status, lastMessageUserId, messageRead, ...row }) =>
      isAnswered(status) &&
      lastMessageUserId !== viewerId &&
      !messageRead &&
      !isClaimTurn(row, viewerId),
  );
}

/** The orders whose answer the viewer waits for, the nearest deadline first. Help tickets have none, so they are the last. */
export function unansweredOrders(rows: readonly OrderRow[], now: Instant): readonly OrderRow[] {
  return rows
    .filter((row) => statusNow(row, now) === 'PENDING')
    .sort((one, other) => one.deadlineAt - other.deadlineAt);
}

/**
 * The messages to answer on a short list: the nearest deadlines first. The newest message is always among them, because
 * it is the one that its reader has not seen yet.
 */
export function nextToAnswer(rows: readonly InboxRow[], shown: number): readonly InboxRow[] {
  const byDeadline = [...rows].sort((one, other) => one.deadlineAt - other.deadlineAt);
  const newest = rows.reduce<InboxRow | undefined>(
    (last, row) => (last && last.timeReceived >= row.timeReceived ? last : row),
    undefined,
  );
  const first = byDeadline.slice(0, shown);
  if (!newest || first.includes(newest)) return first;
  return [...first.slice(0, -1), newest];
}
