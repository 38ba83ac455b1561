import { declineInbox } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { endConversation } from './end-conversation.ts';

/** The recipient gives a pending message back, with a kind word if they like; the sender gets everything back. */
export const handler = serve(declineInbox, async ({ inboxId, note }, call) => {
  await endConversation(call, inboxId, call.caller.userId, { how: 'decline', note }, call.keyed);
  return {};
});
