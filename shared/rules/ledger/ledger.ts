import { type Cents, minus, negative, plus, ZERO } from '../../money.ts';
import { type FeeTerms, feeOf, netOf } from '../conversations/pricing.ts';

/*
 * The double-entry ledger. Liabilities of the platform are positive, assets are negative, and every entry sums to zero. `held`
 * is the price of pending messages; `card:clearing` is the money at Stripe, on hold or captured.
 */

export const SHARED_ACCOUNTS = [
  'held',
  'card:clearing',
  'platform:fees',
  'platform:subscriptions',
  'platform:review',
  'platform:referrals',
  'platform:disputes',
  'platform:claims',
  'payout:transit',
] as const;

export type Account = (typeof SHARED_ACCOUNTS)[number] | `user:${string}`;
export type Posting = { readonly account: Account; readonly amount: Cents };

/** A ledger entry. `cause` names the one event that made it (`answered:<conversation>`) and is unique. */
export type LedgerEntry = {
  readonly cause: string;
  /** Absent if the money belongs to no conversation, as with payments of plans. */
  readonly conversationId?: string;
  /** The person in whose own ledger the entry appears. */
  readonly userId?: string;
  /** The terms of the fee in it. */
  readonly feeTerms?: FeeTerms;
  readonly postings: readonly Posting[];
};

type PricedConversation = { readonly id: string; readonly price: Cents };

function entry(
  cause: string,
  conversationId: string,
  postings: readonly Posting[],
  userId?: string,
) {
  const kept = balanced(cause, postings);
  return { cause, conversationId, postings: kept, ...(userId && { userId }) } satisfies LedgerEntry;
}

function balanced(cause: string, postings: readonly Posting[]): readonly Posting[] {
  const sum = plus(...postings.map((posting) => posting.amount));
  if (sum !== ZERO) throw new RangeError(`the entry ${cause} is off by ${sum} cents`);
  return postings.filter((posting) => posting.amount !== ZERO);
}

/** The entry of a paid order: the price is at Stripe and held until the conversation ends. */
export const paidEntry = ({ id, price }: PricedConversation): LedgerEntry =>
  entry(`paid:${id}`, id, [
    { account: 'held', amount: price },
    { account: 'card:clearing', amount: negative(price) },
  ]);

/** The entry of a paid response: the net goes to the recipient, the fee to the platform. */
export const answeredEntry = (
  { id, price }: PricedConversation,
  recipientId: string,
  terms: FeeTerms,
): LedgerEntry => ({
  ...entry(
    `answered:${id}`,
    id,
    [
      { account: 'held', amount: negative(price) },
      { account: `user:${recipientId}`, amount: netOf(price, terms) },
      { account: 'platform:fees', amount: feeOf(price, terms) },
    ],
    recipientId,
  ),
  feeTerms: terms,
});

/** The entry of a return: the sender gets the whole price back. */
export const returnedEntry = ({ id, price }: PricedConversation): LedgerEntry =>
  entry(`returned:${id}`, id, [
    { account: 'held', amount: negative(price) },
    { account: 'card:clearing', amount: price },
  ]);

/** The entry of a failed refund: the amount is owed to the sender again; a negative amount if it arrived at last. In cents. */
export const failedRefundEntry = (
  { id }: PricedConversation,
  entryNumber: number,
  amount: Cents,
): LedgerEntry =>
  entry(`${amount > 0 ? 'refundFailed' : 'refundedAgain'}:${id}:${entryNumber}`, id, [
    { account: 'held', amount },
    { account: 'card:clearing', amount: negative(amount) },
  ]);

/** The entry of a report that takes to review what is left of the price; the platform had borne the rest (`gone`) until now. */
export const reportedEntry = ({ id, price }: PricedConversation, gone: Cents): LedgerEntry =>
  entry(`reported:${id}`, id, [
    { account: 'held', amount: negative(price) },
    { account: 'platform:review', amount: minus(price, gone) },
    { account: 'platform:disputes', amount: gone },
  ]);

/** The entry of a manual refund borne by the recipient: the earning and the fee cover what the platform refunds. */
export const reversedEarningEntry = (
  { id, price }: PricedConversation,
  recipientId: string,
  net: Cents,
): LedgerEntry =>
  entry(
    `givenBack:${id}`,
    id,
    [
      { account: `user:${recipientId}`, amount: negative(net) },
      { account: 'platform:fees', amount: minus(net, price) },
      { account: 'platform:disputes', amount: price },
    ],
    recipientId,
  );

/** The entry of a claim: the earning that is still in the balance is frozen. In cents. */
export const claimedEntry = (
  { id }: PricedConversation,
  recipientId: string,
  frozen: Cents,
): LedgerEntry =>
  entry(
    `claimed:${id}`,
    id,
    [
      { account: `user:${recipientId}`, amount: negative(frozen) },
      { account: 'platform:claims', amount: frozen },
    ],
    recipientId,
  );

/** The entry of a claim that ended without a refund: the frozen earning is in the balance again. */
export const claimFreedEntry = (
  { id }: PricedConversation,
  recipientId: string,
  frozen: Cents,
): LedgerEntry =>
  entry(
    `claimFreed:${id}`,
    id,
    [
      { account: 'platform:claims', amount: negative(frozen) },
      { account: `user:${recipientId}`, amount: frozen },
    ],
    recipientId,
  );

/**
 * The entry of a claim that ended with a refund: the earning and the fee cover what the platform refunds. What was not frozen of
 * the earning is taken out of the balance.
 */
export const claimReturnedEntry = (
  { id, price }: PricedConversation,
  recipientId: string,
  { net, frozen }: { readonly net: Cents; readonly frozen: Cents },
): LedgerEntry =>
  entry(
    `claimReturned:${id}`,
    id,
    [
      { account: 'platform:claims', amount: negative(frozen) },
      { account: `user:${recipientId}`, amount: minus(frozen, net) },
      { account: 'platform:fees', amount: minus(net, price) },
      { account: 'platform:disputes', amount: price },
    ],
    recipientId,
  );

/** The entry of an earning that an appeal restores: the platform bears it, because the sender keeps the refund. */
export const earningRestoredEntry = (
  { id }: PricedConversation,
  recipientId: string,
  amount: Cents,
): LedgerEntry =>
  entry(
    `earningRestored:${id}`,
    id,
    [
      { account: `user:${recipientId}`, amount },
      { account: 'platform:disputes', amount: negative(amount) },
    ],
    recipientId,
  );

/** The entry of a reviewed report whose money the platform keeps. */
export const keptEntry = ({ id }: PricedConversation, kept: Cents): LedgerEntry =>
  entry(`kept:${id}`, id, [
    { account: 'platform:review', amount: negative(kept) },
    { account: 'platform:fees', amount: kept },
  ]);

/** The entry of a hold that lapsed although the price was still expected; `from` bears the loss. */
export const lostPaymentEntry = (
  { id, price }: PricedConversation,
  from: 'platform:disputes' | 'platform:review',
): LedgerEntry =>
  entry(`lost:${id}`, id, [
    { account: from, amount: negative(price) },
    { account: 'card:clearing', amount: price },
  ]);

/** The entry of a payment for a plan. Booked once for each invoice. */
export const subscriptionEntry = (invoiceId: string, amount: Cents): LedgerEntry => ({
  cause: `subscription:${invoiceId}`,
  postings: balanced(`subscription:${invoiceId}`, [
    { account: 'platform:subscriptions', amount },
    { account: 'card:clearing', amount: negative(amount) },
  ]),
});

/** A change in the losses of a captured payment, and in the frozen part of its earning. In cents. */
type ChargeLoss = {
  readonly step: 'frozen' | 'freed' | 'clawedBack' | 'takenBack';
  /** The id of a conversation or an invoice, and the number of this entry among its loss entries. */
  readonly of: string;
  readonly entryNumber: number;
  readonly conversationId?: string;
  readonly gone: Cents;
  readonly cost: Cents;
  /** The account that bears `gone`; the platform bears `cost`. */
  readonly from: Account;
  readonly frozen?: { readonly userId: string; readonly amount: Cents };
};

/** The entry of a loss, or of its recovery; undefined if no amount changed. */
export function chargeLossEntry(taken: ChargeLoss): LedgerEntry | undefined {
  const { step, of, entryNumber, conversationId, gone, cost, from, frozen } = taken;
  const cause = `${step}:${of}:${entryNumber}`;
  const kept = frozen?.amount ?? ZERO;
  const borne = from === 'platform:disputes' ? plus(gone, cost) : cost;
  const postings = balanced(cause, [
    { account: 'card:clearing', amount: plus(gone, cost) },
    ...(from === 'platform:disputes' ? [] : [{ account: from, amount: negative(gone) }]),
    { account: 'platform:disputes', amount: minus(kept, borne) },
    ...(frozen ? [{ account: `user:${frozen.userId}` as const, amount: negative(kept) }] : []),
  ]);
  if (postings.length === 0) return undefined;
  return {
    cause,
    postings,
    ...(conversationId && { conversationId }),
    ...(frozen && kept !== ZERO && { userId: frozen.userId }),
  };
}

/** The entry that writes off the debt of a deleted account, which later earnings can no longer repay. */
export const writtenOffEntry = (userId: string, debt: Cents): LedgerEntry => ({
  cause: `writtenOff:${userId}`,
  userId,
  postings: balanced(`writtenOff:${userId}`, [
    { account: 'platform:disputes', amount: negative(debt) },
    { account: `user:${userId}`, amount: debt },
  ]),
});

/** The entry of a referral bonus, in cents; negative if it is taken back. `entryNumber` counts the entries of this referral. */
export function referralEntry(
  inviterId: string,
  invitedUserId: string,
  entryNumber: number,
  amount: Cents,
): LedgerEntry {
  const cause = `${amount > 0 ? 'referral' : 'referralTakenBack'}:${invitedUserId}:${entryNumber}`;
  const postings = balanced(cause, [
    { account: 'platform:referrals', amount: negative(amount) },
    { account: `user:${inviterId}`, amount },
  ]);
  return { cause, userId: inviterId, postings };
}

/** A payout: the person, the month (`2026-11`) and the amount in cents. */
type PayoutTransfer = { readonly userId: string; readonly period: string; readonly amount: Cents };

const payoutEntry = (
  step: string,
  { userId, period, amount }: PayoutTransfer,
  from: Account,
  to: Account,
): LedgerEntry => {
  const cause = `${step}:${userId}:${period}`;
  const postings = balanced(cause, [
    { account: from, amount: negative(amount) },
    { account: to, amount },
  ]);
  const theirs = owedChange({ postings }, userId) !== ZERO;
  return { cause, postings, ...(theirs && { userId }) };
};

/**
 * The change that an entry makes to the amount owed to a person, in cents. A decided payout is owed until it is paid, so a
 * posting between the person's account and `payout:transit` changes nothing.
 */
export const owedChange = ({ postings }: Pick<LedgerEntry, 'postings'>, userId: string): Cents =>
  plus(
    ...postings
      .filter(({ account }) => account === `user:${userId}` || account === 'payout:transit')
      .map(({ amount }) => amount),
  );

/** The entry of a decided payout. The amount is owed until the transfer is made. */
export const payoutDecidedEntry = (payout: PayoutTransfer): LedgerEntry =>
  payoutEntry('payout', payout, `user:${payout.userId}`, 'payout:transit');

/** The entry of a transfer: the amount has left our balance at Stripe. */
export const payoutPaidEntry = (payout: PayoutTransfer): LedgerEntry =>
  payoutEntry('payoutPaid', payout, 'payout:transit', 'card:clearing');

/** The entry of a failed transfer: the amount is in the person's balance again. */
export const payoutFailedEntry = (payout: PayoutTransfer): LedgerEntry =>
  payoutEntry('payoutFailed', payout, 'payout:transit', `user:${payout.userId}`);

/** The entry of a transfer that was reversed, other than for a debt. */
export const payoutReturnedEntry = (payout: PayoutTransfer): LedgerEntry =>
  payoutEntry('payoutReturned', payout, 'card:clearing', `user:${payout.userId}`);

/**
 * The entry of a partial reversal for a debt: the money is back on our balance at Stripe. `reversalCount` includes this one.
 */
export function payoutReversedEntry(payout: PayoutTransfer, reversalCount: number): LedgerEntry {
  const entry = payoutEntry('payoutReversed', payout, 'card:clearing', `user:${payout.userId}`);
  return { ...entry, cause: `${entry.cause}:${reversalCount}` };
}

/** The balance of every account, in cents; they sum to zero. */
export function balancesOf(entries: readonly Pick<LedgerEntry, 'postings'>[]): Map<Account, Cents> {
  const balances = new Map<Account, Cents>(SHARED_ACCOUNTS.map((account) => [account, ZERO]));
  for (const { account, amount } of entries.flatMap((one) => one.postings))
    balances.set(account, plus(balances.get(account) ?? ZERO, amount));
  return balances;
}
