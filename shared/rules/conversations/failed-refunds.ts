import { type Cents, cents, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { failedRefundEntry } from '../ledger/ledger.ts';
import type { Change, Conversation, FailedRefund, HistoryEvent } from './conversations.ts';
import { isPriceExpected } from './money-state.ts';
import { type ChargeSummary, refundableAmount } from './payment-status.ts';
import { mayRetryRefund, withoutPendingEffect, withPendingEffect } from './pending-effect.ts';

/*
 * Failed refunds: Stripe accepted a refund and the card's bank refused it days later. The money is back at Stripe and is owed
 * to the sender again. It is refunded once more. If the bank refuses that too, an operator has to find another way to pay
 * the sender. The same holds for the rest of a payment of which a lost dispute took a part: Stripe refunds no more of it.
 */

const NO_FAILED_REFUND: FailedRefund = { refused: 0, amount: ZERO, count: 0 };

/** Whether Stripe makes no refund any more. A dispute that is won afterwards makes refunds possible again. */
const isStuck = (chargeSummary: ChargeSummary, before: FailedRefund): boolean =>
  chargeSummary.stuck === true || (before.stuck === true && chargeSummary.dispute !== 'WON');

/** Whether the rest of a payment cannot be refunded to its card. */
export const isUnrefundable = (
  chargeSummary: ChargeSummary,
  before: FailedRefund = NO_FAILED_REFUND,
): boolean => !mayRetryRefund(chargeSummary) || isStuck(chargeSummary, before);

/**
 * Applies the outcome of a refund after the bank refused one: it is tried again, it arrived at last, or no refund is possible
 * any more. Undefined if no refund failed, or if nothing is new.
 */
export function applyFailedRefund(
  c: Conversation,
  chargeSummary: ChargeSummary,
  now: Instant,
): Change | undefined {
  if (isPriceExpected(c) || c.price === ZERO) return undefined;
  const before = c.money.unreturned ?? NO_FAILED_REFUND;
  if (!showsFailedRefund(chargeSummary, before)) return undefined;
  const { refused = 0 } = chargeSummary;
  const stuck = isStuck(chargeSummary, before);
  const amount = cents(Math.min(c.price, refundableAmount(chargeSummary)));
  const by = minus(amount, before.amount);
  if (refused === before.refused && by === ZERO && stuck === (before.stuck ?? false))
    return undefined;
  const count = before.count + (by === ZERO ? 0 : 1);
  const lost = amount > ZERO && isUnrefundable(chargeSummary, before);
  const money =
    amount > ZERO && !lost
      ? withPendingEffect({ ...c.money, state: 'REFUNDED' }, 'giveBack', now)
      : withoutPendingEffect(c.money, lost ? 'CHARGED' : 'REFUNDED');
  const failed = refused > before.refused || (lost && by >= 0);
  const newEvents: readonly HistoryEvent[] = historyEventsOf(amount, failed, lost).map((event) => ({
    ...event,
    at: now,
    moneyState: money.state,
  }));
  return {
    next: {
      ...c,
      money: { ...money, unreturned: { refused, amount, ...(stuck && { stuck }), count } },
      history: [...c.history, ...newEvents],
    },
    ...(by !== ZERO && { entry: failedRefundEntry(c, count, by) }),
    ...(failed && lost && { domainEvent: { type: 'refund.failed' as const, amountCents: amount } }),
  };
}

/** The timeline events of a failed refund; RETURNED only when the sender has all of the money. */
function historyEventsOf(
  amount: Cents,
  failed: boolean,
  lost: boolean,
): Pick<HistoryEvent, 'event' | 'amount'>[] {
  if (failed) return [{ event: 'RETURN_FAILED', ...(lost && { amount }) }];
  return amount === ZERO ? [{ event: 'RETURNED' }] : [];
}

/** Whether a summary shows a failed refund and is not older than what was saved before. */
function showsFailedRefund(
  { refused = 0, stuck, dispute }: ChargeSummary,
  before: FailedRefund,
): boolean {
  if (refused < before.refused) return false;
  // Disputes do not vanish: a summary without one was read before the dispute was opened.
  if (before.stuck) return dispute !== undefined;
  return refused > 0 || stuck === true || before.count > 0;
}
