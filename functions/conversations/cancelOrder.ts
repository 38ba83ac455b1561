import { cancelOrder } from '#shared/api/conversations.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { endConversation } from './end-conversation.ts';

/** Cancels a pending message for its sender, who gets all of the money back. The recipient is not notified. */
export const handler = serve(
  cancelOrder,
  async ({ inboxId, ...why }, call) => {
    await endConversation(call, inboxId, call.caller.userId, { how: 'cancel', ...why }, call.keyed);
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);
