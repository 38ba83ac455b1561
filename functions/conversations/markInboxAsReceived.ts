import { markInboxAsReceived } from '#shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { saveReceipt } from './conversation-views.ts';

/** Records that a conversation was delivered to the caller's list. */
export const handler = serve(
  markInboxAsReceived,
  async ({ inboxId }, { table, caller, now }) => {
    await saveReceipt(table, inboxId, caller.userId, 'delivered', now);
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
