import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { cancelIntent } from './payment-intent-capture.ts';
import { refusedRequest } from './refusal.ts';
import { existing } from './resource.ts';
import { itemOf, type Subscription } from './subscription.ts';

/* Invoices of subscriptions: drafted, finalized, then paid or voided. */

export type Invoice = Stripe.Invoice;

/** How long a renewal's invoice stays a draft, in which its customer or card can still be changed. */
const DRAFT_SECONDS = 60 * 60;

/** The invoice with this id. */
export function existingInvoice(context: Context, id: string): Invoice {
  return existing(context, 'invoices', id, { param: 'invoice' });
}

/** The subscription of an invoice. */
export function subscriptionOf(context: Context, { id, parent }: Invoice): Subscription {
  const subscription = parent?.subscription_details?.subscription;
  const found =
    typeof subscription === 'string' ? context.store.get('subscriptions', subscription) : undefined;
  if (!found) throw new Error(`The invoice ${id} is of no subscription`);
  return found;
}

/** The payment intent that pays an invoice, once it is finalized. */
export function intentOf(context: Context, invoiceId: string): Stripe.PaymentIntent | undefined {
  const payment = context.store
    .all('invoicePayments')
    .find(({ invoice }) => invoice === invoiceId)?.payment;
  return typeof payment?.payment_intent === 'string'
    ? context.store.get('paymentIntents', payment.payment_intent)
    : undefined;
}

export type Position = {
  readonly amount: number;
  readonly description: string;
  readonly price: Stripe.Price;
  readonly period: { readonly start: number; readonly end: number };
  readonly proration?: boolean;
};

function lineOf(invoice: string, subscription: Subscription, position: Position) {
  const { amount, description, price, period, proration = false } = position;
  const line: Stripe.InvoiceLineItem = {
    id: newId.invoiceLine(),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: itemOf(subscription).id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: null,
    },
    quantity: 1,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
  return line;
}

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/** Creates a draft invoice of a subscription. */
export function draftInvoice(
  context: Context,
  subscription: Subscription,
  reason: Reason,
  positions: readonly Position[],
): Invoice {
  const draft = invoiceOf(context, subscription, reason, positions);
  context.store.put('invoices', draft.id, draft);
  emitEvent(context, 'invoice.created', draft);
  return draft;
}

/** A draft that is not stored. Its amount in cents is the sum of its lines. */
export function invoiceOf(
  context: Context,
  subscription: Subscription,
  reason: Reason,
  positions: readonly Position[],
): Invoice {
  const id = newId.invoice();
  const total = positions.reduce((sum, { amount }) => sum + amount, 0);
  const item = itemOf(subscription);
  const lines = positions.map((position) => lineOf(id, subscription, position));
  return {
    ...blank(context, id),
    amount_due: total,
    amount_remaining: total,
    // Relative to the period, because a time machine may move the clock by more than an hour.
    automatically_finalizes_at: item.current_period_start + DRAFT_SECONDS,
    billing_reason: reason,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: item.current_period_start,
    period_start: item.current_period_start,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

function blank(context: Context, id: string): Invoice {
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: null,
    collection_method: 'charge_automatically',
    created: seconds(context),
    currency: 'usd',
    custom_fields: null,
    customer: null,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: 0,
    period_start: 0,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: 0,
    subtotal_excluding_tax: null,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: null,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** Voids an open invoice and cancels its PaymentIntent. */
export function voidInvoice(context: Context, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') {
    const message = `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible: its status is ${invoice.status}.`;
    throw refusedRequest(message);
  }
  const intent = intentOf(context, invoice.id);
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled')
    cancelIntent(context, intent, 'void_invoice');
  const voided = context.store.put('invoices', invoice.id, {
    ...invoice,
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: seconds(context) },
  });
  emitEvent(context, 'invoice.voided', voided);
  return voided;
}
