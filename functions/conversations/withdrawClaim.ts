import { withdrawClaim } from '#shared/api/claims.ts';
import { withdrawClaim as withdraw } from '#shared/rules/conversations/claims.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { actOnClaim } from './claim-actions.ts';

/** Withdraws a claim for its sender, which frees the earning (docs/product/conversations.md#claims). */
export const handler = serve(
  withdrawClaim,
  async ({ orderId: conversationId }, call) => {
    const { caller, keyed, now } = call;
    await actOnClaim(
      call,
      { conversationId, userId: caller.userId, action: 'withdraw', keyed },
      (current) => withdraw(current, now),
    );
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
