import { markInboxAsRead } from '#shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { saveReceipt } from './conversation-views.ts';

/** Records that the caller opened a conversation. */
export const handler = serve(
  markInboxAsRead,
  async ({ inboxId }, { table, caller, now }) => {
    await saveReceipt(table, inboxId, caller.userId, 'read', now);
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
