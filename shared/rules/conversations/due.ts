import { type Instant, instant, later } from '../../time.ts';
import { type Conversation, isPending } from './conversations.ts';
import { isResponseDue } from './dispute-responses.ts';
import {
  BANK_CONFIRMATION_TIME,
  CAPTURE_MARGIN,
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
