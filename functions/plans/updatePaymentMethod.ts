import { updatePaymentMethod } from '../../shared/api/plans.ts';
import { putOnFile } from '../flows/keeping-cards.ts';
import { serve } from '../serve.ts';

/** Puts a card on file; it pays orders and renewals from now on. Spec part 1, section 2, /update-payment-method. */
export const handler = serve(updatePaymentMethod, async ({ paymentMethodId }, call) => {
  const { id, brand, lastFour } = await putOnFile(call, call.caller.userId, paymentMethodId);
  return { data: [{ id, cardBrand: brand, cardLastFour: lastFour }] };
});
