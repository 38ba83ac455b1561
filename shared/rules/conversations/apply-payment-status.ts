import { type Cents, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { applyLoss, applyToHold } from './captures.ts';
import { withoutOvertakenClaim } from './claims.ts';
import type { Change, Conversation } from './conversations.ts';
import { bookLosses } from './disputes.ts';
import { isPriceExpected } from './money-state.ts';
import { chargeSummaryIn, type PaymentStatus } from './payment-status.ts';
import { applyPartRefund, applyToDecidedRefund, applyToReturn } from './refunds.ts';
import { applyToPayingOrder, applyToUndoneOrder } from './unsettled-orders.ts';

/*
 * What follows when Stripe says how a payment is. The status was always read from Stripe a moment ago, never taken from a webhook
 * event, so late, repeated and reordered events have the same result. docs/product/conversations.md#from-the-hold-to-the-refund
 * has the files of this walk; each imports only from the ones below it.
 */

/** The phase of a payment: what is expected of it at Stripe. */
type PaymentPhase =
  /** The sender is paying; there may be no hold yet. */
  | 'PAYING'
  /** The order came to nothing; a hold that exists is released. */
  | 'UNDONE'
  /** An answer, a report or the end of the hold has asked for the capture. */
  | 'CAPTURING'
  /** The message ended without an answer: the sender gets everything back, or has it. */
  | 'RETURN'
  /** The desk or a claim decided about a payment that the recipient has earned, or that is under review. */
  | 'DECIDED_REFUND'
  | 'PART_REFUND'
  /** Nothing is asked of Stripe, and the money is where the product needs it. */
  | 'HELD'
  | 'CAPTURED'
  /** The money of an answer or a report is gone. Only a dispute can still change something, and bookLosses does that. */
  | 'GONE';

/** The phase that a payment is in: the first line that is true. */
function phaseOf(c: Conversation): PaymentPhase {
  const { owed, state } = c.money;
  if (c.status === 'PAYING') return 'PAYING';
  if (c.status === 'UNDONE') return 'UNDONE';
  if (owed === 'capture') return 'CAPTURING';
  if (!isPriceExpected(c)) return 'RETURN';
  if (owed === 'refundPart') return 'PART_REFUND';
  if (owed === 'giveBack') return 'DECIDED_REFUND';
  if (state === 'HELD') return 'HELD';
  return state === 'RELEASED' || state === 'REFUNDED' ? 'GONE' : 'CAPTURED';
}

/** The transition of each phase: undefined when the status says nothing new. */
const TRANSITIONS: Readonly<
  Record<PaymentPhase, (c: Conversation, is: PaymentStatus, now: Instant) => Change | undefined>
> = {
  PAYING: applyToPayingOrder,
  UNDONE: applyToUndoneOrder,
  CAPTURING: applyToHold,
  HELD: applyToHold,
  CAPTURED: applyLoss,
  RETURN: applyToReturn,
  DECIDED_REFUND: applyToDecidedRefund,
  PART_REFUND: applyPartRefund,
  GONE: () => undefined,
};

/**
 * Applies a payment status to a conversation. Returns the change, or undefined when nothing is new. `balance`: the
 * recipient's balance, needed when an answered conversation is disputed.
 */
export function applyPaymentStatus(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
  balance: Cents = ZERO,
): Change | undefined {
  const step = TRANSITIONS[phaseOf(c)](c, paymentStatus, now);
  const change = withLosses(c, step, paymentStatus, now, balance);
  return change && withoutOvertakenClaim(c, change, now);
}

/** The change with the losses that nobody in the product asked for: disputes, and refunds in Stripe's dashboard. */
function withLosses(
  c: Conversation,
  step: Change | undefined,
  paymentStatus: PaymentStatus,
  now: Instant,
  balance: Cents,
): Change | undefined {
  const chargeSummary = chargeSummaryIn(paymentStatus);
  if (!chargeSummary) return step;
  // A dispute ends a claim, so what the claim has frozen is there for the dispute to freeze.
  const there = plus(balance, c.money.claim?.frozen ?? ZERO);
  const losses = bookLosses(step?.next ?? c, chargeSummary, there, now);
  if (!losses) return step;
  return { ...step, ...losses, domainEvent: step?.domainEvent ?? losses.domainEvent };
}
