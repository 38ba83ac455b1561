import { viewPaymentMethod } from '#shared/api/billing.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { cardViewOf } from './card-views.ts';

/** Returns the card on file, if there is one. */
export const handler = serve(viewPaymentMethod, async (_input, { table, caller, now }) => {
  const card = (await userById(table, caller.userId, now))?.card;
  return { data: card ? [cardViewOf(card)] : [] };
});
