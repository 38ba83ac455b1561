import { endClarification } from '#shared/api/clarifications.ts';
import { endClarification as end } from '#shared/rules/conversations/clarification.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { performAction } from './conversation-action.ts';

/** Ends the pause without a reply, for either side (docs/product/conversations.md#a-clarifying-question). */
export const handler = serve(
  endClarification,
  async ({ conversationId }, call) => {
    const { caller, keyed, now } = call;
    await performAction(
      call,
      { conversationId, userId: caller.userId, action: 'endClarification', keyed },
      (current) => end(current, caller.userId === current.sender.id ? 'sender' : 'recipient', now),
    );
    return {};
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);
