import type Stripe from 'stripe';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isEnded } from '../endings.ts';
import {
  grouped,
  heldByDispute,
  type Invariant,
  intentOf,
  isReviewed,
  netBy,
  posted,
  type Snapshot,
  sentAsBooked,
  sum,
} from './snapshot.ts';

/*
 * Every account of the ledger, calculated again from what happened: the payments, refunds, disputes and transfers at Stripe, and
 * what the history of each conversation says. An amount that depends on an earlier balance, such as the one that a dispute
 * freezes, is a range.
 */

type Range = readonly [least: number, most: number];
const exactly = (amount: number): Range => [amount, amount];

/** What Stripe says about the payment of a conversation or an invoice. Amounts in cents. */
type Payment = {
  /** Held, or captured and not refunded or withdrawn. */
  readonly left: number;
  /** What banks took beyond the payment: fees of disputes, and amounts above the price. */
  readonly cost: number;
  /** In disputes that the bank decided for its card holder, or refunded as fraud. */
  readonly lost: number;
  /** In disputes that are not decided. */
  readonly open: number;
  readonly isDisputed: boolean;
  readonly hasFailedRefund: boolean;
};

const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
const amounts = (some: readonly { readonly amount: number }[]) =>
  sum(some.map(({ amount }) => amount));

function paymentAt(state: Snapshot, intent: Stripe.PaymentIntent | undefined): Payment {
  const chargeId = intent && String(intent.latest_charge);
  const refunds = state.world.stripe.all('refunds').filter(({ charge }) => charge === chargeId);
  const disputes = state.disputes.filter(({ charge }) => charge === chargeId);
  const moved = disputes.flatMap((one) => one.balance_transactions);
  const made = refunds.filter((one) => !isFailed(one));
  const received = intent?.amount_received ?? 0;
  const standing = received - (received > 0 ? amounts(made) : 0) + amounts(moved);
  return {
    left: Math.max(0, standing) + (intent?.amount_capturable ?? 0),
    cost: Math.max(0, -standing) + sum(moved.map(({ fee }) => fee)),
    lost:
      amounts(disputes.filter(({ status }) => status === 'lost')) +
      amounts(made.filter(({ reason }) => reason === 'fraudulent')),
    open: amounts(disputes.filter(({ status }) => /^(needs_response|under_review)$/.test(status))),
    isDisputed: disputes.length > 0,
    hasFailedRefund: refunds.some(isFailed),
  };
}

const has = ({ history }: Conversation, event: RegExp) =>
  history.some(({ event: name }) => event.test(name));

const isPaid = ({ status, price }: Conversation) =>
  price > 0 && status !== 'PAYING' && status !== 'UNDONE';

const CLAIM_LASTS = /^(CLAIMED|CLAIM_IMPROVED|CLAIM_CONTESTED)$/;
const CLAIM_RETURNS = /^CLAIM_(GIVEN_BACK|LAPSED|UPHELD)$/;

/** The shares of a payment in the accounts, by what happened to the conversation. The platform bears what is missing. */
type Shares = Readonly<Record<'held' | 'earning' | 'fee' | 'review' | 'claims', Range>>;

function sharesOf(state: Snapshot, order: Conversation): Shares {
  const { id, price, status, history } = order;
  const payment = paymentAt(state, intentOf(state, order.id));
  const none = exactly(0);
  const shares: Shares = { held: none, earning: none, fee: none, review: none, claims: none };
  if (!isPaid(order) && status !== 'UNDONE') return shares;
  if (has(order, /^ANSWERED$/)) return { ...shares, ...sharesOfAnswer(order, payment) };
  if (status === 'PENDING' || status === 'NEEDS_INFO') return { ...shares, held: exactly(price) };
  if (!isReviewed(order))
    return { ...shares, held: exactly(payment.left - heldByDispute(state, id)) };
  const wasKept = history.some(({ event }) => event === 'KEPT');
  // The platform keeps what was left at the decision, from all to what is left now, and bears what is lost afterwards.
  return wasKept
    ? { ...shares, fee: payment.left === price ? exactly(price) : [payment.left, price] }
    : { ...shares, review: exactly(payment.left) };
}

function sharesOfAnswer(order: Conversation, { lost, open }: Payment): Partial<Shares> {
  const { price, feeTerms, history } = order;
  const net = netBy(price, feeTerms);
  const byRecipient = history.some(({ event, amount }) => event === 'GIVEN_BACK' && amount);
  // The platform bears a restored earning, and has given its fee back with the refund.
  if (has(order, /^EARNING_RESTORED$/)) return { earning: exactly(net) };
  if (has(order, CLAIM_RETURNS) || byRecipient) return {};
  const earningFrom = (part: number) => net - netBy(Math.max(0, price - part), feeTerms);
  const lastClaim = history.findLast(({ event }) => event.startsWith('CLAIM'));
  const claimed = lastClaim && CLAIM_LASTS.test(lastClaim.event) ? net : 0;
  return {
    earning: [Math.max(0, net - earningFrom(lost + open) - claimed), net - earningFrom(lost)],
    fee: exactly(price - net),
    claims: [0, claimed],
  };
}

const inCents = ([least, most]: Range) => (least === most ? `${least}` : `${least} to ${most}`);
const outside = (what: string, is: number, wanted: Range) =>
  is >= wanted[0] && is <= wanted[1] ? [] : [`${what} ${is} cents, not ${inCents(wanted)}`];

/** For each conversation the accounts hold the amounts that follow from its history and its payment at Stripe. */
export const sharesFollowFromHistory: Invariant = (state) => {
  const entries = grouped(state.entries, ({ conversationId = '' }) => conversationId);
  return state.conversations.flatMap((order) => {
    const { id, recipient } = order;
    const shares = sharesOf(state, order);
    const own = { entries: entries.get(id) ?? [] };
    return Object.entries({
      held: shares.held,
      [`user:${recipient.id}`]: shares.earning,
      'platform:fees': shares.fee,
      'platform:review': shares.review,
      'platform:claims': shares.claims,
    }).flatMap(([account, wanted]) =>
      outside(`${account} has of ${id}`, posted(own, account), wanted),
    );
  });
};

/** The accounts of the platform have nothing else than their shares of conversations and of paid plans. */
export const platformAccountsAddUp: Invariant = (state) => {
  const ofConversations = (account: string) =>
    posted(state, account, ({ conversationId }) => conversationId !== undefined);
  const plans = planPayments(state);
  const total = (one: (payment: Payment) => number) => sum(plans.map(one));
  const expected: Readonly<Record<string, number>> = {
    held: ofConversations('held'),
    'platform:fees': ofConversations('platform:fees'),
    'platform:review': ofConversations('platform:review'),
    'platform:claims': ofConversations('platform:claims'),
    'platform:subscriptions': total(({ left }) => left),
    'platform:disputes': ofConversations('platform:disputes') - total(({ cost }) => cost),
    'payout:transit': amounts(underWay(state)),
  };
  return Object.entries(expected).flatMap(([account, wanted]) =>
    outside(`${account} has`, posted(state, account), exactly(wanted)),
  );
};

const underWay = ({ payouts }: Snapshot) =>
  payouts.filter(({ status }) => status === 'SENDING' || status === 'WAITING');

/** The payments of plans, as Stripe has them. */
function planPayments(state: Snapshot): Payment[] {
  const payments = state.world.stripe.all('invoicePayments');
  return state.invoices
    .filter(({ parent }) => parent?.subscription_details?.metadata?.userId !== undefined)
    .filter(({ status }) => status === 'paid')
    .flatMap(({ id }) => {
      const intentId = payments.find(({ invoice }) => invoice === id)?.payment.payment_intent;
      const intent = state.intents.find((one) => one.id === intentId);
      return intent ? [paymentAt(state, intent)] : [];
    });
}

/** A user is owed what their answers and bonuses earned, less what was transferred to them or is on its way. */
export const usersAreOwedWhatTheyEarned: Invariant = (state) =>
  state.users.flatMap(({ id }) => {
    const earned = state.conversations
      .filter(({ recipient }) => recipient.id === id)
      .map((order) => sharesOf(state, order).earning);
    const bonuses = -posted(state, 'platform:referrals', ({ userId }) => userId === id);
    const theirs = ({ metadata }: Stripe.Transfer) => metadata.userId === id;
    const transferred = state.transfers.filter(theirs).map(sentAsBooked);
    const leaving = underWay(state).filter(({ userId }) => userId === id);
    const rest = bonuses - sum(transferred) - amounts(leaving);
    return outside(`${id} is owed`, posted(state, `user:${id}`), [
      sum(earned.map(([least]) => least)) + rest,
      sum(earned.map(([, most]) => most)) + rest,
    ]);
  });

/**
 * The platform loses money of a conversation only by a bank, by an operator or by a hold that lapsed, and not more than these
 * took. It gains nothing by one.
 */
export const lossesHaveACause: Invariant = (state) => {
  const manual = state.world.stripe.manualRequests;
  return state.conversations.filter(isPaid).flatMap((order) => {
    const { id, price } = order;
    const intent = intentOf(state, order.id);
    const payment = paymentAt(state, intent);
    const lost = -posted(state, 'platform:disputes', (entry) => entry.conversationId === id);
    const hasCause =
      payment.isDisputed ||
      has(order, /^(GIVEN_BACK|PARTLY_REFUNDED)$/) ||
      intent?.status === 'canceled' ||
      manual.some((asked) => intent && asked.includes(intent.id));
    // An appeal restored the earning at the cost of the platform, beside the refund.
    const restored = order.history.find(({ event }) => event === 'EARNING_RESTORED')?.amount ?? 0;
    const most = (hasCause ? price - payment.left + payment.cost : 0) + restored;
    // Until an operator finds another way, the account keeps what the bank or Stripe refused to return to the sender.
    const isRefused = payment.hasFailedRefund || has(order, /^RETURN_FAILED$/);
    // Stripe refunds nothing during a dispute, so the earning that was taken back for a refund waits in the account.
    const isWaiting = payment.open > 0 && (has(order, /^GIVEN_BACK$/) || has(order, CLAIM_RETURNS));
    const least = isRefused || isWaiting ? -payment.left : 0;
    return outside(`the platform lost of ${id}`, lost, [least, Math.max(0, most)]);
  });
};

/** A sender whose message was not answered has all of the money back, unless a bank keeps it or refuses the refund. */
export const sendersAreRefunded: Invariant = (state) =>
  state.conversations.filter(isPaid).flatMap((order) => {
    const { left, isDisputed, hasFailedRefund } = paymentAt(state, intentOf(state, order.id));
    return isEnded(order.status) &&
      !isReviewed(order) &&
      left > 0 &&
      !isDisputed &&
      !hasFailedRefund
      ? [`${order.id} is ${order.status}, and its sender lacks ${left} cents`]
      : [];
  });
