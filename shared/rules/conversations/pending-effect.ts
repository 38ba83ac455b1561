import { type Instant, later, MINUTE } from '../../time.ts';
import type {
  Change,
  Conversation,
  DisputeResponse,
  Money,
  MoneyState,
  PendingEffect,
} from './conversations.ts';

/*
 * Pending effects: a capture, or a return of the money or of a part of it, that is decided and saved, and not yet known to be
 * done at Stripe. The stored attribute is `money.owed`.
 */

/** The time that the request which decided an effect has to perform it, before the sweep does. */
const PERFORMING_TIME = MINUTE;

/** The money with a pending effect. People see its `state` from now on, before the effect is performed. */
export function withPendingEffect(money: Money, effect: PendingEffect, now: Instant): Money {
  return { ...money, owed: effect, tryAt: later(now, PERFORMING_TIME), tries: 0 };
}

/** A pending response to a dispute: the webhook handler that learned of the dispute responds first, then the sweep does. */
export const pendingResponse = (now: Instant): DisputeResponse => ({
  tryAt: later(now, PERFORMING_TIME),
  tries: 0,
});

/** The money in its state after an effect was performed, with nothing pending. */
export function withoutPendingEffect(money: Money, state: MoneyState): Money {
  const {
    owed: _owed,
    tryAt: _tryAt,
    tries: _tries,
    captureBefore: _captureBefore,
    ...rest
  } = money;
  return { ...rest, state };
}

/** Whether the sender was not charged: the message is free, or the hold was released. Then no money moves. */
const isNeverCharged = ({ state }: Money) => state === 'RELEASED';

/** The money with its return to the sender pending: a hold is released, a charge refunded. */
export function withReturnToSender(money: Money, now: Instant): Money {
  if (isNeverCharged(money)) return money;
  return withPendingEffect(
    { ...money, state: money.state === 'HELD' ? 'RELEASED' : 'REFUNDED' },
    'giveBack',
    now,
  );
}

/** The money under review, captured first if it is still on hold; it stays until an operator has decided about the report. */
export function withReview(money: Money, now: Instant): Money {
  if (isNeverCharged(money)) return money;
  const inReview: Money = { ...money, state: 'IN_REVIEW' };
  return money.state === 'HELD' ? withPendingEffect(inReview, 'capture', now) : inReview;
}

const LONGEST_PAUSE = 60 * MINUTE;

/** When Stripe is asked again after this many tries without an answer: the pause doubles with each, up to an hour. */
export const nextTryAt = (now: Instant, tries: number): Instant =>
  later(now, Math.min(LONGEST_PAUSE, MINUTE * 2 ** tries));

/** Postpones a pending effect after Stripe did not answer. */
export function postponePendingEffect(c: Conversation, now: Instant): Change {
  const tries = (c.money.tries ?? 0) + 1;
  return { next: { ...c, money: { ...c.money, tries, tryAt: nextTryAt(now, tries) } } };
}

/** The number of refunds that are tried before an operator has to act. */
export const REFUND_TRIES = 2;

/** Whether another refund may be tried. */
export const mayRetryRefund = ({ refused = 0 }: { readonly refused?: number }): boolean =>
  refused < REFUND_TRIES;
