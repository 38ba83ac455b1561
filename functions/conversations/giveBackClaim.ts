import { giveBackClaim } from '#shared/api/claims.ts';
import { giveBackClaim as giveBack } from '#shared/rules/conversations/claims.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { actOnClaim } from './claim-actions.ts';
import { settleMoneyOrDefer } from './settle-payment.ts';

/** Gives the money back to the sender who claims it; for the recipient (docs/product/conversations.md#claims). */
export const handler = serve(
  giveBackClaim,
  async ({ inboxId: conversationId }, call) => {
    const { caller, keyed, now } = call;
    await actOnClaim(
      call,
      { conversationId, userId: caller.userId, action: 'giveBack', keyed },
      (current) => giveBack(current, now),
      (returned) => settleMoneyOrDefer(call, returned),
    );
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);
