import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { existingCustomer } from './customer.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import {
  draftInvoice,
  type Invoice,
  intentOf,
  invoiceOf,
  type Position,
  subscriptionOf,
  voidInvoice,
} from './invoice.ts';
import { failWithoutCard } from './invoice-outcome.ts';
import { periodEndAfter } from './months.ts';
import type { Paid } from './payment-attempt.ts';
import { confirmIntent, createIntent } from './payment-intent.ts';
import { refusedRequest } from './refusal.ts';
import {
  changeSubscription,
  endSubscription,
  isOver,
  itemOf,
  itemsAt,
  newSubscription,
  PAYMENT_WINDOW_SECONDS,
  type Subscription,
} from './subscription.ts';

/* The life cycle of a subscription: creation, price changes, renewals, cancellation, and the invoices of each. */

const amountOf = (price: Stripe.Price): number => price.unit_amount ?? 0;

/** The description of an invoice line for one month: `1 × ReplyPaid Starter (at $1.99 / month)`. */
function lineOf(context: Context, price: Stripe.Price): string {
  const product = context.store.get('products', String(price.product));
  return `1 × ${product?.name ?? price.id} (at $${(amountOf(price) / 100).toFixed(2)} / month)`;
}

/** The id of the card that pays: the card of the subscription, otherwise the customer's default. */
function paymentMethodOf(context: Context, subscription: Subscription): string | null {
  const own = subscription.default_payment_method;
  if (typeof own === 'string') return own;
  const customer = existingCustomer(context, String(subscription.customer), 'customer');
  const theirs = customer.invoice_settings.default_payment_method;
  return typeof theirs === 'string' ? theirs : null;
}

/** Finalizes a draft and creates the PaymentIntent that pays it. */
function finalizeInvoice(context: Context, draft: Invoice): Invoice {
  const customer = String(draft.customer);
  const types = subscriptionOf(context, draft).payment_settings?.payment_method_types;
  const { intent } = createIntent(context, {
    amount: draft.amount_due,
    currency: draft.currency,
    customer,
    ...(types
      ? { allowed_payment_method_types: types as ('card' | 'link')[] }
      : { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }),
    capture_method: 'automatic',
    setup_future_usage: 'off_session',
    description: 'Subscription',
  });
  const now = seconds(context);
  context.store.put('invoicePayments', intent.id, {
    id: newId.invoicePayment(),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: draft.amount_due,
    created: now,
    currency: draft.currency,
    invoice: draft.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  const open = context.store.put('invoices', draft.id, {
    ...draft,
    status: 'open',
    automatically_finalizes_at: null,
    effective_at: now,
    number: `${draft.id.slice(-8).toUpperCase()}-0001`,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  emitEvent(context, 'invoice.finalized', open);
  return open;
}

/** Attempts to collect an open invoice. invoice-outcome.ts applies the result. */
export function collect(
  context: Context,
  invoice: Invoice,
  { offSession, method }: { offSession: boolean; method?: string | undefined },
): Paid | undefined {
  const card = method ?? paymentMethodOf(context, subscriptionOf(context, invoice));
  const asked = context.store.put('invoices', invoice.id, {
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  });
  const intent = intentOf(context, invoice.id);
  if (!intent) throw new Error(`The invoice ${invoice.id} was never finalized`);
  if (!card) {
    failWithoutCard(context, asked);
    return undefined;
  }
  return confirmIntent(
    context,
    intent,
    { payment_method: card, off_session: offSession },
    'secret',
  );
}

/** Creates a subscription and charges its first period at once, on-session. */
export function subscribe(
  context: Context,
  wanted: Parameters<typeof newSubscription>[1],
): Subscription {
  const begun = newSubscription(context, wanted);
  if (!paymentMethodOf(context, begun)) {
    throw refusedRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  }
  emitEvent(context, 'customer.subscription.created', begun);
  return bill(context, begun, 'subscription_create', [monthOf(context, begun)]);
}

const monthOf = (context: Context, subscription: Subscription) => {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
  return {
    amount: amountOf(price),
    description: lineOf(context, price),
    price,
    period: { start, end },
  };
};

function bill(
  context: Context,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_update',
  positions: Parameters<typeof draftInvoice>[3],
): Subscription {
  const draft = draftInvoice(context, subscription, reason, positions);
  context.store.put('subscriptions', subscription.id, {
    ...subscription,
    latest_invoice: draft.id,
  });
  collect(context, finalizeInvoice(context, draft), { offSession: false });
  return context.store.get('subscriptions', subscription.id) ?? subscription;
}

/**
 * Changes the price at once: a new period begins, and the rest of the old one is credited. The change takes effect when it
 * is paid; until then it is a pending update.
 * https://docs.stripe.com/billing/subscriptions/pending-updates
 */
export function moveToPrice(
  context: Context,
  subscription: Subscription,
  price: Stripe.Price,
  proratedAt?: number,
): Subscription {
  const now = seconds(context);
  const item = itemOf(subscription);
  const { current_period_end: end } = item;
  const items = itemsAt({ id: subscription.id, billing_cycle_anchor: now }, item.id, price, now);
  const waiting: Subscription = {
    ...subscription,
    pending_update: {
      billing_cycle_anchor: now,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(now + PAYMENT_WINDOW_SECONDS, end),
      metadata: null,
      subscription_items: items.data,
      trial_end: null,
      trial_from_plan: null,
    } as Stripe.Subscription.PendingUpdate,
  };
  const positions = positionsOfMove(context, subscription, price, proratedAt);
  const after = bill(context, waiting, 'subscription_update', positions);
  if (after.pending_update)
    emitEvent(context, 'customer.subscription.updated', after, { pending_update: null });
  return after;
}

/** The lines of a price change: the credit for the rest of the period, from `proratedAt` on, and the first month at the new price. */
function positionsOfMove(
  context: Context,
  subscription: Subscription,
  price: Stripe.Price,
  proratedAt = seconds(context),
): Position[] {
  const now = seconds(context);
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.round((amountOf(item.price) * (end - proratedAt)) / (end - start));
  return [
    {
      amount: -left,
      description: 'Unused time',
      price: item.price,
      period: { start: proratedAt, end },
      proration: true,
    },
    {
      amount: amountOf(price),
      description: lineOf(context, price),
      price,
      period: { start: now, end: periodEndAfter(now, now) },
    },
  ];
}

/** The invoice that a price change would make. It is not stored, and nothing is charged. */
export function previewMove(
  context: Context,
  subscription: Subscription,
  price: Stripe.Price,
  proratedAt: number | undefined,
): Invoice {
  const positions = positionsOfMove(context, subscription, price, proratedAt);
  const reason = 'subscription_update';
  return {
    ...invoiceOf(context, subscription, reason, positions),
    automatically_finalizes_at: null,
  };
}

/** Voids an open invoice and discards the pending update that waited for its payment. */
export function giveUpInvoice(context: Context, invoice: Invoice): Invoice {
  const voided = voidInvoice(context, invoice);
  const subscription = subscriptionOf(context, invoice);
  if (subscription.latest_invoice === invoice.id && subscription.pending_update)
    changeSubscription(context, subscription, { pending_update: null });
  return voided;
}

/** Cancels a subscription now and voids an open first invoice. */
export function cancelNow(
  context: Context,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): Subscription {
  const latest =
    typeof subscription.latest_invoice === 'string'
      ? context.store.get('invoices', subscription.latest_invoice)
      : undefined;
  const unpaid = subscription.status === 'incomplete' || subscription.pending_update;
  if (latest?.status === 'open' && unpaid) voidInvoice(context, latest);
  return endSubscription(context, subscription, reason);
}

type Due = { readonly at: number; readonly run: () => void };

/** The clock-driven actions of a subscription. Times in Unix seconds. */
function dueActions(context: Context, subscription: Subscription): Due[] {
  if (isOver(subscription)) return [];
  const { status, created, pending_update: pending, cancel_at_period_end: ending } = subscription;
  if (status === 'incomplete')
    return [{ at: created + PAYMENT_WINDOW_SECONDS, run: () => cancelNow(context, subscription) }];
  const end = itemOf(subscription).current_period_end;
  const atEnd = ending
    ? () => endSubscription(context, subscription, 'cancellation_requested')
    : () => renew(context, subscription);
  return [
    { at: end, run: atEnd },
    ...(pending
      ? [{ at: pending.expires_at, run: () => expirePendingUpdate(context, subscription) }]
      : []),
  ];
}

/** Begins the next period and drafts its invoice. */
function renew(context: Context, subscription: Subscription): void {
  const item = itemOf(subscription);
  const renewed = {
    ...subscription,
    items: itemsAt(subscription, item.id, item.price, item.current_period_end),
  };
  const draft = draftInvoice(context, renewed, 'subscription_cycle', [monthOf(context, renewed)]);
  changeSubscription(context, subscription, { items: renewed.items, latest_invoice: draft.id });
}

function expirePendingUpdate(context: Context, subscription: Subscription): void {
  const latest = context.store.get('invoices', String(subscription.latest_invoice));
  if (latest?.status === 'open') voidInvoice(context, latest);
  emitEvent(
    context,
    'customer.subscription.pending_update_expired',
    changeSubscription(context, subscription, { pending_update: null }),
  );
}

function dueInvoiceActions(context: Context, invoice: Invoice): Due[] {
  if (isOver(subscriptionOf(context, invoice))) return [];
  const { status, automatically_finalizes_at: finalizes, next_payment_attempt: retry } = invoice;
  if (status === 'draft' && finalizes !== null) {
    const run = () => collect(context, finalizeInvoice(context, invoice), { offSession: true });
    return [{ at: finalizes, run }];
  }
  if (status === 'open' && retry !== null)
    return [{ at: retry, run: () => collect(context, invoice, { offSession: true }) }];
  return [];
}

function nextDueAction(context: Context): Due | undefined {
  const all = [
    ...context.store.all('subscriptions').flatMap((one) => dueActions(context, one)),
    ...context.store.all('invoices').flatMap((one) => dueInvoiceActions(context, one)),
  ];
  return all.reduce<Due | undefined>(
    (first, one) => (first && first.at <= one.at ? first : one),
    undefined,
  );
}

/** When the next billing action is due, in epoch milliseconds. */
export function nextBillingAt(context: Context): number | undefined {
  const next = nextDueAction(context);
  return next && next.at * 1000;
}

/** Performs all due billing actions in the order of their times. */
export function runBilling(context: Context): void {
  for (
    let next = nextDueAction(context);
    next && next.at * 1000 <= context.now();
    next = nextDueAction(context)
  )
    next.run();
}
