import { type Cents, cents, minus, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { type LedgerEntry, takenBackEntry } from '../ledger/ledger.ts';
import type { Change, Conversation, HistoryEvent } from './conversations.ts';
import {
  type DisputeState,
  type MoneyState,
  type ReportReason,
  reportGivesBack,
  type TakenBack,
} from './conversations.ts';
import { netOf } from './pricing.ts';

/*
 * Losses of captured payments that the product did not ask for: an operator's refund in Stripe's dashboard, or a dispute that
 * the card holder opens at their bank. `takeBack` compares what Stripe says now (`Takings`) with what was booked before
 * (`TakenBack`) and books the difference. So webhook events may arrive late, twice and in any order.
 *
 * The amounts of `TakenBack` answer two questions.
 *
 * What did the platform lose at Stripe? `gone` is the part of the price that is no longer at Stripe: refunded, or withdrawn by
 * a dispute. `cost` comes on top of it: dispute fees, and what a bank withdrew beyond the price.
 *
 * What does the recipient bear of it? In this order:
 * 1. `claimed` is the recipient's earning from the part of the price that is in an open or lost dispute, or was refunded as
 *    fraudulent. It is only a claim; nothing is taken by it alone.
 * 2. `frozen` is the part of the claim that was taken out of the recipient's balance. When a claim appears or grows, as much of
 *    it is frozen as the balance holds then. What was paid out before is not touched while the bank has not decided.
 * 3. `clawedBack` is the part of the claim that is decided: a lost dispute, or a refund marked as fraudulent. It is frozen
 *    even if the balance does not hold it. The balance goes below zero: that is a debt, which is recovered by reversing
 *    transfers (functions/payouts/debt-recovery.ts) and repaid by later earnings. It shrinks only when the claim does.
 * So clawedBack <= frozen <= claimed.
 *
 * - OPEN to WON: the claim ends, and what was frozen goes back into the balance.
 * - OPEN to LOST: `clawedBack` becomes the whole claim, and the part that was not frozen yet is frozen now, as a debt.
 * - LOST to WON (the card holder withdraws the dispute afterwards): the claim ends, `clawedBack` ends with it, and all that
 *   was frozen goes back into the balance, also what had become a debt. A transfer that was reversed in between stays
 *   reversed: the reversal had repaid the debt, so now the person is owed that amount and is paid it with the next payout. If
 *   nothing was reversed, the debt is simply gone. Neither case needs to know of the other.
 *
 * The platform bears the rest: refunds after an answer that are not marked as fraudulent, dispute fees, and what a bank
 * withdrew beyond the price.
 */

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

/**
 * The part of the earning that disputes or fraudulent refunds claim, and the part of it that is decided. A dispute that opens
 * after another was lost does not make the decided part smaller; only a smaller claim does, as when a lost dispute is won.
 */
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
