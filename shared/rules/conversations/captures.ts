import type { Instant } from '../../time.ts';
import { lostPaymentEntry } from '../ledger/ledger.ts';
import { type Change, type Conversation, isPending } from './conversations.ts';
import { type PaymentStatus, returnedState } from './payment-status.ts';
import { withoutPendingEffect, withPendingEffect } from './pending-effect.ts';
import { end } from './state-machine.ts';

/* What follows from the status of a payment that a conversation still needs: on hold, being captured, or captured. */

/** Applies a payment status to a hold: it is captured, it is still there, or it is gone. */
export function applyToHold(
  c: Conversation,
  paymentStatus: PaymentStatus,
  now: Instant,
): Change | undefined {
  // An answered or reported payment that is refunded now was captured before.
  const isCaptured =
    paymentStatus.is === 'charged' || (paymentStatus.is === 'refunded' && !isPending(c.status));
  return isCaptured ? capture(c, paymentStatus, now) : applyLoss(c, paymentStatus, now);
}

/** Confirms a capture. */
function capture(c: Conversation, paymentStatus: PaymentStatus, now: Instant): Change {
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

/** Applies the loss of a payment that the conversation still needs: the hold lapsed, or an operator released or refunded it. */
export function applyLoss(
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
