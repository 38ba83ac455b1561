import { createOrder } from '#shared/api/conversation-payments.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { sendMessage, sendMessageAhead } from './send-message.ts';

/** Pays for a message with the card on file: the same operation as createInbox, under the sender's name for it. */
export const handler = serve(createOrder, sendMessage, {
  readAhead: sendMessageAhead,
  gives: { payments },
});
