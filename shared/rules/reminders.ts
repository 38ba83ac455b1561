import { type Instant, later } from '../time.ts';
import { deadlineOf, EXPIRING_SOON } from './conversations.ts';
import type { Conversation } from './course.ts';

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
