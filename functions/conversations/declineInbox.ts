import { declineInbox } from '../../shared/api/conversations.ts';
import { endConversation } from '../flows/ending.ts';
import { serve } from '../serve.ts';

/** The recipient gives a pending message back, with a kind word if they like; the sender gets everything back. */
export const handler = serve(declineInbox, async ({ inboxId, note }, call) => {
  await endConversation(call, inboxId, call.caller.userId, { how: 'decline', note }, call.keyed);
  return {};
});
