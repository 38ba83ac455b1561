import { cancelOrder } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { endConversation } from './end-conversation.ts';

/** The sender takes a pending message back; the recipient is not told, the sender gets everything back. */
export const handler = serve(cancelOrder, async ({ inboxId, ...why }, call) => {
  await endConversation(call, inboxId, call.caller.userId, { how: 'cancel', ...why }, call.keyed);
  return {};
});
