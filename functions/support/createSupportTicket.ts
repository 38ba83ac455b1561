import { createSupportTicket } from '#shared/api/support.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { firstMessage } from '#shared/rules/conversations/messages.ts';
import { conversationView } from '../conversations/conversation-views.ts';
import { cleanMessage } from '../html.ts';
import { serve } from '../serve.ts';
import { usernameKey } from '../storage/keys.ts';
import { askSupport } from './support-tickets.ts';

/** Sends a message to the product's own account, free of charge (docs/product/support.md#sending-a-ticket). */
export const handler = serve(
  createSupportTicket,
  async ({ recipientId, messageSubject: subject, messageText }, call) => {
    const body = cleanMessage(messageText, firstMessage, 'messageText');
    const parties = { senderId: call.caller.userId, recipientId };
    const conversation = await askSupport(call, parties, { subject, body }, call.keyed);
    return { data: [conversationView(conversation, 'sender', call.now)] };
  },
  { readAhead: () => [usernameKey(SUPPORT_USERNAME)] },
);
