import { declineInbox } from '#shared/api/conversations.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { endConversation } from './end-conversation.ts';

/** Declines a pending message for its recipient, with an optional note; the sender gets all of the money back. */
export const handler = serve(
  declineInbox,
  async ({ inboxId, note }, call) => {
    await endConversation(call, inboxId, call.caller.userId, { how: 'decline', note }, call.keyed);
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);
