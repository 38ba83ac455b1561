import { type Instant, instant, later } from '../../time.ts';
import { type Conversation, isPending } from './conversations.ts';
import { isResponseDue } from './dispute-responses.ts';
import {
  BANK_CONFIRMATION_TIME,
  CAPTURE_MARGIN,
  deadlineOf,
  EXPIRING_SOON,
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
    // Without its id the payment has to be searched for, and a request that is still under way cannot be found.
    const findable = money.intentId ? createdAt : later(createdAt, PAYING_TIME);
    return { job: 'PAYMENT', at: latest(findable, tryAt) };
  }
  const moments = [
    ...(owed && tryAt !== undefined ? [tryAt] : []),
    ...(isResponseDue(conversation) ? [money.response?.tryAt ?? modifiedAt] : []),
    ...(status === 'PENDING' ? [deadlineAt] : []),
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

/*
 * Reminders: the recipient is reminded once of an unanswered message, two days before it expires. The reminder is stored with
 * the lock of the pair, which exists exactly as long as the message is pending. It is separate from what is due about the
 * money, so that neither delays the other.
 */

/** When the reminder of an order that begins now is due. The ten days begin with the payment, so this may be a little early. */
export const reminderDue = (beganAt: Instant): Instant => reminderBefore(deadlineOf(beganAt));

/** When the reminder of a deadline is due. */
export const reminderBefore = (deadlineAt: Instant): Instant => later(deadlineAt, -EXPIRING_SOON);

/**
 * The next step of a reminder. `wait`: more than two days are left, or a clarifying question pauses the deadline. `drop`: the
 * message is no longer pending.
 */
export function reminderStep(
  { status, deadlineAt }: Pick<Conversation, 'status' | 'deadlineAt'>,
  now: Instant,
): 'remind' | 'wait' | 'drop' {
  if (status === 'PAYING' || status === 'NEEDS_INFO') return 'wait';
  if (status !== 'PENDING' || now >= deadlineAt) return 'drop';
  return now >= reminderBefore(deadlineAt) ? 'remind' : 'wait';
}
