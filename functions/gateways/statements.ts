import type Stripe from 'stripe';
import { type Cents, cents, plus, ZERO } from '#shared/money.ts';
import { refundableAmount } from '#shared/rules/conversations/payment-status.ts';
import { HOUR, type Instant, later, toSeconds } from '#shared/time.ts';
import { chargeSummaryOf } from './charge-summary.ts';
import { planPayment } from './plan-payments.ts';
import { callStripe, stripe } from './stripe.ts';
import { payoutGroupOf } from './transfer-groups.ts';
import { reversalOf } from './transfer-reversals.ts';

/**
 * An item that an event or a balance transaction concerns: a payment, by its intent or invoice, or a transfer, of a payout or
 * not. `balance`: its money at Stripe in cents, if the page shows it completely; otherwise it has to be read.
 */
export type AffectedItem =
  | {
      readonly intentId: string;
      /** Null if the page shows that there is none; absent if the page does not show it. */
      readonly conversationId?: string | null;
      readonly balance?: Cents;
    }
  | { readonly invoiceId: string }
  /** A transfer of a payout. There should be one, but there may be several. */
  | {
      readonly transferId: string;
      readonly userId: string;
      readonly period: string;
      readonly balance: Cents;
    }
  /** The balance is negative, because a transfer takes money from us. */
  | { readonly transferId: string; readonly accountId: string; readonly balance: Cents };

export type AffectedPage = { readonly touched: AffectedItem[]; readonly next: string | undefined };
type Between = { readonly from: Instant; readonly to: Instant };

/** The money of an item at Stripe, and the part that can still be refunded. In cents. */
type StripeBalance = { readonly balance: Cents; readonly refundable: Cents };

/**
 * The gateway to Stripe's events and balance, for reconciliation. Each method throws UNAVAILABLE when Stripe does not
 * answer.
 */
export type Statements = {
  /** A page of the items with events (holds, refunds, disputes, plans) in a time range, newest first. */
  touched(between: Between, after: string | undefined): Promise<AffectedPage>;
  /** A page of the items with balance transactions in a time range, newest first. */
  moved(between: Between, after: string | undefined): Promise<AffectedPage>;
  /** The items with events of the last hour that Stripe has not delivered to our webhook yet. */
  underWay(now: Instant): Promise<AffectedItem[]>;
  payment(
    intentId: string,
  ): Promise<StripeBalance & { readonly conversationId?: string; readonly customerId?: string }>;
  /** The balance of a plan's payment; undefined if the invoice is not paid or not for a plan. */
  invoice(of: {
    readonly intentId?: string;
    readonly invoiceId?: string;
  }): Promise<
    (StripeBalance & { readonly invoiceId: string; readonly intentId: string }) | undefined
  >;
  /** The amount transferred for a payout, less its reversals except the one of this name. */
  payout(userId: string, period: string, exceptReversal?: string): Promise<Cents>;
  /** The person whom a customer or a connected account belongs to; undefined for another product on the same account. */
  ownerOf(
    of: { readonly customerId: string } | { readonly accountId: string },
  ): Promise<string | undefined>;
};

/** The event types that move no balance, or that hold more information than the balance transaction. */
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
/** All event types that our webhook may be about to receive. */
const ALL_TYPES: Stripe.Event['type'][] = [
  ...TYPES,
  'payment_intent.succeeded',
  'transfer.created',
];

/**
 * Statements by Stripe: balance transactions, a hundred a page with their sources, and events for what moves no money. https://docs.stripe.com/api/balance_transactions/list https://docs.stripe.com/api/events/list
 */
export const statements: Statements = {
  async touched(between, after) {
    const client = await stripe();
    const page = await callStripe(() =>
      client.events.list({ types: TYPES, ...pageOf(between, after) }),
    );
    return { touched: page.data.flatMap((event) => touchedBy(event) ?? []), next: nextOf(page) };
  },

  async moved(between, after) {
    const client = await stripe();
    const page = await callStripe(() =>
      client.balanceTransactions.list({ ...pageOf(between, after), expand: ['data.source'] }),
    );
    return { touched: page.data.flatMap((line) => movedBy(line) ?? []), next: nextOf(page) };
  },

  async underWay(now) {
    const client = await stripe();
    const created = { gte: toSeconds(later(now, -HOUR)) };
    const events = await callStripe(() =>
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
    const intent = await callStripe(() =>
      client.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] }),
    );
    const { conversationId } = intent.metadata;
    return {
      ...(await balanceOf(client, intent)),
      ...(conversationId && { conversationId }),
      ...(intent.customer && { customerId: idOf(intent.customer) }),
    };
  },

  async invoice({ intentId, invoiceId }) {
    const payment = intentId
      ? await planPayment({ intentId })
      : invoiceId && (await planPayment({ invoiceId }));
    if (!payment) return undefined;
    const { received, refunded, chargedBack, fees } = payment.chargeSummary;
    const balance = cents(received - refunded - chargedBack - fees);
    return {
      invoiceId: payment.invoiceId,
      intentId: payment.intentId,
      balance,
      refundable: refundableAmount(payment.chargeSummary),
    };
  },

  async payout(userId, period, exceptReversal) {
    const client = await stripe();
    const { data } = await callStripe(() =>
      client.transfers.list({ transfer_group: payoutGroupOf({ userId, period }), limit: 100 }),
    );
    const sent = cents(data.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0));
    if (exceptReversal === undefined) return sent;
    const found = await Promise.all(data.map(({ id }) => reversalOf(client, id, exceptReversal)));
    return plus(sent, ...found.map((reversal) => cents(reversal?.amount ?? 0)));
  },

  async ownerOf(of) {
    const client = await stripe();
    const found = await callStripe<Stripe.Customer | Stripe.DeletedCustomer | Stripe.Account>(() =>
      'customerId' in of
        ? client.customers.retrieve(of.customerId)
        : client.accounts.retrieve(of.accountId),
    );
    return 'metadata' in found ? found.metadata?.userId : undefined;
  },
};

async function balanceOf(client: Stripe, intent: Stripe.PaymentIntent): Promise<StripeBalance> {
  const held = cents(intent.amount_capturable);
  if (held > ZERO) return { balance: held, refundable: held };
  const chargeSummary = await chargeSummaryOf(client, intent);
  const { received, refunded, chargedBack, fees } = chargeSummary;
  return {
    balance: cents(received - refunded - chargedBack - fees),
    refundable: refundableAmount(chargeSummary),
  };
}

const pageOf = ({ from, to }: Between, after: string | undefined) => ({
  created: { gte: toSeconds(from), lt: toSeconds(to) },
  limit: 100,
  ...(after && { starting_after: after }),
});

const nextOf = ({ has_more: hasMore, data }: { has_more: boolean; data: { id: string }[] }) =>
  hasMore ? data.at(-1)?.id : undefined;

function touchedBy({ type, data: { object } }: Stripe.Event): AffectedItem | undefined {
  if (type.startsWith('payment_intent.')) {
    const intent = object as Stripe.PaymentIntent;
    const { conversationId = null } = intent.metadata;
    return { intentId: intent.id, conversationId, balance: ofIntent(intent) };
  }
  if (type === 'invoice.paid') return { invoiceId: (object as Stripe.Invoice).id };
  if (type.startsWith('transfer.')) return ofTransfer(object as Stripe.Transfer);
  if (type === 'charge.refunded') return ofCharge(object as Stripe.Charge);
  const { payment_intent: intent } = object as Stripe.Refund | Stripe.Dispute;
  return intent ? { intentId: idOf(intent) } : undefined;
}

/** The item of a balance transaction; undefined for fees, payouts to our own bank and anything else without a payment. */
function movedBy({ source }: Stripe.BalanceTransaction): AffectedItem | undefined {
  if (!source || typeof source === 'string') return undefined;
  if (source.object === 'charge') return ofCharge(source);
  if (source.object === 'transfer') return ofTransfer(source);
  if (source.object === 'refund' || source.object === 'dispute')
    return source.payment_intent ? { intentId: idOf(source.payment_intent) } : undefined;
  return undefined;
}

/** The amount on hold or received at the time of the event, without later refunds. */
const ofIntent = ({ amount_capturable: held, amount_received: received }: Stripe.PaymentIntent) =>
  cents(held > 0 ? held : received);

/** The item of a charge. Its balance is unknown after a dispute, whose amounts are listed separately. */
function ofCharge(charge: Stripe.Charge): AffectedItem | undefined {
  const { payment_intent: intent, metadata, captured, disputed } = charge;
  if (!intent) return undefined;
  const left = captured ? charge.amount_captured - charge.amount_refunded : 0;
  return {
    intentId: idOf(intent),
    conversationId: metadata.conversationId ?? null,
    ...(!disputed && { balance: cents(left) }),
  };
}

function ofTransfer(transfer: Stripe.Transfer): AffectedItem | undefined {
  const { id: transferId, metadata, amount, amount_reversed: back, destination } = transfer;
  const { userId, period } = metadata;
  if (userId && period && transfer.transfer_group === payoutGroupOf({ userId, period }))
    return { transferId, userId, period, balance: cents(amount - back) };
  const balance = cents(back - amount);
  return destination ? { transferId, accountId: idOf(destination), balance } : undefined;
}

const idOf = (ref: string | { readonly id: string }) => (typeof ref === 'string' ? ref : ref.id);
