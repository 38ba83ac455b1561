import { type Instant, later } from '../../time.ts';
import type { Change, Conversation } from './conversations.ts';
import { applyFailedRefund, isUnrefundable } from './failed-refunds.ts';
import { chargeSummaryIn, type PaymentStatus, returnedState } from './payment-status.ts';
import { withoutPendingEffect, withPendingEffect } from './pending-effect.ts';
import { BANK_CONFIRMATION_TIME, PAYING_TIME, settle, undo, withExpiry } from './state-machine.ts';

/* What follows from the status of a payment for an order that is not paid yet, or was undone. */

/** Applies a payment status to an order that is being paid. */
export function applyToPayingOrder(
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

/** Applies a payment status to an order that was undone: what exists of its payment is released or refunded. */
export function applyToUndoneOrder(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  const chargeSummary = chargeSummaryIn(paymentStatus);
  if (chargeSummary && c.money.intentId) {
    const failed = applyFailedRefund(c, chargeSummary, now);
    if (failed) return { ...failed, next: withoutExpiry(failed.next) };
    if (isUnrefundable(chargeSummary, c.money.unreturned)) return undefined;
  }
  if (returnedState(paymentStatus)) return confirmReturn(c, paymentStatus.is !== 'released', now);
  if (paymentStatus.is === 'none') return confirmNoPayment(c, now);
  if (paymentStatus.is === 'declined') return addPaymentIntent(c, paymentStatus.intentId);
  // A hold exists, or the payment can still create one.
  return askForReturn(c, paymentStatus.intentId, now);
}

/**
 * Confirms that Stripe has none of the money. An order that was charged is kept: the bank may refuse the refund, or return the
 * money of a dispute, much later. Then it goes back to the sender.
 */
function confirmReturn(c: Conversation, wasCharged: boolean, now: Instant): Change | undefined {
  const isNew = c.money.owed !== undefined || (wasCharged && c.expiresAt !== undefined);
  if (!isNew) return undefined;
  const next = { ...c, money: withoutPendingEffect(c.money, 'RELEASED') };
  return { next: wasCharged ? withoutExpiry(next) : withExpiry(next, now) };
}

/** Confirms that there is no payment. A request may still be on its way to Stripe; after PAYING_TIME it can no longer arrive. */
function confirmNoPayment(c: Conversation, now: Instant): Change | undefined {
  if (!c.money.owed || now < later(c.createdAt, PAYING_TIME)) return undefined;
  return { next: withExpiry({ ...c, money: withoutPendingEffect(c.money, 'RELEASED') }, now) };
}

/** Adds the id of a declined payment that was found, so that it can be canceled. */
function addPaymentIntent(c: Conversation, intentId: string | undefined): Change | undefined {
  if (!c.money.owed || c.money.intentId || !intentId) return undefined;
  return { next: { ...c, money: { ...c.money, intentId } } };
}

/** Asks for the return of a payment. */
function askForReturn(c: Conversation, intentId: string, now: Instant): Change | undefined {
  if (c.money.owed && c.money.intentId === intentId) return undefined;
  const money = withPendingEffect({ ...c.money, intentId }, 'giveBack', now);
  return { next: withoutExpiry({ ...c, money }) };
}

/** The conversation without an expiry date: its payment was charged, or may still be. */
function withoutExpiry({ expiresAt: _, ...kept }: Conversation): Conversation {
  return kept;
}
