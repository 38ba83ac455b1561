import { claimAnswer } from '#shared/api/claims.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { claimAnswer as claim } from './claim-actions.ts';

/** Claims that the paid response did not answer the message; for its sender (docs/product/conversations.md#claims). */
export const handler = serve(
  claimAnswer,
  async ({ orderId: conversationId, reason, text }, call) => {
    const { caller, keyed } = call;
    await claim(call, { conversationId, userId: caller.userId, keyed }, { reason, text });
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
