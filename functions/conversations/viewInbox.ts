import { viewInbox } from '#shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { conversationFor, currentConversationView } from './conversation-views.ts';

/** A conversation with its timeline, for either of its sides; NOT_FOUND for everybody else. */
export const handler = serve(viewInbox, async ({ id }, { table, caller, now }) => {
  const { conversation, side } = await conversationFor(table, id, caller.userId, now);
  return { data: [await currentConversationView(table, conversation, side, now)] };
});
