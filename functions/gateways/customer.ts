import { callStripe, stripe } from './stripe.ts';

/** Creates the Stripe customer of a person; repeated calls within a day return the same one. */
export async function customerFor(userId: string): Promise<string> {
  const client = await stripe();
  const customer = await callStripe(() =>
    client.customers.create({ metadata: { userId } }, { idempotencyKey: `customer:${userId}` }),
  );
  return customer.id;
}

/** Sets the card that pays when a payment names none, as with renewals. */
export async function setDefaultCard(customerId: string, cardId: string): Promise<void> {
  const client = await stripe();
  await client.customers.update(customerId, {
    invoice_settings: { default_payment_method: cardId },
  });
}
