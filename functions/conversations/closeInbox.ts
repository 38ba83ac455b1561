import { closeInbox } from '../../shared/api/conversations.ts';
import { closeConversation } from '../flows/closing.ts';
import { serve } from '../serve.ts';

/** The recipient closes an open conversation without another word; no money moves (docs/product/conversations.md#closing). */
export const handler = serve(closeInbox, async ({ inboxId }, call) => {
  await closeConversation(call, inboxId, call.caller.userId, call.keyed);
  return {};
});
