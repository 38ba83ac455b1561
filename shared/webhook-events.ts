/*
 * What the payment provider is told to send us: the one list, from which the endpoints there are made, the emulator on
 * one machine delivers, and functions/webhooks/stripe.ts has to have a handler for each.
 */

/** Of our own account: payments, refunds, disputes, plans, what we send to people who are paid. */
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

/** Of the connected accounts, those of people who are paid. */
export const CONNECTED_EVENTS = ['account.updated', 'payout.paid', 'payout.failed'] as const;

export const WEBHOOK_EVENTS = [...ACCOUNT_EVENTS, ...CONNECTED_EVENTS];

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
