import Stripe from 'stripe';
import * as z from 'zod/mini';
import { systemFunctions } from '#shared/api/system-functions.ts';
import type { Instant } from '#shared/time.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';
import { disputes } from '../gateways/disputes.ts';
import { payments } from '../gateways/payments.ts';
import { payouts } from '../gateways/payouts.ts';
import { RECHECK_TIME, type SecretOf, webhookSecrets } from '../gateways/secrets.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serveWebhook } from '../serve-work.ts';
import { recordApplied, wasApplied } from '../storage/webhook-events.ts';
import { accountUpdated } from './stripe/account-updated.ts';
import { chargeDispute } from './stripe/charge-dispute.ts';
import { chargeRefunded } from './stripe/charge-refunded.ts';
import { customerSubscription } from './stripe/customer-subscription.ts';
import { invoiceCreated } from './stripe/invoice-created.ts';
import { invoicePaid } from './stripe/invoice-paid.ts';
import { invoicePaymentFailed } from './stripe/invoice-payment-failed.ts';
import { paymentIntentAmountCapturableUpdated } from './stripe/payment-intent-amount-capturable-updated.ts';
import { paymentIntentCanceled } from './stripe/payment-intent-canceled.ts';
import { paymentIntentPaymentFailed } from './stripe/payment-intent-payment-failed.ts';
import { paymentIntentSucceeded } from './stripe/payment-intent-succeeded.ts';
import { payout } from './stripe/payout.ts';
import { radarEarlyFraudWarning } from './stripe/radar-early-fraud-warning.ts';
import { refund } from './stripe/refund.ts';
import { transfer } from './stripe/transfer.ts';
import type { WebhookHandler } from './stripe/webhook-handler.ts';

/**
 * The largest difference in seconds between the signature's timestamp and now. An older delivery may be a replay; one with a
 * future timestamp could be replayed for longer.
 */
const TOLERANCE = 5 * 60;

/** The handlers of webhook events by type. Events of other types are accepted and ignored. */
export const WEBHOOK_HANDLERS: Readonly<Record<WebhookEvent, WebhookHandler>> = {
  'payment_intent.amount_capturable_updated': paymentIntentAmountCapturableUpdated,
  'payment_intent.succeeded': paymentIntentSucceeded,
  'payment_intent.canceled': paymentIntentCanceled,
  'payment_intent.payment_failed': paymentIntentPaymentFailed,
  'charge.refunded': chargeRefunded,
  'charge.refund.updated': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.dispute.created': chargeDispute,
  'charge.dispute.updated': chargeDispute,
  'charge.dispute.funds_withdrawn': chargeDispute,
  'charge.dispute.funds_reinstated': chargeDispute,
  'charge.dispute.closed': chargeDispute,
  'radar.early_fraud_warning.created': radarEarlyFraudWarning,
  'customer.subscription.created': customerSubscription,
  'customer.subscription.updated': customerSubscription,
  'customer.subscription.deleted': customerSubscription,
  'invoice.created': invoiceCreated,
  'invoice.paid': invoicePaid,
  'invoice.payment_failed': invoicePaymentFailed,
  'account.updated': accountUpdated,
  'transfer.created': transfer,
  'transfer.updated': transfer,
  'transfer.reversed': transfer,
  'payout.paid': payout,
  'payout.failed': payout,
};

/** Stripe's webhook endpoint. Only signed deliveries are accepted, and each event is applied once. */
export const handler = serveWebhook(
  systemFunctions.stripeWebhook,
  async ({ body, header }, work) => {
    const signature = header('stripe-signature') ?? '';
    if (isFromFuture(signature, work.now)) return 'forged';
    // The delivery may be signed with a new secret that the cache does not have yet.
    const event =
      verified(body, signature, await work.webhookSecrets(), work.now) ??
      verified(body, signature, await work.webhookSecrets(RECHECK_TIME), work.now);
    if (!event) return 'forged';
    if (!NAMED.safeParse(event).success) return 'malformed';
    const apply = Object.hasOwn(WEBHOOK_HANDLERS, event.type)
      ? WEBHOOK_HANDLERS[event.type as WebhookEvent]
      : undefined;
    if (!apply) return 'accepted';
    if (!COMPLETE.safeParse(event).success) return 'malformed';
    if (await wasApplied(work.table, event.id)) return 'accepted';
    await apply(event, work);
    await recordApplied(work.table, event, work.now);
    return 'accepted';
  },
  { gives: { payments, disputes, subscriptions, payouts, webhookSecrets } },
);

/** Whether a timestamp is more than TOLERANCE in the future; Stripe's library only refuses old ones. */
const isFromFuture = (signature: string, now: Instant): boolean =>
  signature
    .split(',')
    .filter((part) => part.startsWith('t='))
    .some((part) => Number.parseInt(part.slice(2), 10) > now / 1_000 + TOLERANCE);

/** The minimal form of any event: a valid signature does not guarantee it. */
const NAMED = z.object({ id: z.string().check(z.minLength(1)), type: z.string() });

/** The schema of an event that has a handler. It includes the id of the object to read. */
const COMPLETE = z.extend(NAMED, {
  data: z.object({ object: z.looseObject({ id: z.string().check(z.minLength(1)) }) }),
});

/** Verifies a delivery. Events of our own account and of connected accounts are signed with different secrets. */
function verified(
  body: string,
  signature: string,
  { stripeWebhookSecret, stripeConnectWebhookSecret }: SecretOf<'webhookSecrets'>,
  now: Instant,
): Stripe.Event | undefined {
  for (const secret of [stripeWebhookSecret, stripeConnectWebhookSecret]) {
    if (!secret) continue;
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now);
    } catch {
      // Try the other secret.
    }
  }
  return undefined;
}
