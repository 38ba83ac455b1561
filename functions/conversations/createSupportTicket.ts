import { createSupportTicket } from '../../shared/api/conversations.ts';
import { askSupport } from '../flows/asking-support.ts';
import { conversationView } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** Writes to the product's own account, free of charge (docs/product/support.md#sending-a-ticket). */
export const handler = serve(createSupportTicket, async (input, call) => {
  const conversation = await askSupport(call, call.caller.userId, input, call.keyed);
  return { data: [conversationView(conversation, 'sender', call.now)] };
});
