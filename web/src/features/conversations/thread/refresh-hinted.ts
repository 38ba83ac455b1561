import {
  viewInbox,
  viewInboxMessages,
  viewOrder,
  viewOrderMessages,
} from '../../../../../shared/api/conversations.ts';
import { queryClient } from '../../../api/queries.ts';
import { requestPolls } from '../../../api/requested-polls.ts';
import { isSending } from './pending-replies.ts';

type Hinted = { readonly conversationId: string; readonly side: 'inbox' | 'order' };

/**
 * Reloads an open conversation of which a hint has come. Not on pages with a form, which change when the form is sent: the hint
 * of one's own answer comes before its response. A reply that is being sent reloads the conversation itself.
 */
export async function refreshHinted({ conversationId: id, side }: Hinted): Promise<void> {
  if (isSending(id)) return;
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
    queryClient.invalidateQueries({ queryKey: conversation, type: 'inactive' }),
    queryClient.invalidateQueries({ queryKey: messages }),
  ]);
}
