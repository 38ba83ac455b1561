import {
  viewInbox,
  viewInboxList,
  viewInboxMessages,
  viewOrder,
  viewOrderList,
  viewOrderMessages,
} from '../../../../../shared/api/conversations.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { refresh } from '../../../api/queries.ts';

/** Reloads what depends on a new message or status of a conversation, for one side. */
export function refreshThread(side: Side): Promise<void> {
  return side === 'sender'
    ? refresh(viewOrder, viewOrderMessages, viewOrderList)
    : refresh(viewInbox, viewInboxMessages, viewInboxList);
}
