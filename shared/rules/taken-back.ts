import { type Cents, cents, minus, plus, ZERO } from '../money.ts';
import type { Instant } from '../time.ts';
import { type MoneyState, type ReportReason, reportGivesBack } from './conversations.ts';
import type { Change, Conversation } from './course.ts';
import { type LedgerEntry, takenBackEntry } from './ledger.ts';
import { netOf } from './pricing.ts';
import type { HistoryEvent } from './timeline.ts';

/*
 * Money that was taken from a card and goes again without anybody in the product asking: an operator's refund at the
 * provider, a dispute at the card holder's bank. What is booked follows from what the provider's books say now, so
 * events may come late, twice and in any order, and each look books the difference to the look before.
 *
 * Who bears it: while a dispute is open what the recipient earned by that payment is frozen, as much of it as they are
 * still owed. A dispute that is won gives it free again. One that is lost takes all of it back, and so does a refund that
 * was marked as fraudulent: what was paid out before is a debt, a balance below zero, which later earnings repay before
 * anything is payable. Everything else is the platform's: what a refund gives a sender after an answer, the bank's fee, and
 * what a bank took beyond the price.
 */

export type DisputeState = 'OPEN' | 'WON' | 'LOST';

/** What became of one payment at the provider, over all its refunds and disputes. Amounts in cents. */
export type Takings = {
  readonly received: Cents;
  readonly refunded: Cents;
  /** The part of `refunded` that was marked as fraudulent; absent if none was. */
  readonly fraudulent?: Cents;
  /** What banks took in disputes, less what they gave again. */
  readonly chargedBack: Cents;
  /** What the provider asks for disputes. */
  readonly fees: Cents;
  /** What card holders dispute and nobody has decided, or was decided for them. */
  readonly disputed: Cents;
  readonly dispute?: DisputeState;
  /** How many refunds the card's bank refused after the provider had taken them on; absent where none was. */
  readonly refused?: number;
  /** The provider was asked for a refund, and makes none any more: a bank has kept a part of the payment. */
  readonly stuck?: true;
};

/** What was booked of it. Amounts in cents, since the payment. */
export type TakenBack = {
  /** Of the price, what does not stand at the provider any more. */
  readonly gone: Cents;
  /** What that cost beside: fees, and what was taken beyond the price. */
  readonly cost: Cents;
  /** What of the earning was to be frozen, and what of it was there. */
  readonly claimed: Cents;
  readonly frozen: Cents;
  /** The part of `frozen` that is taken back for good, even after a payout; absent if none is. */
  readonly clawedBack?: Cents;
  readonly dispute?: DisputeState;
  /** How many refunds of it the card's bank refused. */
  readonly refused?: number;
  /** Counts the entries. */
  readonly count: number;
};

export const NOTHING_TAKEN: TakenBack = {
  gone: ZERO,
  cost: ZERO,
  claimed: ZERO,
  frozen: ZERO,
  count: 0,
};

/** What of a payment stands at the provider still, and could be given back. */
export const leftOf = ({ received, refunded, chargedBack }: Takings): Cents =>
  cents(Math.max(ZERO, received - refunded - chargedBack));

/** Nobody was given anything of it, and nobody asks for it. */
export const isWhole = ({ refunded, dispute }: Takings): boolean =>
  refunded === ZERO && (dispute === undefined || dispute === 'WON');

/** What is gone of a price, and what that cost beside. */
export function lossOf(price: Cents, takings: Takings): { gone: Cents; cost: Cents } {
  const { received, refunded, chargedBack, fees } = takings;
  const left = leftOf(takings);
  return {
    gone: minus(price, left),
    cost: cents(left - (received - refunded - chargedBack - fees)),
  };
}

/** Whether the ledger counts on the price of a conversation: it waits, was answered, or is under review. */
export function countsOn({ status, net, reasonCode }: Conversation): boolean {
  if (status === 'REPORTED') return !reportGivesBack(reasonCode as ReportReason);
  return status === 'PENDING' || net !== undefined;
}

/** The recipient's earning from a part of the price. */
function earnedBy({ price, net, feeTerms, money }: Conversation, part: Cents): Cents {
  if (net === undefined || part === ZERO) return ZERO;
  // Given up by hand: there is nothing left of it to freeze.
  if (money.byHand?.decided === 'GIVE_BACK' && money.byHand.earning > ZERO) return ZERO;
  return minus(net, netOf(cents(Math.max(ZERO, price - part)), feeTerms));
}

/** The part of the earning that banks or fraudulent refunds claim, and the part of that which is finally lost. */
function claimsOn(c: Conversation, takings: Takings, before: TakenBack) {
  const { disputed, dispute, fraudulent = ZERO } = takings;
  const claimed = earnedBy(c, plus(disputed, fraudulent));
  const lost = earnedBy(c, plus(fraudulent, dispute === 'LOST' ? disputed : ZERO));
  const clawedBack = cents(Math.min(claimed, Math.max(before.clawedBack ?? ZERO, lost)));
  return { claimed, clawedBack };
}

/**
 * The part of a claim that is frozen: the part frozen before, plus as much as the person's balance covers now. A part that
 * is taken back for good is frozen even if the balance does not cover it.
 */
function frozenAfter(
  before: TakenBack,
  { claimed, clawedBack }: ReturnType<typeof claimsOn>,
  balance: Cents,
): Cents {
  const there = frozenThere(before, claimed, balance);
  return clawedBack > (before.clawedBack ?? ZERO) ? cents(Math.max(there, clawedBack)) : there;
}

function frozenThere(before: TakenBack, claimed: Cents, balance: Cents): Cents {
  if (claimed <= before.claimed) return cents(Math.min(before.frozen, claimed));
  const more = Math.min(claimed - before.claimed, Math.max(ZERO, balance));
  return cents(before.frozen + more);
}

/**
 * The step that follows from what became of a payment, or undefined where that is booked already. `balance`: what the
 * recipient is owed now; the step holds only while they are owed as much as it freezes.
 */
export function takeBack(
  c: Conversation,
  takings: Takings,
  balance: Cents,
  now: Instant,
): Change | undefined {
  if (c.status === 'PAYING' || c.price === ZERO || c.money.owed === 'capture') return undefined;
  const before = c.money.back ?? NOTHING_TAKEN;
  const after = takenAfter(c, takings, balance, before);
  const state = stateAfter(c, takings);
  const entry = entryOf(c, before, after);
  const { dispute, refused } = after;
  const isNews = entry || dispute !== before.dispute || refused !== before.refused;
  if (!isNews && state === c.money.state) return undefined;
  const count = before.count + (entry ? 1 : 0);
  const told = eventsOf(c.money.state, state, before, after);
  const next: Conversation = {
    ...c,
    money: { ...c.money, state, back: { ...after, count } },
    history: [...c.history, ...told.map((event) => ({ ...event, at: now, moneyState: state }))],
  };
  const fact = factOf(c, before, after);
  const freed = minus(before.frozen, after.frozen);
  return {
    next,
    ...(entry && { also: entry }),
    ...(freed !== ZERO && {
      owes: { userId: c.recipient.id, by: freed, mayBecomeDebt: isClawback(before, after) },
    }),
    ...(fact && { fact }),
  };
}

/** Whether a change takes back more of the earning for good. */
const isClawback = (before: TakenBack, after: TakenBack): boolean =>
  (after.clawedBack ?? ZERO) > (before.clawedBack ?? ZERO);

function takenAfter(
  c: Conversation,
  takings: Takings,
  balance: Cents,
  before: TakenBack,
): TakenBack {
  const loss = lossOf(c.price, takings);
  const claims = claimsOn(c, takings, before);
  const { claimed, clawedBack } = claims;
  const { dispute } = takings;
  // Of what goes back by the course itself, another rule sees to it (refused-refunds.ts).
  const refused = countsOn(c) ? takings.refused : undefined;
  return {
    // What went back by the course itself is booked by it.
    gone: countsOn(c) ? loss.gone : ZERO,
    cost: loss.cost,
    claimed,
    frozen: frozenAfter(before, claims, balance),
    ...(clawedBack > ZERO && { clawedBack }),
    ...(dispute && { dispute }),
    ...(refused && { refused }),
    count: before.count,
  };
}

/** What the timeline tells of it: money that went back or did not get there, and a dispute from its beginning to its end. */
function eventsOf(was: MoneyState, is: MoneyState, before: TakenBack, after: TakenBack) {
  type Told = Pick<HistoryEvent, 'event' | 'amount'>;
  const dispute = after.dispute !== before.dispute ? after.dispute : undefined;
  const decided: Told | undefined = dispute && {
    event: DISPUTE_EVENTS[dispute],
    ...(after.claimed + before.claimed > 0 && {
      amount: dispute === 'WON' ? minus(before.frozen, after.frozen) : after.frozen,
    }),
  };
  const refused = (after.refused ?? 0) > (before.refused ?? 0);
  const told: (Told | undefined)[] = [
    decided,
    refused ? { event: 'RETURN_FAILED' } : undefined,
    !dispute && isClawback(before, after)
      ? { event: 'TAKEN_BACK', amount: after.clawedBack ?? ZERO }
      : undefined,
    // What the bank decided says already who has it.
    is !== was && is === 'REFUNDED' && !decided ? { event: 'RETURNED' } : undefined,
  ];
  return told.filter((one) => one !== undefined);
}

const DISPUTE_EVENTS = {
  OPEN: 'DISPUTED',
  WON: 'DISPUTE_WON',
  LOST: 'DISPUTE_LOST',
} as const;

/** People are told that money is back once it is: not while a bank has not decided. */
function stateAfter(c: Conversation, takings: Takings) {
  const { state } = c.money;
  if (!countsOn(c) || c.status === 'PENDING' || state === 'RELEASED') return state;
  const taken = isUnderReview(c) ? 'IN_REVIEW' : 'CHARGED';
  return leftOf(takings) === ZERO && takings.dispute !== 'OPEN' ? 'REFUNDED' : taken;
}

/** Reported, and not kept by an operator since. */
const isUnderReview = ({ status, money }: Conversation) =>
  status === 'REPORTED' && money.byHand?.decided !== 'KEEP';

function entryOf(c: Conversation, before: TakenBack, after: TakenBack): LedgerEntry | undefined {
  const frozen = minus(after.frozen, before.frozen);
  return takenBackEntry({
    step: stepOf(frozen, isClawback(before, after)),
    of: c.id,
    nth: before.count + 1,
    conversationId: c.id,
    gone: minus(after.gone, before.gone),
    cost: minus(after.cost, before.cost),
    // What is under review pays for what goes back of it.
    from: isUnderReview(c) ? 'platform:review' : 'platform:disputes',
    frozen: { userId: c.recipient.id, amount: frozen },
  });
}

const stepOf = (frozen: Cents, clawback: boolean) =>
  frozen < 0 ? 'freed' : frozen === ZERO ? 'takenBack' : clawback ? 'clawedBack' : 'frozen';

/** What others hear of it: of a dispute as it opens and ends, of a refund that the platform bears. */
function factOf(c: Conversation, before: TakenBack, after: TakenBack): Change['fact'] {
  const { byHand } = c.money;
  const failed = (after.refused ?? 0) > (before.refused ?? 0);
  if (c.net === undefined && !(byHand && failed)) return undefined;
  const isNews = c.net !== undefined && after.dispute !== before.dispute;
  const type = isNews && after.dispute && DISPUTE_FACTS[after.dispute];
  if (type) return { type, amountCents: cents(Math.max(before.claimed, after.claimed)) };
  // An operator gave it back, and the sender does not have it.
  if (failed)
    return { type: 'refund.failed', amountCents: cents(Math.max(ZERO, before.gone - after.gone)) };
  // What was given back by hand is no loss that somebody has to look at.
  const gone = byHand?.decided === 'GIVE_BACK' ? ZERO : minus(after.gone, before.gone);
  const lost = plus(gone, minus(after.cost, before.cost));
  return lost > 0 ? { type: 'money.lost', amountCents: lost } : undefined;
}

const DISPUTE_FACTS = {
  OPEN: 'dispute.opened',
  WON: 'dispute.won',
  LOST: 'dispute.lost',
} as const;

/** What of a subscription's payment is gone and not booked yet. */
export function takeBackOfPlan(
  invoiceId: string,
  amount: Cents,
  takings: Takings,
  before: TakenBack = NOTHING_TAKEN,
): { readonly after: TakenBack; readonly entry: LedgerEntry } | undefined {
  const { gone, cost } = lossOf(amount, takings);
  const entry = takenBackEntry({
    step: 'takenBack',
    of: invoiceId,
    nth: before.count + 1,
    gone: minus(gone, before.gone),
    cost: minus(cost, before.cost),
    from: 'platform:subscriptions',
  });
  return entry && { after: { ...before, gone, cost, count: before.count + 1 }, entry };
}
