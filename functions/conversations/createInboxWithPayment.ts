import { createInboxWithPayment } from '#shared/api/conversation-payments.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { sendMessage, sendMessageAhead } from './send-message.ts';

/**
 * Pays for a message with a new card, which becomes the card on file once it has paid
 * (docs/product/conversations.md#sending-a-message).
 */
export const handler = serve(createInboxWithPayment, sendMessage, {
  readAhead: sendMessageAhead,
  gives: { payments },
});
