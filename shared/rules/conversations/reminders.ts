import { DAY, HOUR, type Instant, later, MINUTE } from '../../time.ts';
import { isQuiet, type QuietHours, quietSince } from '../notifications/quiet-hours.ts';
import type { Conversation } from './conversations.ts';
import { LAST_REMINDER, REMINDER_STAGES, type ReminderStage } from './reminder-stages.ts';
import { deadlineOf, EXPIRING_SOON, RESPONSE_TIME } from './state-machine.ts';

/*
 * Reminders: the recipient of an unanswered message is reminded of it at the stages that they asked for. The position is stored
 * with the lock of the pair, which exists exactly as long as the message is pending. It is separate from what is due about the
 * money, so that neither delays the other. docs/product/notifications.md#reminders
 */

/** How long before the deadline each stage is. So all stages move with the deadline of a paused message. */
const BEFORE_DEADLINE: Readonly<Record<ReminderStage, number>> = {
  DAY_1: RESPONSE_TIME - DAY,
  DAY_5: RESPONSE_TIME - 5 * DAY,
  HOURS_48: EXPIRING_SOON,
  HOURS_12: 12 * HOUR,
};

/** When a reminder is due. */
export const reminderAt = (stage: ReminderStage, deadlineAt: Instant): Instant =>
  later(deadlineAt, -BEFORE_DEADLINE[stage]);

/** How long before quiet hours a reminder comes that would fall into them: longer than the schedule of reminders takes. */
const BEFORE_QUIET_HOURS = 30 * MINUTE;

/** When a reminder comes to a person: before their quiet hours, if it would fall into them. */
function reminderTime(
  stage: ReminderStage,
  deadlineAt: Instant,
  quietHours: QuietHours | undefined,
): Instant {
  const at = reminderAt(stage, deadlineAt);
  return quietHours && isQuiet(quietHours, at)
    ? later(quietSince(quietHours, at), -BEFORE_QUIET_HOURS)
    : at;
}

/**
 * When the first reminder of an order that begins now is due. The ten days begin with the payment, so this may be a little
 * early.
 */
export const firstReminderAt = (beganAt: Instant): Instant =>
  reminderAt(REMINDER_STAGES[0], deadlineOf(beganAt));

const nextStage = (
  deadlineAt: Instant,
  after: Instant,
  quietHours?: QuietHours,
): ReminderStage | undefined =>
  REMINDER_STAGES.find((stage) => reminderTime(stage, deadlineAt, quietHours) > after);

/** When the next reminder is due after the deadline has moved. There is none during a pause. */
export function movedReminderAt(
  { status, deadlineAt, clarification }: Conversation,
  now: Instant,
): Instant {
  const after = status === 'NEEDS_INFO' && clarification ? clarification.until : now;
  return reminderAt(nextStage(deadlineAt, after) ?? LAST_REMINDER, deadlineAt);
}

/** A stage that has come. `isNew`: it has not come before, so the recipient is reminded. `next`: when the next one is due. */
export type ReachedStage = {
  readonly stage: ReminderStage;
  readonly isNew: boolean;
  readonly next: Instant | undefined;
};

/**
 * The next step of the reminders of a message, of which `last` was the latest. `wait`: none is due yet, or a clarifying question
 * pauses the deadline. `drop`: the message is no longer pending. Of several stages that have passed only the latest counts: an
 * earlier one is not made up for. `quietHours`: of the recipient; a stage that would fall into them comes before them.
 */
export function reminderStep(
  { status, deadlineAt }: Pick<Conversation, 'status' | 'deadlineAt'>,
  last: ReminderStage | undefined,
  now: Instant,
  quietHours?: QuietHours,
): 'wait' | 'drop' | ReachedStage {
  if (status === 'PAYING' || status === 'NEEDS_INFO') return 'wait';
  if (status !== 'PENDING' || now >= deadlineAt) return 'drop';
  const stage = REMINDER_STAGES.findLast((one) => reminderTime(one, deadlineAt, quietHours) <= now);
  if (!stage) return 'wait';
  const following = nextStage(deadlineAt, now, quietHours);
  return {
    stage: last && isBefore(stage, last) ? last : stage,
    isNew: !last || isBefore(last, stage),
    next: following && reminderTime(following, deadlineAt, quietHours),
  };
}

const isBefore = (one: ReminderStage, other: ReminderStage) =>
  REMINDER_STAGES.indexOf(one) < REMINDER_STAGES.indexOf(other);
