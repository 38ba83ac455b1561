import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { emitEvent } from './events.ts';
import { type Invoice, subscriptionOf } from './invoice.ts';
import { changeSubscription, endSubscription, type Subscription } from './subscription.ts';

/*
 * The effects of a payment's status on its invoice, and of the invoice on its subscription. At Stripe the retry schedule is a
 * setting of the account; here it is fixed.
 */

const DAY_SECONDS = 24 * 60 * 60;
/** Days from each failed attempt of a renewal to the next; after the last one the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

/** Applies the status of a PaymentIntent to the invoice that it pays, if any. */
export function updateInvoiceOf(context: Context, intent: Stripe.PaymentIntent): void {
  const payment = context.store.get('invoicePayments', intent.id);
  const invoice =
    typeof payment?.invoice === 'string'
      ? context.store.get('invoices', payment.invoice)
      : undefined;
  if (invoice?.status !== 'open') return;
  if (intent.status === 'succeeded') paid(context, invoice);
  else if (intent.status === 'requires_action')
    emitEvent(context, 'invoice.payment_action_required', invoice);
  else if (intent.status === 'requires_payment_method') failed(context, invoice);
}

function paid(context: Context, before: Invoice): void {
  const invoice = context.store.put('invoices', before.id, {
    ...before,
    status: 'paid',
    amount_paid: before.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...before.status_transitions, paid_at: seconds(context) },
  });
  emitEvent(context, 'invoice.paid', invoice);
  emitEvent(context, 'invoice.payment_succeeded', invoice);
  const subscription = subscriptionOf(context, invoice);
  changeSubscription(context, subscription, {
    ...pendingChanges(subscription, invoice),
    ...(/^(incomplete|past_due)$/.test(subscription.status) && { status: 'active' as const }),
  });
}

/** The pending update that takes effect when this invoice is paid. */
function pendingChanges(subscription: Subscription, { id }: Invoice): Partial<Subscription> {
  const { pending_update: pending, latest_invoice: latest, items } = subscription;
  if (!pending?.subscription_items || latest !== id) return {};
  return {
    pending_update: null,
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    items: { ...items, data: pending.subscription_items },
  };
}

function failed(context: Context, before: Invoice): void {
  const renewal = before.billing_reason === 'subscription_cycle';
  const pause = renewal ? RETRY_DAYS[before.attempt_count - 1] : undefined;
  const invoice = context.store.put('invoices', before.id, {
    ...before,
    next_payment_attempt: pause === undefined ? null : seconds(context) + pause * DAY_SECONDS,
  });
  emitEvent(context, 'invoice.payment_failed', invoice);
  if (!renewal) return;
  const subscription = subscriptionOf(context, invoice);
  if (pause === undefined) endSubscription(context, subscription, 'payment_failed');
  else changeSubscription(context, subscription, { status: 'past_due' });
}

/** Fails the payment of an invoice whose customer has no card. */
export function failWithoutCard(context: Context, invoice: Invoice): void {
  failed(context, invoice);
}
