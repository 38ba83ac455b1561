import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { stripe } from '#functions/gateways/stripe.ts';
import type { Report } from './report.ts';

/* Times that Stripe knows: when its webhooks were delivered, and what its clock says. Read with the secret key of the stage. */

const TIMEOUT = 30_000;

/**
 * Milliseconds until Stripe has delivered the event of the hold of a conversation; undefined if it has not within half a minute,
 * or the key may not read events.
 */
export async function untilDelivered(conversationId: string): Promise<number | undefined> {
  try {
    return await pollDelivery(await stripe(), conversationId);
  } catch (fault) {
    if (fault instanceof Stripe.errors.StripeError) return undefined;
    throw fault;
  }
}

async function pollDelivery(client: Stripe, conversationId: string): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < TIMEOUT) {
    const { data } = await client.events.list({
      type: 'payment_intent.amount_capturable_updated',
      limit: 10,
    });
    const event = data.find(
      ({ data: { object } }) =>
        (object as Stripe.PaymentIntent).metadata.conversationId === conversationId,
    );
    if (event?.pending_webhooks === 0) return performance.now() - began;
    await pause(250);
  }
  return undefined;
}

/**
 * Measures by how many seconds the clocks of the stage and of Stripe are ahead of this machine's, from the header `Date`,
 * which has whole seconds. The function that receives webhooks refuses those that are five minutes off.
 */
export async function measureClocks(address: string): Promise<Report['clocks']> {
  const before = Date.now();
  const { headers } = await fetch(`${address}/api/getStripePublishableKey`);
  const stage = secondsAhead(headers, before, Date.now());
  try {
    const client = await stripe();
    const asked = Date.now();
    const { lastResponse } = await client.balance.retrieve();
    return { stage, stripe: secondsAhead(new Headers(lastResponse.headers), asked, Date.now()) };
  } catch (fault) {
    if (fault instanceof Stripe.errors.StripeError) return { skipped: fault.message };
    throw fault;
  }
}

/** How far the time in the header `Date` is ahead of the middle of the request. */
export function secondsAhead(headers: Headers, began: number, ended: number): number {
  // A header of 12:00:00 was written up to a second later.
  const said = Date.parse(headers.get('date') ?? '') + 500;
  return Math.round((said - (began + ended) / 2) / 1_000);
}
