/*
 * The webhook events that Stripe sends to us. The endpoints at Stripe are created from this list, the local emulator delivers
 * these events, and functions/webhooks/stripe.ts has a handler for each.
 */

/** The events of our own account: payments, refunds, disputes, fraud warnings, plans and transfers to people. */
export const ACCOUNT_EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'transfer.created',
  'transfer.updated',
  'transfer.reversed',
] as const;

/** The events of connected accounts, the accounts of people who are paid. */
export const CONNECTED_EVENTS = ['account.updated', 'payout.paid', 'payout.failed'] as const;

export const WEBHOOK_EVENTS = [...ACCOUNT_EVENTS, ...CONNECTED_EVENTS];

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
