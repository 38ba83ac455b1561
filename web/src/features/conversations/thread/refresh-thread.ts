import {
  viewInbox,
  viewInboxList,
  viewInboxMessages,
  viewOrder,
  viewOrderList,
  viewOrderMessages,
} from '../../../../../shared/api/conversations.ts';
import type { OperationSpec } from '../../../../../shared/api/operation.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { isRefusal } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';

/** Reloads what depends on a new message or status of a conversation, for one side. */
export function refreshThread(side: Side): Promise<void> {
  return side === 'sender'
    ? refresh(viewOrder, viewOrderMessages, viewOrderList)
    : refresh(viewInbox, viewInboxMessages, viewInboxList);
}

/**
 * Changes a conversation, then reloads what depends on it and the answers of these operations. If another change came
 * first, reloads without waiting and throws the refusal.
 */
export async function changeThread(
  side: Side,
  change: () => Promise<unknown>,
  ...operations: readonly OperationSpec[]
): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (isRefusal(error, 'WRONG_STATUS')) void refreshThread(side);
    throw error;
  }
  await Promise.all([refreshThread(side), refresh(...operations)]).catch(() => undefined);
}
