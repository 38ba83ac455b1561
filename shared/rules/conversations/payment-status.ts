import { type Cents, plus, ZERO } from '../../money.ts';
import { type Instant, later } from '../../time.ts';
import { lostPaymentEntry } from '../ledger/ledger.ts';
import { nextClaimTransition, withoutOvertakenClaim } from './claims.ts';
import { endClarification } from './clarification.ts';
import { type Change, type Conversation, isPending } from './conversations.ts';
import { bookLosses, type ChargeSummary, isPriceExpected, refundableAmount } from './disputes.ts';
import { applyPartRefund } from './part-refunds.ts';
import { nextTryAt, withoutPendingEffect, withPendingEffect } from './pending-effect.ts';
import { applyFailedRefund, isUnrefundable } from './refunds.ts';
import {
  BANK_CONFIRMATION_TIME,
  CAPTURE_MARGIN,
  end,
  PAYING_TIME,
  settle,
  undo,
  withExpiry,
} from './state-machine.ts';

/*
 * The transitions that follow from the status of a payment at Stripe. The status was always read from Stripe a moment ago,
 * never taken from a webhook event, so late, repeated and reordered events have the same result.
 */

/** The status of a payment at Stripe, as far as the conversation's state machine needs it. */
export type PaymentStatus =
  | { readonly is: 'held'; readonly intentId: string; readonly captureBefore: Instant }
  /** `chargeSummary`: its refunds and disputes; absent if they were not read. */
  | { readonly is: 'charged'; readonly intentId: string; readonly chargeSummary?: ChargeSummary }
  | { readonly is: 'needsAction'; readonly intentId: string }
  | { readonly is: 'declined'; readonly intentId?: string }
  | { readonly is: 'released'; readonly intentId: string }
  | { readonly is: 'refunded'; readonly intentId: string; readonly chargeSummary?: ChargeSummary }
  /** Stripe has no payment for this conversation. */
  | { readonly is: 'none' };

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
  const step = applyToConversation(c, paymentStatus, now);
  const chargeSummary = chargeSummaryIn(paymentStatus);
  // A dispute ends a claim, so what the claim has frozen is there for the dispute to freeze.
  const there = plus(balance, c.money.claim?.frozen ?? ZERO);
  const back = chargeSummary && bookLosses(step?.next ?? c, chargeSummary, there, now);
  const change = back
    ? { ...step, ...back, domainEvent: step?.domainEvent ?? back.domainEvent }
    : step;
  return change && withoutOvertakenClaim(c, change, now);
}

/** The refunds and disputes of a captured payment, if the status includes them. */
export const chargeSummaryIn = (paymentStatus: PaymentStatus): ChargeSummary | undefined =>
  paymentStatus.is === 'charged' || paymentStatus.is === 'refunded'
    ? paymentStatus.chargeSummary
    : undefined;

/** The money state of a payment of which Stripe holds nothing any more: released, refunded or charged back. */
function returnedState(paymentStatus: PaymentStatus): 'RELEASED' | 'REFUNDED' | undefined {
  if (paymentStatus.is === 'released') return 'RELEASED';
  if (paymentStatus.is === 'refunded') return 'REFUNDED';
  const chargeSummary = chargeSummaryIn(paymentStatus);
  return chargeSummary && refundableAmount(chargeSummary) === ZERO ? 'REFUNDED' : undefined;
}

function applyToConversation(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  if (c.status === 'PAYING') return applyWhilePaying(c, paymentStatus, now);
  if (c.status === 'UNDONE') return applyAfterUndo(c, paymentStatus, now);
  if (c.money.owed === 'capture') return applyToCapture(c, paymentStatus, now);
  const chargeSummary = chargeSummaryIn(paymentStatus);
  const refused = chargeSummary && applyFailedRefund(c, chargeSummary, now);
  if (refused) return refused;
  if (c.money.owed === 'refundPart') return chargeSummary && applyPartRefund(c, chargeSummary, now);
  if (c.money.owed === 'giveBack') return applyToReturn(c, paymentStatus, now);
  if (isPending(c.status) && c.money.state === 'HELD') return applyToCapture(c, paymentStatus, now);
  if (c.money.state === 'CHARGED' || c.money.state === 'IN_REVIEW')
    return applyLoss(c, paymentStatus, now);
  return applyDecidedDispute(c, paymentStatus, now);
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
  const decided = chargeSummary?.dispute === 'WON' || chargeSummary?.dispute === 'LOST';
  if (
    !decided ||
    isPriceExpected(c) ||
    refundableAmount(chargeSummary) === ZERO ||
    isUnrefundable(chargeSummary, c.money.unreturned)
  )
    return undefined;
  return { next: { ...c, money: withPendingEffect(c.money, 'giveBack', now) } };
}

function applyWhilePaying(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  switch (paymentStatus.is) {
    case 'held': {
      const { intentId, captureBefore } = paymentStatus;
      return settle(c, { state: 'HELD', intentId, captureBefore }, now);
    }
    case 'charged':
      return settle(c, { state: 'CHARGED', intentId: paymentStatus.intentId }, now);
    case 'needsAction': {
      const { waitingSince } = c.payment;
      if (waitingSince === undefined)
        return {
          next: {
            ...c,
            money: { ...c.money, intentId: paymentStatus.intentId },
            payment: { ...c.payment, waitingSince: now },
          },
        };
      return now >= later(waitingSince, BANK_CONFIRMATION_TIME) ? undo(c, true, now) : undefined;
    }
    // A request may still be on its way to Stripe; after PAYING_TIME it can no longer arrive.
    case 'none':
      return now >= later(c.createdAt, PAYING_TIME) ? undo(c, false, now) : undefined;
    // The bank may refuse the refund later, so the order is kept.
    case 'refunded':
      return undo(c, true, now);
    // The sender still holds the client secret and could confirm the payment later, so it is cancelled.
    default:
      return undo(c, paymentStatus.is === 'declined' && c.payment.waitingSince !== undefined, now);
  }
}

function applyAfterUndo(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const { money } = c;
  const chargeSummary = chargeSummaryIn(paymentStatus);
  if (chargeSummary && money.intentId) {
    const failed = applyFailedRefund(c, chargeSummary, now);
    if (failed) return { ...failed, next: withoutExpiry(failed.next) };
    if (isUnrefundable(chargeSummary, money.unreturned)) return undefined;
  }
  if (returnedState(paymentStatus)) {
    // The bank may refuse a refund, or return the money of a dispute, much later. Then it goes back to the sender.
    const isKept = paymentStatus.is !== 'released';
    if (!money.owed && !(isKept && c.expiresAt)) return undefined;
    const next = { ...c, money: withoutPendingEffect(money, 'RELEASED') };
    return { next: isKept ? withoutExpiry(next) : withExpiry(next, now) };
  }
  switch (paymentStatus.is) {
    case 'none': {
      if (!money.owed || now < later(c.createdAt, PAYING_TIME)) return undefined;
      return { next: withExpiry({ ...c, money: withoutPendingEffect(money, 'RELEASED') }, now) };
    }
    case 'declined':
      return money.owed && !money.intentId && paymentStatus.intentId
        ? { next: { ...c, money: { ...money, intentId: paymentStatus.intentId } } }
        : undefined;
    // A hold exists, or the payment can still create one, so it has to be released.
    default: {
      if (money.owed && money.intentId === paymentStatus.intentId) return undefined;
      const known = { ...money, intentId: paymentStatus.intentId };
      return { next: withoutExpiry({ ...c, money: withPendingEffect(known, 'giveBack', now) }) };
    }
  }
}

/** The conversation without an expiry date: its payment was charged, or may still be. */
function withoutExpiry({ expiresAt: _, ...kept }: Conversation): Conversation {
  return kept;
}

function applyToCapture(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  // An answered or reported payment that is refunded now was captured before.
  const taken = paymentStatus.is === 'refunded' && !isPending(c.status);
  if (paymentStatus.is === 'charged' || taken) {
    const money = withoutPendingEffect(c.money, c.status === 'REPORTED' ? 'IN_REVIEW' : 'CHARGED');
    const captured = { event: 'CAPTURED', at: now, moneyState: money.state } as const;
    // A claim ended with a refund before the capture was known.
    const owesRefund = paymentStatus.is === 'charged' && money.byHand?.decided === 'GIVE_BACK';
    return {
      next: {
        ...c,
        money: owesRefund ? withPendingEffect(money, 'giveBack', now) : money,
        history: [...c.history, captured],
      },
      // An answer and a report have a receipt of their own for the charge.
      ...(isPending(c.status) && {
        domainEvent: { type: 'conversation.charged', amountCents: c.price } as const,
      }),
    };
  }
  return applyLoss(c, paymentStatus, now);
}

function applyToReturn(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  if (c.money.byHand && isInOpenDispute(paymentStatus)) return undefined;
  const state = returnedState(paymentStatus);
  if (!state) return applyToFailedReturn(c, paymentStatus, now);
  const money = withoutPendingEffect(c.money, state);
  const returned = { event: 'RETURNED', at: now, moneyState: state } as const;
  return { next: { ...c, money, history: [...c.history, returned] } };
}

/** Whether an open dispute blocks a refund; the refund follows if the bank decides against its card holder. */
const isInOpenDispute = (paymentStatus: PaymentStatus) =>
  paymentStatus.is === 'charged' && chargeSummaryIn(paymentStatus)?.dispute === 'OPEN';

/** Ends a manual refund that Stripe cannot make: the money stays where it was, and the operators are notified. */
function applyToFailedReturn(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const chargeSummary = chargeSummaryIn(paymentStatus);
  if (!c.money.byHand || !isPriceExpected(c) || !chargeSummary || !isUnrefundable(chargeSummary))
    return undefined;
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

/** Applies the loss of a payment that the conversation still needs: the hold lapsed, or an operator released or refunded it. */
function applyLoss(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const state = returnedState(paymentStatus);
  if (!state) return undefined;
  if (isPending(c.status))
    return end(c, { how: 'expire', reasonCode: 'HOLD_LAPSED', gone: state }, now);
  // disputes.ts books the loss of a captured payment.
  if (state === 'REFUNDED') return undefined;
  const returned = { event: 'RETURNED', at: now, moneyState: state } as const;
  return {
    next: { ...c, money: withoutPendingEffect(c.money, state), history: [...c.history, returned] },
    entry: lostPaymentEntry(c, c.status === 'REPORTED' ? 'platform:review' : 'platform:disputes'),
    domainEvent: { type: 'money.lost', amountCents: c.price },
  };
}

/**
 * The transition that is due by time alone: a pause, the deadline or the time of a claim is over, or a hold is about to lapse.
 * Undefined if none is due.
 */
export function nextTransition(c: Conversation, now: Instant): Change | undefined {
  if (!isPending(c.status)) return nextClaimTransition(c, now);
  if (now >= c.deadlineAt) return end(c, { how: 'expire', reasonCode: 'RETURN_TO_SENDER' }, now);
  // Checked before the end of a clarifying question, because a hold that lapses is lost. The sweep that decides this capture also
  // performs it, so it is due at once.
  if (!c.money.owed && isLapsing(c, now))
    return { next: { ...c, money: { ...withPendingEffect(c.money, 'capture', now), tryAt: now } } };
  return c.clarification && c.status === 'NEEDS_INFO' && now >= c.clarification.until
    ? endClarification(c, undefined, now)
    : undefined;
}

function isLapsing({ money }: Conversation, now: Instant): boolean {
  return money.captureBefore !== undefined && now >= later(money.captureBefore, -CAPTURE_MARGIN);
}

/** Postpones a pending effect after Stripe did not answer. */
export function postponePendingEffect(c: Conversation, now: Instant): Change {
  const tries = (c.money.tries ?? 0) + 1;
  return { next: { ...c, money: { ...c.money, tries, tryAt: nextTryAt(now, tries) } } };
}
