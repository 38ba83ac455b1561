import type Stripe from 'stripe';
import { PRODUCT_NAME } from '../../shared/brand.ts';
import { type PaidPlan, PLAN_TERMS } from '../../shared/rules/billing/plans.ts';

/* The plans at the provider: one price each, found by a name that says what it costs, and made where it is missing. */

const known = new WeakMap<Stripe, Map<PaidPlan, string>>();

/** The id of a plan's monthly price. Asked for once a process; whoever is first makes it. */
export async function priceOf(client: Stripe, plan: PaidPlan): Promise<string> {
  const kept = known.get(client) ?? new Map<PaidPlan, string>();
  known.set(client, kept);
  const id = kept.get(plan) ?? (await find(client, plan)) ?? (await make(client, plan));
  kept.set(plan, id);
  return id;
}

/** Another amount is another price: those who pay the old one go on with it. */
const lookupKey = (plan: PaidPlan) =>
  `replypaid_${plan.toLowerCase()}_${PLAN_TERMS[plan].price}_monthly`;

async function find(client: Stripe, plan: PaidPlan): Promise<string | undefined> {
  const { data } = await client.prices.list({
    lookup_keys: [lookupKey(plan)],
    active: true,
    limit: 1,
  });
  return data[0]?.id;
}

async function make(client: Stripe, plan: PaidPlan): Promise<string> {
  const { name, price } = PLAN_TERMS[plan];
  const made = await client.prices.create(
    {
      currency: 'usd',
      unit_amount: price,
      recurring: { interval: 'month' },
      product_data: { name: `${PRODUCT_NAME} ${name}` },
      lookup_key: lookupKey(plan),
      metadata: { plan },
    },
    { idempotencyKey: `price:${lookupKey(plan)}` },
  );
  return made.id;
}
