import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { emitEvent, previousAttributes } from './events.ts';
import { newId } from './ids.ts';
import { periodEndAfter } from './months.ts';

/* Subscriptions to one price each, which are charged automatically through invoices. */

export type Subscription = Stripe.Subscription;

/** How long a first invoice or a pending update can remain unpaid. */
export const PAYMENT_WINDOW_SECONDS = 23 * 60 * 60;

/** The one item of a subscription. */
export function itemOf({ id, items }: Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${id} has no item`);
  return item;
}

export const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: true,
    amount: price.unit_amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** The items of a subscription to this price for the period that begins at `start`, in Unix seconds. */
export function itemsAt(
  subscription: { readonly id: string; readonly billing_cycle_anchor: number },
  itemId: string,
  price: Stripe.Price,
  start: number,
): Subscription['items'] {
  const { id, billing_cycle_anchor: anchor } = subscription;
  const item: Stripe.SubscriptionItem = {
    id: itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: periodEndAfter(anchor, start),
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription: id,
    tax_rates: [],
  };
  return {
    object: 'list',
    data: [item],
    has_more: false,
    url: `/v1/subscription_items?subscription=${id}`,
  };
}

/** Creates a subscription that is incomplete until its first payment. */
export function newSubscription(
  context: Context,
  wanted: {
    readonly customer: string;
    readonly price: Stripe.Price;
    readonly metadata: Stripe.Metadata;
    /** The payment method types of its invoices; by default each that is turned on. */
    readonly types?: readonly ('card' | 'link')[] | undefined;
  },
): Subscription {
  const id = newId.subscription();
  const now = seconds(context);
  const anchored = { id, billing_cycle_anchor: now };
  return context.store.put('subscriptions', id, {
    ...anchored,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: wanted.price.currency,
    customer: wanted.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: itemsAt(anchored, newId.subscriptionItem(), wanted.price, now),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: wanted.types ? [...wanted.types] : null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  });
}

/** Updates a subscription and emits its event, unless nothing changed. */
export function changeSubscription(
  context: Context,
  before: Subscription,
  changes: Partial<Subscription>,
): Subscription {
  const after = context.store.put('subscriptions', before.id, { ...before, ...changes });
  const previous = previousAttributes(before, after);
  if (Object.keys(previous).length > 0)
    emitEvent(context, 'customer.subscription.updated', after, previous);
  return after;
}

/** Cancels a subscription. One without a first payment becomes `incomplete_expired`. */
export function endSubscription(
  context: Context,
  before: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const now = seconds(context);
  const after = context.store.put('subscriptions', before.id, {
    ...before,
    status: before.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  });
  emitEvent(context, 'customer.subscription.deleted', after);
  return after;
}
