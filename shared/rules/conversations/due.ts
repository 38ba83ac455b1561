import { type Instant, instant, later } from '../../time.ts';
import { nextClaimTransition } from './claims.ts';
import { endClarification } from './clarification.ts';
import { type Change, type Conversation, isPending } from './conversations.ts';
import { isResponseDue } from './dispute-responses.ts';
import { withPendingEffect } from './pending-effect.ts';
import {
  BANK_CONFIRMATION_TIME,
  CAPTURE_MARGIN,
  end,
  NO_DEADLINE,
  PAYING_TIME,
} from './state-machine.ts';

/** The schedule that processes a conversation next, and when. */
export type Due = { readonly job: 'CONVERSATION' | 'PAYMENT'; readonly at: Instant };

/** The next time at which a schedule has to process a conversation; undefined if never again. */
export function nextDue(conversation: Conversation): Due | undefined {
  const { status, money, payment, createdAt, deadlineAt, modifiedAt, clarification } = conversation;
  const { tryAt, owed, captureBefore } = money;
  if (status === 'PAYING') {
    const planned =
      payment.waitingSince === undefined
        ? later(createdAt, PAYING_TIME)
        : later(payment.waitingSince, BANK_CONFIRMATION_TIME);
    return { job: 'PAYMENT', at: latest(planned, tryAt) };
  }
  if (status === 'UNDONE') {
    if (!owed) return undefined;
    // Without the PaymentIntent's id the payment has to be searched for, which cannot find a request that is still under way.
    const findable = money.intentId ? createdAt : later(createdAt, PAYING_TIME);
    return { job: 'PAYMENT', at: latest(findable, tryAt) };
  }
  const moments = [
    ...(owed && tryAt !== undefined ? [tryAt] : []),
    ...(isResponseDue(conversation) ? [money.response?.tryAt ?? modifiedAt] : []),
    ...(status === 'PENDING' && deadlineAt < NO_DEADLINE ? [deadlineAt] : []),
    ...(status === 'NEEDS_INFO' && clarification ? [clarification.until] : []),
    ...(isPending(status) && !owed && money.state === 'HELD' && captureBefore !== undefined
      ? [later(captureBefore, -CAPTURE_MARGIN)]
      : []),
  ];
  return moments.length > 0
    ? { job: 'CONVERSATION', at: instant(Math.min(...moments)) }
    : undefined;
}

function latest(one: Instant, other: Instant | undefined): Instant {
  return other !== undefined && other > one ? other : one;
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
