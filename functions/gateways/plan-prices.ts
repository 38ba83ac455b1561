import type Stripe from 'stripe';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';

/* The prices of the plans at Stripe: one per plan and amount, found by its lookup key and created if it is missing. */

const known = new WeakMap<Stripe, Map<PaidPlan, string>>();

/** The id of a plan's monthly price, cached per process and created if it is missing. */
export async function priceOf(client: Stripe, plan: PaidPlan): Promise<string> {
  const kept = known.get(client) ?? new Map<PaidPlan, string>();
  known.set(client, kept);
  const id = kept.get(plan) ?? (await find(client, plan)) ?? (await make(client, plan));
  kept.set(plan, id);
  return id;
}

/** The lookup key of a price. A changed amount makes a new price; existing subscriptions keep the old one. */
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
