import { createSupportTicket } from '../../shared/api/conversations.ts';
import { askSupport } from '../flows/asking-support.ts';
import { conversationView } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** Writes to the product's own account, free of charge (spec part 2, sections 1 and 5). */
export const handler = serve(createSupportTicket, async (input, call) => {
  const conversation = await askSupport(call, call.caller.userId, input, call.keyed);
  return { data: [conversationView(conversation, 'sender', call.now)] };
});
