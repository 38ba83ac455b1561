import type Stripe from 'stripe';
import { type Cents, cents, ZERO } from '../../shared/money.ts';
import { leftOf } from '../../shared/rules/taken-back.ts';
import { HOUR, type Instant, later, toSeconds } from '../../shared/time.ts';
import { planPayment } from './plan-payments.ts';
import { asked, stripe } from './stripe.ts';
import { takingsOf } from './takings.ts';

/** What something happened to: a payment, by its intent or its invoice, or a payout by its transfer. */
export type Touched =
  | { readonly intentId: string }
  | { readonly invoiceId: string }
  | { readonly userId: string; readonly period: string };

/** What stands at the provider for one thing, and what of it could still be given back. In cents. */
export type Stands = { readonly standing: Cents; readonly left: Cents };

/** What the provider's books say, for whoever compares. Each throws UNAVAILABLE when it does not answer. */
export type Statements = {
  /** A page of what was touched between two moments. */
  touched(
    between: { readonly from: Instant; readonly to: Instant },
    after: string | undefined,
  ): Promise<{ readonly touched: Touched[]; readonly next: string | undefined }>;
  /** What was touched in the last hour, and our webhook has not been told of yet. */
  underWay(now: Instant): Promise<Touched[]>;
  payment(intentId: string): Promise<Stands & { readonly conversationId?: string }>;
  /** Undefined for an invoice that was not paid, or is of no plan. */
  invoice(of: {
    readonly intentId?: string;
    readonly invoiceId?: string;
  }): Promise<(Stands & { readonly invoiceId: string }) | undefined>;
  /** What was transferred for a payout, less what came back. */
  payout(userId: string, period: string): Promise<Cents>;
};

const TYPES: Stripe.Event['type'][] = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'invoice.paid',
  'transfer.created',
  'transfer.reversed',
];

/** The books of Stripe, by its log of events: https://docs.stripe.com/api/events/list */
export const statements: Statements = {
  async touched({ from, to }, after) {
    const client = await stripe();
    const created = { gte: toSeconds(from), lt: toSeconds(to) };
    const page = await asked(() =>
      client.events.list({
        types: TYPES,
        created,
        limit: 100,
        ...(after && { starting_after: after }),
      }),
    );
    return {
      touched: page.data.flatMap((event) => touchedBy(event) ?? []),
      next: page.has_more ? page.data.at(-1)?.id : undefined,
    };
  },

  async underWay(now) {
    const client = await stripe();
    const created = { gte: toSeconds(later(now, -HOUR)) };
    const events = await asked(() =>
      client.events
        .list({ types: TYPES, created, limit: 100 })
        .autoPagingToArray({ limit: 10_000 }),
    );
    return events
      .filter(({ pending_webhooks: waiting }) => waiting > 0)
      .flatMap((event) => touchedBy(event) ?? []);
  },

  async payment(intentId) {
    const client = await stripe();
    const intent = await asked(() =>
      client.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] }),
    );
    const { conversationId } = intent.metadata;
    return { ...(await standsOf(client, intent)), ...(conversationId && { conversationId }) };
  },

  async invoice({ intentId, invoiceId }) {
    const payment = intentId
      ? await planPayment({ intentId })
      : invoiceId && (await planPayment({ invoiceId }));
    if (!payment) return undefined;
    const { received, refunded, chargedBack, fees } = payment.takings;
    const standing = cents(received - refunded - chargedBack - fees);
    return { invoiceId: payment.invoiceId, standing, left: leftOf(payment.takings) };
  },

  async payout(userId, period) {
    const client = await stripe();
    const group = `payout:${userId}:${period}`;
    const { data } = await asked(() =>
      client.transfers.list({ transfer_group: group, limit: 100 }),
    );
    return cents(data.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0));
  },
};

async function standsOf(client: Stripe, intent: Stripe.PaymentIntent): Promise<Stands> {
  const held = cents(intent.amount_capturable);
  if (held > ZERO) return { standing: held, left: held };
  const takings = await takingsOf(client, intent);
  const { received, refunded, chargedBack, fees } = takings;
  return { standing: cents(received - refunded - chargedBack - fees), left: leftOf(takings) };
}

function touchedBy({ type, data: { object } }: Stripe.Event): Touched | undefined {
  if (type.startsWith('payment_intent.')) return { intentId: (object as Stripe.PaymentIntent).id };
  if (type === 'invoice.paid') return { invoiceId: (object as Stripe.Invoice).id };
  if (type.startsWith('transfer.')) {
    const { userId, period } = (object as Stripe.Transfer).metadata;
    return userId && period ? { userId, period } : undefined;
  }
  const { payment_intent: intent } = object as Stripe.Charge | Stripe.Refund | Stripe.Dispute;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  return intentId ? { intentId } : undefined;
}
