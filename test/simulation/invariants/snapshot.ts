import type Stripe from 'stripe';
import type { User } from '#functions/storage/accounts/users.ts';
import type { BookedEntry } from '#functions/storage/ledger/ledger.ts';
import type { Payout } from '#functions/storage/payouts/payouts.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import type { Referral } from '#shared/rules/accounts/referrals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Item } from '../engine.ts';
import { isUndecided } from '../stripe-actions.ts';
import type { World } from '../world.ts';

/* A snapshot of a history while no process runs, and what several invariants calculate from it. */

/** The items of the table and the objects at Stripe at one moment, by type. */
export type Snapshot = {
  readonly world: World;
  readonly now: number;
  readonly items: readonly Item[];
  readonly conversations: readonly Conversation[];
  readonly entries: readonly BookedEntry[];
  readonly users: readonly User[];
  readonly payouts: readonly Payout[];
  readonly events: readonly DomainEvent[];
  readonly referrals: readonly (Referral & { readonly invitedUserId: string })[];
  readonly intents: readonly Stripe.PaymentIntent[];
  readonly charges: ReadonlyMap<string, Stripe.Charge>;
  readonly disputes: readonly Stripe.Dispute[];
  readonly fraudWarnings: readonly Stripe.Radar.EarlyFraudWarning[];
  /** The transfers of payouts. */
  readonly transfers: readonly Stripe.Transfer[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly subscriptions: readonly Stripe.Subscription[];
  /** Returns the item of a key, or undefined. */
  at(pk: string, sk: string): Item | undefined;
};

/** Returns a description of each violation; an empty list if the invariant holds. */
export type Invariant = (state: Snapshot) => string[];

export function snapshotOf(world: World, items: readonly Item[]): Snapshot {
  const byKey = new Map(items.map((item) => [`${item.pk}\n${item.sk}`, item]));
  const those = <Kind>(is: (item: Item) => boolean) => items.filter(is) as unknown as Kind[];
  const { stripe } = world;
  return {
    world,
    now: world.clock.now(),
    items,
    at: (pk, sk) => byKey.get(`${pk}\n${sk}`),
    conversations: those<Conversation>(({ sk }) => sk === 'CONVERSATION'),
    entries: those<BookedEntry>(({ sk }) => sk === 'ENTRY'),
    users: those<User>(({ sk }) => sk === 'USER'),
    payouts: those<Payout>(({ sk }) => sk.startsWith('PAYOUT#')),
    events: those<{ event: DomainEvent }>(({ sk }) => sk === 'EVENT').map(({ event }) => event),
    referrals: items
      .filter(({ pk, sk }) => pk.startsWith('USER#') && sk === 'REFERRAL')
      .map((item) => ({ ...(item as unknown as Referral), invitedUserId: item.pk.slice(5) })),
    intents: stripe.all('paymentIntents'),
    charges: new Map(stripe.all('charges').map((charge) => [charge.id, charge])),
    disputes: stripe.all('disputes'),
    fraudWarnings: stripe.all('earlyFraudWarnings'),
    transfers: stripe.all('transfers').filter(({ metadata }) => metadata.product !== 'another'),
    invoices: stripe.all('invoices'),
    subscriptions: stripe.all('subscriptions'),
  };
}

/** Adds up amounts in cents. */
export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, one) => total + one, 0);

/** Sums the postings to an account, over the entries that match. */
export function posted(
  { entries }: Pick<Snapshot, 'entries'>,
  account: string,
  fits: (entry: BookedEntry) => boolean = () => true,
): number {
  return sum(
    entries
      .filter(fits)
      .flatMap((entry) => entry.postings)
      .flatMap((posting) => (posting.account === account ? [posting.amount] : [])),
  );
}

/** The net amount of a payment at Stripe in cents: held or captured, less refunds and disputes with their fees. */
export function netAtStripe(state: Snapshot, intent: Stripe.PaymentIntent): number {
  const charge = state.charges.get(String(intent.latest_charge));
  const refunded = charge?.captured ? charge.amount_refunded : 0;
  const moved = sum(disputeMovements(state, intent).map(({ net }) => net));
  return intent.amount_capturable + intent.amount_received - refunded + moved;
}

/** The cents that Stripe took for disputes of a payment. It keeps them also if the dispute is won. */
export const disputeFees = (state: Snapshot, intent: Stripe.PaymentIntent): number =>
  sum(disputeMovements(state, intent).map(({ fee }) => fee));

const disputeMovements = ({ disputes }: Snapshot, { latest_charge }: Stripe.PaymentIntent) =>
  disputes
    .filter(({ charge }) => charge === latest_charge)
    .flatMap(({ balance_transactions }) => balance_transactions);

/** When the entry with this cause was booked; undefined if it was not. */
export function bookedAt(state: Snapshot, cause: string): number | undefined {
  const entry = state.at(`ENTRY#${cause}`, 'ENTRY');
  return entry && Number(entry.at);
}

/** The payment of a conversation at Stripe. */
export const intentOf = (
  { intents }: Snapshot,
  conversationId: string,
): Stripe.PaymentIntent | undefined =>
  intents.find(({ metadata }) => metadata.conversationId === conversationId);

/** Noon on the 8th after a month such as 2026-11. */
export function paydayOf(period: string): number {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return Date.UTC(year, month, 8, 12);
}

/** Calculates the net amount with half-up rounding, with a different method than the product. */
export function netBy(price: number, { basisPoints, fixed }: Conversation['feeTerms']): number {
  const exact = (price * basisPoints) / 10_000;
  const rounded = exact - Math.floor(exact) >= 0.5 ? Math.ceil(exact) : Math.floor(exact);
  return Math.max(0, price - rounded - fixed);
}

/** Whether an operator captured a hold in Stripe's dashboard. */
export const isCapturedManually = ({ world }: Snapshot, intentId: string): boolean =>
  world.stripe.manualRequests.some((asked) =>
    asked.startsWith(`/v1/payment_intents/${intentId}/capture`),
  );

/** The cents of a payout that an operator reversed; 0 if nothing of it is left, because that is booked. */
export const reversedManually = ({ reversed, reversals }: Stripe.Transfer): number =>
  reversed ? 0 : sum(reversals.data.flatMap((one) => (one.metadata?.recovery ? [] : [one.amount])));

/** The cents that a payout sent, as the ledger knows it. */
export const sentAsBooked = (transfer: Stripe.Transfer): number =>
  transfer.amount - transfer.amount_reversed + reversedManually(transfer);

/** Whether a claim about the answer ended with a refund. */
export const isClaimReturned = ({ money }: Conversation): boolean =>
  ['GIVEN_BACK', 'LAPSED', 'UPHELD'].includes(money.claim?.state ?? '');

/** Groups a list by name. */
export function grouped<One>(
  all: readonly One[],
  nameOf: (one: One) => string,
): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group) group.push(one);
    else groups.set(nameOf(one), [one]);
  }
  return groups;
}

/** Whether a refund waits until the sender's bank has decided a dispute over the same payment. */
export function isRefundDisputed(state: Snapshot, { id, money }: Conversation): boolean {
  const intent = intentOf(state, id);
  const isOpen = state.disputes.some(
    (dispute) => dispute.charge === intent?.latest_charge && isUndecided(dispute),
  );
  return money.owed === 'giveBack' && isOpen;
}

/**
 * The cents that cannot be refunded to the sender of an unanswered order yet, because their bank has not decided a dispute
 * over the same payment. The ledger books the refund of an answered or reviewed order only once it is made.
 */
export function heldByDispute(state: Snapshot, conversationId: string): number {
  const order = state.conversations.find(({ id }) => id === conversationId);
  const intent = intentOf(state, conversationId);
  const charge = intent && state.charges.get(String(intent.latest_charge));
  if (order?.money.owed !== 'giveBack' || order.net !== undefined || isReviewed(order)) return 0;
  if (!intent || !charge?.disputed) return 0;
  const disputes = state.disputes.filter((dispute) => dispute.charge === charge.id);
  const refunds = state.world.stripe.all('refunds').filter((one) => one.charge === charge.id);
  // The ledger owes the sender a refund again once their bank has refused it.
  if (refunds.some(({ status }) => status === 'failed')) return 0;
  const stuck = disputes.some(isUndecided);
  const taken = sum(
    disputes.flatMap((one) => one.balance_transactions.map(({ amount }) => -amount)),
  );
  return stuck ? Math.max(0, intent.amount_received - charge.amount_refunded - taken) : 0;
}

export const isPending = (status: string): boolean =>
  status === 'PENDING' || status === 'NEEDS_INFO';

/** The reports after which the sender gets the money back; after the others it is reviewed. */
const REFUNDED_REPORTS = /^(NOT_ME|IGNORE|SUICIDE_SELFINJURY)$/;

export const isReviewed = ({ status, reasonCode = '' }: Conversation): boolean =>
  status === 'REPORTED' && !REFUNDED_REPORTS.test(reasonCode);
