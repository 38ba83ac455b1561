import { type Cents, minus, negative, plus, ZERO } from '../../money.ts';
import { type FeeTerms, feeOf, netOf } from '../conversations/pricing.ts';

/*
 * The double-entry ledger. What the platform owes is positive, what it has or is owed is negative, and every
 * entry sums to zero. `held` is owed to whoever the message ends with, `card:clearing` is what stands at the card
 * provider: on hold or taken.
 */

export const SHARED_ACCOUNTS = [
  'held',
  'card:clearing',
  'platform:fees',
  'platform:subscriptions',
  'platform:review',
  'platform:referrals',
  'platform:disputes',
  'payout:transit',
] as const;

export type Account = (typeof SHARED_ACCOUNTS)[number] | `user:${string}`;
export type Posting = { readonly account: Account; readonly amount: Cents };

/** `cause` names the one event that made the entry, `answered:<conversation>`; it can be booked only once. */
export type LedgerEntry = {
  readonly cause: string;
  /** Absent where the money is of no conversation: what somebody pays for their plan. */
  readonly conversationId?: string;
  /** Whose own ledger the entry appears in. */
  readonly userId?: string;
  /** The terms that made the fee in it. */
  readonly feeTerms?: FeeTerms;
  readonly postings: readonly Posting[];
};

type Booked = { readonly id: string; readonly price: Cents };

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

/** The order was accepted: the price stands at the card provider and is held for the outcome. */
export const paidEntry = ({ id, price }: Booked): LedgerEntry =>
  entry(`paid:${id}`, id, [
    { account: 'held', amount: price },
    { account: 'card:clearing', amount: negative(price) },
  ]);

/** The paid response: the net is the recipient's, the fee the platform's. */
export const answeredEntry = (
  { id, price }: Booked,
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

/** The sender gets everything back. */
export const returnedEntry = ({ id, price }: Booked): LedgerEntry =>
  entry(`returned:${id}`, id, [
    { account: 'held', amount: negative(price) },
    { account: 'card:clearing', amount: price },
  ]);

/** The bank refused a refund: it is owed to the sender again; or, in cents below zero, it is back with them at last. */
export const owedAgainEntry = ({ id }: Booked, nth: number, amount: Cents): LedgerEntry =>
  entry(`${amount > 0 ? 'refundFailed' : 'refundedAgain'}:${id}:${nth}`, id, [
    { account: 'held', amount },
    { account: 'card:clearing', amount: negative(amount) },
  ]);

/** A report that takes the money to review. */
export const reportedEntry = ({ id, price }: Booked): LedgerEntry =>
  entry(`reported:${id}`, id, [
    { account: 'held', amount: negative(price) },
    { account: 'platform:review', amount: price },
  ]);

/** What an answer earned, and its fee, are given up by hand: what the platform gives the sender back is made up for. */
export const givenBackEntry = (
  { id, price }: Booked,
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

/** A report was looked at, and the platform keeps what is under review of it. */
export const keptEntry = ({ id }: Booked, kept: Cents): LedgerEntry =>
  entry(`kept:${id}`, id, [
    { account: 'platform:review', amount: negative(kept) },
    { account: 'platform:fees', amount: kept },
  ]);

/** Money that was counted on is not at the card provider any more; `from` bears it. */
export const lostEntry = (
  { id, price }: Booked,
  from: 'platform:disputes' | 'platform:review',
): LedgerEntry =>
  entry(`lost:${id}`, id, [
    { account: from, amount: negative(price) },
    { account: 'card:clearing', amount: price },
  ]);

/** A month of a paid plan: it stands at the card provider, and is the platform's. Booked once for each invoice. */
export const subscriptionEntry = (invoiceId: string, amount: Cents): LedgerEntry => ({
  cause: `subscription:${invoiceId}`,
  postings: balanced(`subscription:${invoiceId}`, [
    { account: 'platform:subscriptions', amount },
    { account: 'card:clearing', amount: negative(amount) },
  ]),
});

/** What went from, or came back to, a payment that was taken; and what of its earning is frozen or freed. In cents. */
type Taken = {
  readonly step: 'frozen' | 'freed' | 'clawedBack' | 'takenBack';
  /** A conversation or an invoice, and how manieth entry of it this is. */
  readonly of: string;
  readonly nth: number;
  readonly conversationId?: string;
  readonly gone: Cents;
  readonly cost: Cents;
  /** Who bears what is gone; what it costs beside is the platform's. */
  readonly from: Account;
  readonly frozen?: { readonly userId: string; readonly amount: Cents };
};

/** Less stands at the card provider, or more again; undefined where nothing moved. */
export function takenBackEntry(taken: Taken): LedgerEntry | undefined {
  const { step, of, nth, conversationId, gone, cost, from, frozen } = taken;
  const cause = `${step}:${of}:${nth}`;
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

/** The bonus of an invitation, given or taken back in cents: whose it is, for whom, and how manieth entry this is. */
export function referralEntry(
  inviterId: string,
  invitedUserId: string,
  nth: number,
  amount: Cents,
): LedgerEntry {
  const cause = `${amount > 0 ? 'referral' : 'referralTakenBack'}:${invitedUserId}:${nth}`;
  const postings = balanced(cause, [
    { account: 'platform:referrals', amount: negative(amount) },
    { account: `user:${inviterId}`, amount },
  ]);
  return { cause, userId: inviterId, postings };
}

/** A payout of a person, by whom and for which month (`2026-11`). */
type PaidOut = { readonly userId: string; readonly period: string; readonly amount: Cents };

const payoutEntry = (
  step: string,
  { userId, period, amount }: PaidOut,
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
 * By how much an entry of a person's own moves what they are owed, in cents. A payout that was decided is owed until it is
 * paid: between their account and `payout:transit` nothing moves for them.
 */
export const owedChange = ({ postings }: Pick<LedgerEntry, 'postings'>, userId: string): Cents =>
  plus(
    ...postings
      .filter(({ account }) => account === `user:${userId}` || account === 'payout:transit')
      .map(({ amount }) => amount),
  );

/** It was decided that this goes out. It is owed to them still, until the transfer is made. */
export const payoutDecidedEntry = (payout: PaidOut): LedgerEntry =>
  payoutEntry('payout', payout, `user:${payout.userId}`, 'payout:transit');

/** The transfer was made: less stands at the card provider. */
export const payoutPaidEntry = (payout: PaidOut): LedgerEntry =>
  payoutEntry('payoutPaid', payout, 'payout:transit', 'card:clearing');

/** The transfer could not be made: it is owed to the person again. */
export const payoutFailedEntry = (payout: PaidOut): LedgerEntry =>
  payoutEntry('payoutFailed', payout, 'payout:transit', `user:${payout.userId}`);

/** A transfer that was made came back. */
export const payoutReturnedEntry = (payout: PaidOut): LedgerEntry =>
  payoutEntry('payoutReturned', payout, 'card:clearing', `user:${payout.userId}`);

/** The entry for the `nth` reversal of a payout's transfer for a debt: the money is back on our balance at Stripe. */
export function payoutReversedEntry(payout: PaidOut, nth: number): LedgerEntry {
  const entry = payoutEntry('payoutReversed', payout, 'card:clearing', `user:${payout.userId}`);
  return { ...entry, cause: `${entry.cause}:${nth}` };
}

/** Every account with its balance in cents; they sum to zero. */
export function balancesOf(entries: readonly Pick<LedgerEntry, 'postings'>[]): Map<Account, Cents> {
  const balances = new Map<Account, Cents>(SHARED_ACCOUNTS.map((account) => [account, ZERO]));
  for (const { account, amount } of entries.flatMap((one) => one.postings))
    balances.set(account, plus(balances.get(account) ?? ZERO, amount));
  return balances;
}
