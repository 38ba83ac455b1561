import { type Instant, instant, later } from '../time.ts';
import { BANK_CONFIRMATION_TIME, CAPTURE_MARGIN, PAYING_TIME } from './conversations.ts';
import type { Conversation } from './course.ts';

export type Due = { readonly job: 'CONVERSATION' | 'PAYMENT'; readonly at: Instant };

/** The one next moment at which a schedule has something to do with a conversation; undefined: never again. */
export function nextDue(conversation: Conversation): Due | undefined {
  const { status, money, payment, createdAt, deadlineAt } = conversation;
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
    // Without the payment's name it has to be found, and a request still under way cannot be.
    const findable = money.intentId ? createdAt : later(createdAt, PAYING_TIME);
    return { job: 'PAYMENT', at: latest(findable, tryAt) };
  }
  const moments = [
    ...(owed && tryAt !== undefined ? [tryAt] : []),
    ...(status === 'PENDING' ? [deadlineAt] : []),
    ...(status === 'PENDING' && !owed && money.state === 'HELD' && captureBefore !== undefined
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
