import { type Instant, instant, later } from '../../time.ts';
import type { Conversation } from './conversations.ts';
import {
  BANK_CONFIRMATION_TIME,
  CAPTURE_MARGIN,
  deadlineOf,
  EXPIRING_SOON,
  PAYING_TIME,
} from './state-machine.ts';

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

/*
 * When somebody is reminded of a message that they have not answered: once, two days before it expires. The reminder waits
 * with the lock of the pair, which is there exactly as long as the message waits, and apart from what is due about its
 * money, so that neither can hold the other up.
 */

/** When an order that begins now is looked at. Its ten days begin when it is paid, so that may be a little early. */
export const reminderDue = (beganAt: Instant): Instant =>
  later(deadlineOf(beganAt), -EXPIRING_SOON);

/** `wait`: it is not two days yet. `drop`: there is nothing left to remind of. */
export function reminderStep(
  { status, deadlineAt }: Pick<Conversation, 'status' | 'deadlineAt'>,
  now: Instant,
): 'remind' | 'wait' | 'drop' {
  if (status === 'PAYING') return 'wait';
  if (status !== 'PENDING' || now >= deadlineAt) return 'drop';
  return now >= later(deadlineAt, -EXPIRING_SOON) ? 'remind' : 'wait';
}
