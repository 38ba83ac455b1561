import Stripe from 'stripe';
import { secret } from '#functions/gateways/secrets.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { intentsOf, postEvent } from './money.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/*
 * Events that the product does not start: disputes, decisions of banks, and actions of an operator in the Stripe
 * dashboard.
 */

/** The Stripe client of an operator. */
export async function operator(world: World): Promise<Stripe> {
  const { hostname, port } = new URL(world.stripe.url);
  return new Stripe((await secret('stripeKey')).stripeSecretKey, {
    host: hostname,
    port,
    protocol: 'http',
  });
}

/** The latest refund of a payment. */
export function refundOf(world: World, intent: Stripe.PaymentIntent): Stripe.Refund {
  const refunds = world.stripe.read('refunds') as Stripe.Refund[];
  const last = refunds.find((one) => one.payment_intent === intent.id);
  if (!last) throw new Error(`no refund of ${intent.id}`);
  return last;
}

/** The payment of a conversation. */
export function intentOf(world: World, conversationId: string): Stripe.PaymentIntent {
  const found = intentsOf(world).find((one) => one.metadata.conversationId === conversationId);
  if (!found) throw new Error(`no payment of ${conversationId}`);
  return found;
}

/** Returns the balance that is owed to a user, in cents. */
export async function owedTo({ user }: Person): Promise<number> {
  return (await balanceOf(table, user.id)).balance;
}

/** Delivers every Stripe event so far again, in a random order that the seed determines. */
export async function postEventsShuffled(world: World, seed: number): Promise<void> {
  const events = [...(world.stripe.read('events') as Stripe.Event[])];
  let state = seed;
  for (let last = events.length - 1; last > 0; last -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [events[last], events[other]] = [events[other] as Stripe.Event, events[last] as Stripe.Event];
  }
  for (const event of events) await postEvent(world, event);
}

/** Delivers only the Stripe events of these types, in this order. */
export async function postEventsOf(world: World, ...types: Stripe.Event['type'][]): Promise<void> {
  for (const type of types)
    for (const event of (world.stripe.read('events') as Stripe.Event[]).reverse())
      if (event.type === type) await postEvent(world, event);
}
