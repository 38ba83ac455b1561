import { createInbox } from '#shared/api/conversation-payments.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { sendMessage, sendMessageAhead } from './send-message.ts';

/** Pays for a message with the card on file (docs/product/conversations.md#sending-a-message). */
export const handler = serve(createInbox, sendMessage, {
  readAhead: sendMessageAhead,
  gives: { payments },
});
