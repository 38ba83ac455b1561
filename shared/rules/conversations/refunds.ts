import { ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { Change, Conversation } from './conversations.ts';
import { applyFailedRefund, isUnrefundable } from './failed-refunds.ts';
import {
  chargeSummaryIn,
  type PaymentStatus,
  refundableAmount,
  returnedState,
} from './payment-status.ts';
import { withoutPendingEffect, withPendingEffect } from './pending-effect.ts';

/* What follows from the status of a payment of which the sender gets all or a part back. */

/** Applies a payment status to a message that ended without an answer: its sender gets everything back, or has it. */
export function applyToReturn(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const chargeSummary = chargeSummaryIn(paymentStatus);
  const failed = chargeSummary && applyFailedRefund(c, chargeSummary, now);
  if (failed) return failed;
  return c.money.owed === 'giveBack'
    ? applyArrivedReturn(c, paymentStatus, now)
    : applyDecidedDispute(c, paymentStatus, now);
}

/** Confirms a return that has arrived: the hold is released, or the whole charge is refunded. */
function applyArrivedReturn(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const state = returnedState(paymentStatus);
  if (!state) return undefined;
  const money = withoutPendingEffect(c.money, state);
  const returned = { event: 'RETURNED', at: now, moneyState: state } as const;
  return { next: { ...c, money, history: [...c.history, returned] } };
}

/**
 * Refunds what Stripe still holds of an ended conversation's payment after its dispute was decided. Stripe makes no refund
 * while a dispute is open.
 */
function applyDecidedDispute(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const chargeSummary = chargeSummaryIn(paymentStatus);
  const isDecided = chargeSummary?.dispute === 'WON' || chargeSummary?.dispute === 'LOST';
  if (!isDecided || refundableAmount(chargeSummary) === ZERO) return undefined;
  if (isUnrefundable(chargeSummary, c.money.unreturned)) return undefined;
  return { next: { ...c, money: withPendingEffect(c.money, 'giveBack', now) } };
}

/** Applies a payment status to a refund that the desk or a claim decided after an answer or a report. */
export function applyToDecidedRefund(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  // Stripe refunds nothing during a dispute. The refund follows if the bank decides against its card holder.
  if (paymentStatus.is === 'charged' && paymentStatus.chargeSummary?.dispute === 'OPEN')
    return undefined;
  return applyArrivedReturn(c, paymentStatus, now) ?? applyImpossibleRefund(c, paymentStatus, now);
}

/** Ends a decided refund that Stripe cannot make: the money stays where it was, and the operators are notified. */
function applyImpossibleRefund(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const chargeSummary = chargeSummaryIn(paymentStatus);
  if (!chargeSummary || !isUnrefundable(chargeSummary)) return undefined;
  const money = withoutPendingEffect(c.money, c.status === 'REPORTED' ? 'IN_REVIEW' : 'CHARGED');
  const amount = refundableAmount(chargeSummary);
  // Without an amount it is the whole price. A bank may have given a part of it to the sender.
  const part = amount < c.price && { amount };
  const failed = { event: 'RETURN_FAILED', at: now, moneyState: money.state, ...part } as const;
  return {
    // For a refund that the bank refused, disputes.ts adds this event.
    next: { ...c, money, history: chargeSummary.stuck ? [...c.history, failed] : c.history },
    domainEvent: { type: 'refund.failed', amountCents: amount },
  };
}

/**
 * Applies the state at Stripe to a pending partial refund: it is done, or Stripe cannot make it, because a dispute has opened or
 * the bank refused it. Undefined while it is still to be made.
 */
export function applyPartRefund(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const { part, back, state } = c.money;
  const chargeSummary = chargeSummaryIn(paymentStatus);
  if (!part || !chargeSummary) return undefined;
  const { refunded, dispute, refused = 0 } = chargeSummary;
  const money = withoutPendingEffect(c.money, state);
  if (refunded < part.total) {
    const isImpossible = dispute === 'OPEN' || dispute === 'LOST' || refused > (back?.refused ?? 0);
    return isImpossible
      ? { next: { ...c, money: { ...money, part: { ...part, failed: true } } } }
      : undefined;
  }
  const next = { ...c, money };
  // An outside refund of the whole price came first, which disputes.ts describes.
  if (refundableAmount(chargeSummary) === ZERO) return { next };
  const { amount } = part;
  const event = { event: 'PARTLY_REFUNDED', at: now, moneyState: state, amount } as const;
  return {
    next: { ...next, history: [...c.history, event] },
    // A change has one domain event, and that of a new dispute matters more.
    ...(dispute === back?.dispute && {
      domainEvent: { type: 'conversation.givenBack', amountCents: amount },
    }),
  };
}
