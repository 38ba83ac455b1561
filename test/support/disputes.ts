import Stripe from 'stripe';
import { secret } from '#functions/gateways/secrets.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { intentsOf, postEvent } from './money.ts';
import type { Person } from './people.ts';
import { SECRETS, type World } from './world.ts';

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

async function postToBank(world: World, path: string, form: Record<string, string>) {
  const answer = await fetch(`${world.stripe.url}/_bank/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.stripeSecretKey}` },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`the bank refused: ${await answer.text()}`);
  return (await answer.json()) as Stripe.Dispute;
}

/** Disputes a payment: the full amount, or this amount in cents. */
export function dispute(world: World, intent: Stripe.PaymentIntent, amount?: number) {
  return postToBank(world, `charges/${String(intent.latest_charge)}/dispute`, {
    ...(amount && { amount: String(amount) }),
  });
}

/** Opens an inquiry, which takes no money. */
export function inquire(world: World, intent: Stripe.PaymentIntent) {
  return postToBank(world, `charges/${String(intent.latest_charge)}/dispute`, { inquiry: 'true' });
}

export function decide(world: World, { id }: Stripe.Dispute, outcome: 'won' | 'lost') {
  return postToBank(world, `disputes/${id}/decision`, { outcome });
}

/** Makes the bank refuse the latest refund of a payment. */
export async function failRefund(world: World, intent: Stripe.PaymentIntent): Promise<void> {
  const refunds = world.stripe.read('refunds') as Stripe.Refund[];
  const last = refunds.find((one) => one.payment_intent === intent.id);
  await postToBank(world, `refunds/${last?.id}/failure`, {});
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
