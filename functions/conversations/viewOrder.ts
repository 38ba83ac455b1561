import { viewOrder } from '#shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { conversationFor, currentConversationView } from './conversation-views.ts';
import { nudgeChannels } from './nudge-channels.ts';

/** A conversation with its timeline, for either of its sides; NOT_FOUND for everybody else. */
export const handler = serve(viewOrder, async ({ id }, { table, caller, now }) => {
  const { conversation, side } = await conversationFor(table, id, caller.userId, now);
  const [view, nudgeSent] = await Promise.all([
    currentConversationView(table, conversation, side, now),
    side === 'sender' ? nudgeChannels(table, conversation) : undefined,
  ]);
  return { data: [{ ...view, ...(nudgeSent && { nudgeSent }) }] };
});
