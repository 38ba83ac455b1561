import type Stripe from 'stripe';
import { tell } from './events.ts';
import { type Invoice, subscriptionOf } from './invoice.ts';
import { changeSubscription, endSubscription, type Subscription } from './subscription.ts';
import { seconds, type World } from './world.ts';

/*
 * What a payment that went through, failed or waits for its holder means for the invoice it pays, and that for the
 * subscription. An account with its own way to recover revenue decides about retries; here it is a short fixed one.
 */

const DAY_SECONDS = 24 * 60 * 60;
/** Days from each failed attempt of a renewal to the next; after the last the subscription is cancelled. */
export const RETRY_DAYS = [3, 5, 7];

/** Brings the invoice of this payment intent, if it is one's, up to what the bank just said. */
export function invoiceFollows(world: World, intent: Stripe.PaymentIntent): void {
  const payment = world.books.get('invoicePayments', intent.id);
  const invoice =
    typeof payment?.invoice === 'string' ? world.books.get('invoices', payment.invoice) : undefined;
  if (invoice?.status !== 'open') return;
  if (intent.status === 'succeeded') paid(world, invoice);
  else if (intent.status === 'requires_action')
    tell(world, 'invoice.payment_action_required', invoice);
  else if (intent.status === 'requires_payment_method') failed(world, invoice);
}

function paid(world: World, before: Invoice): void {
  const invoice = world.books.put('invoices', before.id, {
    ...before,
    status: 'paid',
    amount_paid: before.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...before.status_transitions, paid_at: seconds(world) },
  });
  tell(world, 'invoice.paid', invoice);
  tell(world, 'invoice.payment_succeeded', invoice);
  const subscription = subscriptionOf(world, invoice);
  changeSubscription(world, subscription, {
    ...pendingChanges(subscription, invoice),
    ...(/^(incomplete|past_due)$/.test(subscription.status) && { status: 'active' as const }),
  });
}

/** What was to come true once this invoice is paid. */
function pendingChanges(subscription: Subscription, { id }: Invoice): Partial<Subscription> {
  const { pending_update: pending, latest_invoice: latest, items } = subscription;
  if (!pending?.subscription_items || latest !== id) return {};
  return {
    pending_update: null,
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    items: { ...items, data: pending.subscription_items },
  };
}

function failed(world: World, before: Invoice): void {
  const renewal = before.billing_reason === 'subscription_cycle';
  const pause = renewal ? RETRY_DAYS[before.attempt_count - 1] : undefined;
  const invoice = world.books.put('invoices', before.id, {
    ...before,
    next_payment_attempt: pause === undefined ? null : seconds(world) + pause * DAY_SECONDS,
  });
  tell(world, 'invoice.payment_failed', invoice);
  if (!renewal) return;
  const subscription = subscriptionOf(world, invoice);
  if (pause === undefined) endSubscription(world, subscription, 'payment_failed');
  else changeSubscription(world, subscription, { status: 'past_due' });
}

/** A renewal for which there is nothing to ask a bank with. */
export function nothingToPayWith(world: World, invoice: Invoice): void {
  failed(world, invoice);
}
