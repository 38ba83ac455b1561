import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { isRefusal } from '#web/api/client.ts';
import { THREAD_EVERY } from '#web/api/freshness.ts';
import { refresh } from '#web/api/queries.ts';

/** The number of changes by this page whose response has not arrived. */
let underWay = 0;
/** A response was lost: until this time (ms of the page’s monotonic clock) nobody knows whether the change was made. */
let unknownUntil = 0;

/**
 * Whether a change by this page is under way, or its response was lost a moment ago. Reloading the conversation then would
 * replace the form of that change.
 */
export const isChangingThread = (): boolean => underWay > 0 || performance.now() < unknownUntil;

/** Reloads what depends on a new message or status of a conversation, for one side. */
export function refreshThread(side: Side): Promise<void> {
  return side === 'sender'
    ? refresh(viewOrder, viewOrderMessages, viewOrderList)
    : refresh(viewInbox, viewInboxMessages, viewInboxList);
}

/**
 * Changes a conversation, then reloads its queries and those of `operations`. If another change came first, starts to reload
 * and throws the refusal.
 */
export async function changeThread(
  side: Side,
  change: () => Promise<unknown>,
  ...operations: readonly OperationSpec[]
): Promise<void> {
  underWay += 1;
  try {
    await change();
    unknownUntil = 0;
  } catch (error) {
    if (isRefusal(error, 'WRONG_STATUS')) void refreshThread(side);
    if (isRefusal(error, 'UNAVAILABLE')) unknownUntil = performance.now() + THREAD_EVERY;
    throw error;
  } finally {
    underWay -= 1;
  }
  await Promise.all([refreshThread(side), refresh(...operations)]).catch(() => undefined);
}
