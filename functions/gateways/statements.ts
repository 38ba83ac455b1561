import type Stripe from 'stripe';
import { type Cents, cents, ZERO } from '../../shared/money.ts';
import { leftOf } from '../../shared/rules/conversations/disputes.ts';
import { HOUR, type Instant, later, toSeconds } from '../../shared/time.ts';
import { planPayment } from './plan-payments.ts';
import { asked, stripe } from './stripe.ts';
import { takingsOf } from './takings.ts';

/**
 * What something happened to: a payment, by its intent or its invoice, or a payout by its transfer. `standing`: what stands
 * there since, in cents, where the page itself says all of it; absent, it has to be asked for.
 */
export type Touched =
  | {
      readonly intentId: string;
      /** Null where the page says that it is of none; absent where it does not say. */
      readonly conversationId?: string | null;
      readonly standing?: Cents;
    }
  | { readonly invoiceId: string }
  | { readonly userId: string; readonly period: string; readonly standing?: Cents };

export type TouchedPage = { readonly touched: Touched[]; readonly next: string | undefined };
type Between = { readonly from: Instant; readonly to: Instant };

/** What stands at the provider for one thing, and what of it could still be given back. In cents. */
export type Stands = { readonly standing: Cents; readonly left: Cents };

/** What the provider's books say, for whoever compares. Each throws UNAVAILABLE when it does not answer. */
export type Statements = {
  /** A page of what is said of holds, refunds, disputes and plans between two moments, newest first. */
  touched(between: Between, after: string | undefined): Promise<TouchedPage>;
  /** A page of what moved the balance between two moments, newest first. */
  moved(between: Between, after: string | undefined): Promise<TouchedPage>;
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

/** What does not move the balance, and what says more of a movement than its line. */
const TYPES: Stripe.Event['type'][] = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'invoice.paid',
  'transfer.reversed',
];
/** Of everything that our webhook may be about to hear. */
const ALL_TYPES: Stripe.Event['type'][] = [
  ...TYPES,
  'payment_intent.succeeded',
  'transfer.created',
];

/**
 * The books of Stripe: its balance transactions, a hundred a page with what caused them, and for what moves no money its
 * events. https://docs.stripe.com/api/balance_transactions/list https://docs.stripe.com/api/events/list
 */
export const statements: Statements = {
  async touched(between, after) {
    const client = await stripe();
    const page = await asked(() => client.events.list({ types: TYPES, ...pageOf(between, after) }));
    return { touched: page.data.flatMap((event) => touchedBy(event) ?? []), next: nextOf(page) };
  },

  async moved(between, after) {
    const client = await stripe();
    const page = await asked(() =>
      client.balanceTransactions.list({ ...pageOf(between, after), expand: ['data.source'] }),
    );
    return { touched: page.data.flatMap((line) => movedBy(line) ?? []), next: nextOf(page) };
  },

  async underWay(now) {
    const client = await stripe();
    const created = { gte: toSeconds(later(now, -HOUR)) };
    const events = await asked(() =>
      client.events
        .list({ types: ALL_TYPES, created, limit: 100 })
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

const pageOf = ({ from, to }: Between, after: string | undefined) => ({
  created: { gte: toSeconds(from), lt: toSeconds(to) },
  limit: 100,
  ...(after && { starting_after: after }),
});

const nextOf = ({ has_more: hasMore, data }: { has_more: boolean; data: { id: string }[] }) =>
  hasMore ? data.at(-1)?.id : undefined;

function touchedBy({ type, data: { object } }: Stripe.Event): Touched | undefined {
  if (type.startsWith('payment_intent.')) {
    const intent = object as Stripe.PaymentIntent;
    const { conversationId = null } = intent.metadata;
    return { intentId: intent.id, conversationId, standing: ofIntent(intent) };
  }
  if (type === 'invoice.paid') return { invoiceId: (object as Stripe.Invoice).id };
  if (type.startsWith('transfer.')) return ofTransfer(object as Stripe.Transfer);
  if (type === 'charge.refunded') return ofCharge(object as Stripe.Charge);
  const { payment_intent: intent } = object as Stripe.Refund | Stripe.Dispute;
  return intent ? { intentId: idOf(intent) } : undefined;
}

/** What caused a line of the balance; undefined for fees, payouts to our own bank and what belongs to no payment. */
function movedBy({ source }: Stripe.BalanceTransaction): Touched | undefined {
  if (!source || typeof source === 'string') return undefined;
  if (source.object === 'charge') return ofCharge(source);
  if (source.object === 'transfer') return ofTransfer(source);
  if (source.object === 'refund' || source.object === 'dispute')
    return source.payment_intent ? { intentId: idOf(source.payment_intent) } : undefined;
  return undefined;
}

/** What was held or received when the event happened; nothing of what went back since. */
const ofIntent = ({ amount_capturable: held, amount_received: received }: Stripe.PaymentIntent) =>
  cents(held > 0 ? held : received);

/** A charge says what was taken and given back; what a dispute moved is in a list of its own. */
function ofCharge(charge: Stripe.Charge): Touched | undefined {
  const { payment_intent: intent, metadata, captured, disputed } = charge;
  if (!intent) return undefined;
  const left = captured ? charge.amount_captured - charge.amount_refunded : 0;
  return {
    intentId: idOf(intent),
    conversationId: metadata.conversationId ?? null,
    ...(!disputed && { standing: cents(left) }),
  };
}

function ofTransfer({ metadata, amount, amount_reversed: back }: Stripe.Transfer) {
  const { userId, period } = metadata;
  return userId && period ? { userId, period, standing: cents(amount - back) } : undefined;
}

const idOf = (ref: string | { readonly id: string }) => (typeof ref === 'string' ? ref : ref.id);
