import { type Cents, cents, minus, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { chargeLossEntry, type LedgerEntry } from '../ledger/ledger.ts';
import type { Change, Conversation, HistoryEvent } from './conversations.ts';
import { type BookedLosses, isPending, type Money, type MoneyState } from './conversations.ts';
import { isPriceExpected, isUnderReview } from './money-state.ts';
import { type ChargeSummary, lossOf, refundableAmount } from './payment-status.ts';
import { pendingResponse } from './pending-effect.ts';
import { netOf } from './pricing.ts';

/*
 * Losses of captured payments that the product did not ask for: an operator's refund in Stripe's dashboard, or a dispute that
 * the card holder opens at their bank. `bookLosses` compares the state at Stripe (`ChargeSummary`) with the losses booked
 * before (`BookedLosses`) and books the difference. So webhook events may arrive late, twice and in any order.
 *
 * The amounts of `BookedLosses` answer two questions.
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

export const NO_LOSSES: BookedLosses = {
  gone: ZERO,
  cost: ZERO,
  claimed: ZERO,
  frozen: ZERO,
  count: 0,
};

/** The recipient's earning from a part of the price. */
function earningFrom({ price, net, feeTerms, money }: Conversation, part: Cents): Cents {
  if (net === undefined || part === ZERO) return ZERO;
  // The recipient gave up the earning for a manual refund, so nothing is left to freeze.
  if (money.byHand?.decided === 'GIVE_BACK' && money.byHand.earning > ZERO) return ZERO;
  return minus(net, netOf(cents(Math.max(ZERO, price - part)), feeTerms));
}

/**
 * The part of the earning that disputes or fraudulent refunds claim, and the part of it that is decided. A dispute that opens
 * after another was lost does not make the decided part smaller; only a smaller claim does, as when a lost dispute is won.
 */
function claimsOn(c: Conversation, chargeSummary: ChargeSummary, before: BookedLosses) {
  const { disputed, dispute, fraudulent = ZERO } = chargeSummary;
  const claimed = earningFrom(c, plus(disputed, fraudulent));
  const lost = earningFrom(c, plus(fraudulent, dispute === 'LOST' ? disputed : ZERO));
  const clawedBack = cents(Math.min(claimed, Math.max(before.clawedBack ?? ZERO, lost)));
  return { claimed, clawedBack };
}

/**
 * The part of a claim that is frozen: the part frozen before, plus as much as the person's balance covers now. A part that
 * is taken back for good is frozen even if the balance does not cover it.
 */
function frozenAfter(
  before: BookedLosses,
  { claimed, clawedBack }: ReturnType<typeof claimsOn>,
  balance: Cents,
): Cents {
  const there = coveredByBalance(before, claimed, balance);
  return clawedBack > (before.clawedBack ?? ZERO) ? cents(Math.max(there, clawedBack)) : there;
}

function coveredByBalance(before: BookedLosses, claimed: Cents, balance: Cents): Cents {
  if (claimed <= before.claimed) return cents(Math.min(before.frozen, claimed));
  const more = Math.min(claimed - before.claimed, Math.max(ZERO, balance));
  return cents(before.frozen + more);
}

/**
 * Books the losses of a payment. Returns the change, or undefined if everything is booked already. `balance`: the recipient's
 * current balance. The write fails if the balance no longer covers the frozen amount, unless it may become a debt.
 */
export function bookLosses(
  c: Conversation,
  chargeSummary: ChargeSummary,
  balance: Cents,
  now: Instant,
): Change | undefined {
  if (c.status === 'PAYING' || c.price === ZERO || c.money.owed === 'capture') return undefined;
  const before = c.money.back ?? NO_LOSSES;
  const after = lossesAfter(c, chargeSummary, balance, before);
  const state = stateAfter(c, chargeSummary);
  const entry = lossEntryOf(c, before, after);
  const { refused } = after;
  const hasChanged = entry || hasDisputeChanged(before, after) || refused !== before.refused;
  if (!hasChanged && state === c.money.state) return undefined;
  const count = before.count + (entry ? 1 : 0);
  const disputeEvents = historyEventsOf(c, state, before, after);
  const next: Conversation = {
    ...c,
    money: { ...withResponseTo(c.money, before, after, now), state, back: { ...after, count } },
    history: [
      ...c.history,
      ...disputeEvents.map((event) => ({ ...event, at: now, moneyState: state })),
    ],
  };
  const domainEvent = domainEventOf(c, before, after);
  const freed = minus(before.frozen, after.frozen);
  return {
    next,
    ...(entry && { lossEntry: entry }),
    ...(freed !== ZERO && {
      balanceChange: {
        userId: c.recipient.id,
        by: freed,
        mayBecomeDebt: isClawback(before, after),
      },
    }),
    ...(domainEvent && { domainEvent }),
  };
}

/** The money with a pending response if a dispute has opened; it replaces the response to an earlier dispute. */
function withResponseTo(money: Money, before: BookedLosses, after: BookedLosses, now: Instant) {
  const hasOpened = after.dispute === 'OPEN' && before.dispute !== 'OPEN';
  return hasOpened ? { ...money, response: pendingResponse(now) } : money;
}

/** Whether a change increases the amount that is taken back for good. */
const isClawback = (before: BookedLosses, after: BookedLosses): boolean =>
  (after.clawedBack ?? ZERO) > (before.clawedBack ?? ZERO);

function lossesAfter(
  c: Conversation,
  chargeSummary: ChargeSummary,
  balance: Cents,
  before: BookedLosses,
): BookedLosses {
  const loss = lossOf(c.price, chargeSummary);
  const claims = claimsOn(c, chargeSummary, before);
  const { claimed, clawedBack } = claims;
  const { dispute } = chargeSummary;
  // refunds.ts handles failed refunds that the state machine asked for.
  const refused = isPriceExpected(c) ? chargeSummary.refused : undefined;
  return {
    // The state machine books the refunds that it asked for.
    gone: isPriceExpected(c) ? loss.gone : ZERO,
    cost: loss.cost,
    claimed,
    frozen: frozenAfter(before, claims, balance),
    ...(clawedBack > ZERO && { clawedBack }),
    ...(dispute && { dispute }),
    ...(refused && { refused }),
    count: before.count,
  };
}

/** The timeline events of a loss: refunds, failed refunds, and the opening and the decision of a dispute. */
function historyEventsOf(
  c: Conversation,
  is: MoneyState,
  before: BookedLosses,
  after: BookedLosses,
) {
  type DisputeEvent = Pick<HistoryEvent, 'event' | 'amount'>;
  const dispute = hasDisputeChanged(before, after) ? after.dispute : undefined;
  const decided: DisputeEvent | undefined = dispute && {
    event: DISPUTE_EVENTS[dispute],
    ...(after.claimed + before.claimed > 0 && {
      amount: dispute === 'WON' ? minus(before.frozen, after.frozen) : after.frozen,
    }),
  };
  const failed: DisputeEvent | undefined =
    (after.refused ?? 0) > (before.refused ?? 0)
      ? { event: 'RETURN_FAILED', ...failedPart(c.price, before, after) }
      : undefined;
  const disputeEvents: (DisputeEvent | undefined)[] = [
    // The last event says where the money is: after WON it is back and owed to the sender, otherwise the bank has it.
    ...(dispute === 'WON' ? [decided, failed] : [failed, decided]),
    !dispute && isClawback(before, after)
      ? { event: 'TAKEN_BACK', amount: after.clawedBack ?? ZERO }
      : undefined,
    // An event about the bank's decision already says where the money went.
    is !== c.money.state && is === 'REFUNDED' && !decided ? { event: 'RETURNED' } : undefined,
  ];
  return disputeEvents.filter((one) => one !== undefined);
}

/**
 * The amount of a refund that the bank refused; without it, it is the whole price. What came back is that refund, unless the bank's
 * decision moved money too or the refund itself was never seen: then it is all that the bank left.
 */
function failedPart(price: Cents, before: BookedLosses, after: BookedLosses) {
  const cameBack = hasDisputeChanged(before, after) ? ZERO : minus(before.gone, after.gone);
  const amount = cameBack > ZERO ? cameBack : minus(price, after.gone);
  return amount > ZERO && amount < price ? { amount } : {};
}

/** Whether a dispute opened, was decided, or claims an earning for the first time because the answer came after it. */
function hasDisputeChanged(before: BookedLosses, after: BookedLosses): boolean {
  const claimsFirst = before.claimed === ZERO && after.claimed > ZERO && after.dispute !== 'WON';
  return after.dispute !== before.dispute || claimsFirst;
}

const DISPUTE_EVENTS = {
  OPEN: 'DISPUTED',
  WON: 'DISPUTE_WON',
  LOST: 'DISPUTE_LOST',
} as const;

/** The money state after a loss. It becomes REFUNDED only when nothing is left at Stripe and no dispute is open. */
function stateAfter(c: Conversation, chargeSummary: ChargeSummary) {
  const { state } = c.money;
  if (!isPriceExpected(c) || isPending(c.status) || state === 'RELEASED') return state;
  const taken = isUnderReview(c) ? 'IN_REVIEW' : 'CHARGED';
  return refundableAmount(chargeSummary) === ZERO && chargeSummary.dispute !== 'OPEN'
    ? 'REFUNDED'
    : taken;
}

function lossEntryOf(
  c: Conversation,
  before: BookedLosses,
  after: BookedLosses,
): LedgerEntry | undefined {
  const frozen = minus(after.frozen, before.frozen);
  return chargeLossEntry({
    step: stepOf(frozen, isClawback(before, after)),
    of: c.id,
    entryNumber: before.count + 1,
    conversationId: c.id,
    ...bearersOf(c, before, after),
    frozen: { userId: c.recipient.id, amount: frozen },
  });
}

/** Divides a loss: the account `from` bears `gone`, and `platform:disputes` bears `cost`. */
function bearersOf(c: Conversation, before: BookedLosses, after: BookedLosses) {
  const gone = minus(after.gone, before.gone);
  const cost = minus(after.cost, before.cost);
  // A refund of money under review is paid from the review account.
  if (isUnderReview(c)) return { from: 'platform:review', gone, cost } as const;
  const fromKept = minus(keptAmount(c, before), keptAmount(c, after));
  return {
    from: 'platform:fees',
    gone: fromKept,
    cost: plus(cost, minus(gone, fromKept)),
  } as const;
}

/**
 * Calculates how much of a kept payment the platform has, in cents: the amount at the decision, and any earlier loss that came
 * back later. Zero if the payment was not kept.
 */
export function keptAmount(
  { price, money }: Conversation,
  { gone } = money.back ?? NO_LOSSES,
): Cents {
  if (money.byHand?.decided !== 'KEEP') return ZERO;
  return cents(Math.max(money.byHand.kept, price - gone));
}

const stepOf = (frozen: Cents, clawback: boolean) =>
  frozen < 0 ? 'freed' : frozen === ZERO ? 'takenBack' : clawback ? 'clawedBack' : 'frozen';

/** The domain event of a loss: a dispute that opened or ended, a failed refund, or a loss that the platform bears. */
function domainEventOf(
  c: Conversation,
  before: BookedLosses,
  after: BookedLosses,
): Change['domainEvent'] {
  const { byHand } = c.money;
  const failed = (after.refused ?? 0) > (before.refused ?? 0);
  if (c.net === undefined && !(byHand && failed)) return undefined;
  const hasChanged = c.net !== undefined && hasDisputeChanged(before, after);
  const type = hasChanged && after.dispute && DISPUTE_DOMAIN_EVENTS[after.dispute];
  if (type) return { type, amountCents: cents(Math.max(before.claimed, after.claimed)) };
  // A manual refund failed, so the sender does not have the money.
  if (failed)
    return { type: 'refund.failed', amountCents: cents(Math.max(ZERO, before.gone - after.gone)) };
  // A manual refund was intended, so it is no loss to investigate.
  const gone = byHand?.decided === 'GIVE_BACK' ? ZERO : minus(after.gone, before.gone);
  const lost = plus(gone, minus(after.cost, before.cost));
  return lost > 0 ? { type: 'money.lost', amountCents: lost } : undefined;
}

const DISPUTE_DOMAIN_EVENTS = {
  OPEN: 'dispute.opened',
  WON: 'dispute.won',
  LOST: 'dispute.lost',
} as const;

/** The losses of a plan's payment that are not booked yet; undefined if there are none. */
export function planLosses(
  invoiceId: string,
  amount: Cents,
  chargeSummary: ChargeSummary,
  before: BookedLosses = NO_LOSSES,
): { readonly after: BookedLosses; readonly entry: LedgerEntry } | undefined {
  const { gone, cost } = lossOf(amount, chargeSummary);
  const entry = chargeLossEntry({
    step: 'takenBack',
    of: invoiceId,
    entryNumber: before.count + 1,
    gone: minus(gone, before.gone),
    cost: minus(cost, before.cost),
    from: 'platform:subscriptions',
  });
  return entry && { after: { ...before, gone, cost, count: before.count + 1 }, entry };
}
