import { askForDecision } from '#shared/api/claims.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { takeToDesk } from './claim-actions.ts';

/** Asks the desk for a decision after an improved answer; for the sender (docs/product/conversations.md#claims). */
export const handler = serve(
  askForDecision,
  async ({ orderId: conversationId, text }, call) => {
    const { caller, keyed } = call;
    const asked = {
      conversationId,
      userId: caller.userId,
      action: 'askForDecision',
      keyed,
    } as const;
    await takeToDesk(call, asked, text);
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
