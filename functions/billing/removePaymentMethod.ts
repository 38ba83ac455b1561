import { removePaymentMethod } from '#shared/api/card-removal.ts';
import { Refusal } from '#shared/refusals.ts';
import { endsPlan, pendingConversationIds } from '../desk/account-blocks.ts';
import { cards } from '../gateways/cards.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { cardRemoval } from '../storage/billing/plans.ts';

const RENEWS = 'It pays your plan. Cancel the plan first, or replace your payment method.';
const HOLDS =
  'A letter you paid for is still waiting, and its hold may be on this payment method. You can remove it once the letter is answered or refunded.';

/**
 * Removes the caller's card at Stripe, and then from the account. After a crash in between, a repetition does the rest. A card that
 * was saved meanwhile stays.
 */
export const handler = serve(
  removePaymentMethod,
  async (_input, { table, cards, caller, now }) => {
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    if (!user.card) return {};
    if (endsPlan(user)) throw new Refusal('WRONG_STATUS', { message: RENEWS });
    if ((await pendingConversationIds(table, user, 'ORDERS')).length > 0)
      throw new Refusal('WRONG_STATUS', { message: HOLDS });
    await cards.detach(user.card.id);
    await table.write(cardRemoval(user.id, user.card.id));
    return {};
  },
  { gives: { cards } },
);
