import { type Conversation, isPending } from '#shared/rules/conversations/conversations.ts';
import type { ReminderStage } from '#shared/rules/conversations/reminder-stages.ts';
import {
  firstReminderAt,
  movedReminderAt,
  type ReachedStage,
} from '#shared/rules/conversations/reminders.ts';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import { type Instant, later, toIso } from '#shared/time.ts';
import { below, type Condition, exists } from '../conditions.ts';
import { type Cursor, dueItems, type Slice } from '../due-items.ts';
import { dueId, dueIndex } from '../index-keys.ts';
import { type KeyOf, pendingKey } from '../keys.ts';
import { conversationEvent, publishEvent } from '../outbox.ts';
import { putNew, type Step, type TableReader, type TableWriter, update } from '../table.ts';

type Pair = Pick<Conversation, 'id' | 'sender' | 'recipient' | 'createdAt' | 'deadlineAt'>;

/** The lock of a pair of people. `reminded`: the stage whose reminder was passed last. */
export type PairLock = { readonly conversationId: string; readonly reminded?: ReminderStage };

/** The key of the lock that allows one pending message per pair. */
export const lockKeyOf = ({
  sender,
  recipient,
}: Pick<Pair, 'sender' | 'recipient'>): KeyOf<PairLock> => pendingKey(sender.id, recipient.id);

/** The step that locks a pair of people for a pending message and schedules its first reminder, if it has a deadline. */
export const lockPair = (conversation: Pair): Step<'PENDING_EXISTS'> =>
  putNew(
    {
      ...lockKeyOf(conversation),
      conversationId: conversation.id,
      ...(conversation.deadlineAt < NO_DEADLINE &&
        dueIndex('REMINDER', firstReminderAt(conversation.createdAt), conversation.id)),
    },
    'PENDING_EXISTS',
  );

/**
 * The step that moves the next reminder of a pending message with its deadline; undefined if that stays. A reminder that was sent
 * before is not sent again: the job passes over it. REMINDED: no reminder is left.
 */
export function moveReminder(
  before: Conversation,
  after: Conversation,
  now: Instant,
): Step<'REMINDED'> | undefined {
  if (!isPending(before.status) || !isPending(after.status)) return undefined;
  if (before.deadlineAt === after.deadlineAt) return undefined;
  const due = dueIndex('REMINDER', movedReminderAt(after, now), after.id);
  return update(
    lockKeyOf(after),
    { set: { gsi5sk: due.gsi5sk } },
    { when: { conversationId: after.id, gsi5pk: exists }, otherwise: 'REMINDED' },
  );
}

/** A slice of the ids of conversations whose reminder is due, the longest overdue first. */
export async function dueReminders(
  table: TableReader,
  now: Instant,
  slice: Slice,
): Promise<{ ids: string[]; next: Cursor | undefined }> {
  const { items, next } = await dueItems(table, 'REMINDER', now, slice);
  return { ids: items.map(({ gsi5sk }) => dueId(gsi5sk)), next };
}

/** The latest stage that has come for a pending message; undefined if none has, or if it is no longer pending. */
export async function lastReminderOf(
  table: TableReader,
  conversation: Conversation,
): Promise<ReminderStage | undefined> {
  return (await table.get<PairLock>(lockKeyOf(conversation)))?.reminded;
}

/**
 * Moves the reminders of a message past a stage, to the next one, and publishes the reminder if `publish`. GONE: another run did
 * it, or the reminder moved with the deadline, or the conversation was answered or ended meanwhile, which removes the lock; then
 * nobody is reminded.
 */
export function passStage(
  table: TableWriter,
  conversation: Conversation,
  { stage, next }: ReachedStage,
  publish: boolean,
  now: Instant,
): Promise<'done' | 'GONE'> {
  const due = next && dueIndex('REMINDER', next, conversation.id);
  const event = { type: 'conversation.expiringSoon', stage } as const;
  return table.transact(
    update(
      lockKeyOf(conversation),
      {
        set: { reminded: stage, gsi5sk: due?.gsi5sk },
        remove: due ? [] : ['gsi5pk', 'gsi5sk'],
      },
      isDue(conversation, now),
    ),
    ...(publish ? [publishEvent(conversationEvent(conversation, event, now))] : []),
  );
}

/** Ends the reminders of a message that is no longer pending. */
export const endReminders = (
  table: TableWriter,
  conversation: Conversation,
  now: Instant,
): Promise<'done' | 'GONE'> =>
  table.write(
    update(lockKeyOf(conversation), { remove: ['gsi5pk', 'gsi5sk'] }, isDue(conversation, now)),
  );

const isDue = ({ id }: Conversation, now: Instant): Condition<PairLock, 'GONE'> => ({
  when: { conversationId: id, gsi5sk: below(toIso(later(now, 1))) },
  otherwise: 'GONE',
});
