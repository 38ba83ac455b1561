import { updatePaymentMethod } from '#shared/api/billing.ts';
import { cards } from '../gateways/cards.ts';
import { serve } from '../serve.ts';
import { saveCardOnFile } from './card-on-file.ts';
import { cardViewOf } from './card-views.ts';

/** Saves a card as the card on file; it pays orders and renewals from now on. docs/product/billing.md#card-on-file */
export const handler = serve(
  updatePaymentMethod,
  async ({ paymentMethodId }, call) => {
    const card = await saveCardOnFile(call, call.caller.userId, paymentMethodId);
    return { data: [cardViewOf(card)] };
  },
  { gives: { cards } },
);
