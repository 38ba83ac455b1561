import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { invalidate } from '#web/api/queries.ts';
import { requestPolls } from '#web/api/requested-polls.ts';
import { isSending } from './pending-replies.ts';
import { isChangingThread } from './refresh-thread.ts';

type Hinted = { readonly conversationId: string; readonly side: 'inbox' | 'order' };

/**
 * Reloads an open conversation after a hint about it, unless this page is changing it: the hint arrives before the response
 * to the change, and the response reloads the conversation anyway.
 */
export async function refreshHinted({ conversationId: id, side }: Hinted): Promise<void> {
  if (isSending(id) || isChangingThread()) return;
  const [conversation, messages] =
    side === 'order'
      ? [
          [viewOrder.name, { id }],
          [viewOrderMessages.name, { orderId: id }],
        ]
      : [
          [viewInbox.name, { id }],
          [viewInboxMessages.name, { inboxId: id }],
        ];
  await Promise.all([
    requestPolls(id),
    invalidate({ queryKey: conversation, type: 'inactive' }),
    invalidate({ queryKey: messages }),
  ]);
}
