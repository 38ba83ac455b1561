import { asked, stripe } from './stripe.ts';

/** The person at the provider; the same one however often it is asked for within a day. */
export async function customerFor(userId: string): Promise<string> {
  const client = await stripe();
  const customer = await asked(() =>
    client.customers.create({ metadata: { userId } }, { idempotencyKey: `customer:${userId}` }),
  );
  return customer.id;
}

/** Which card pays whatever names none: renewals, above all. */
export async function setDefaultCard(customerId: string, cardId: string): Promise<void> {
  const client = await stripe();
  await client.customers.update(customerId, {
    invoice_settings: { default_payment_method: cardId },
  });
}
