import { type Conversation, isPending } from '../../../shared/rules/conversations/conversations.ts';
import { reminderBefore, reminderDue } from '../../../shared/rules/conversations/due.ts';
import { type Instant, later, toIso } from '../../../shared/time.ts';
import { dueId, dueIndex, dueList, type Key, pendingKey } from '../keys.ts';
import { conversationEvent, publishEvent } from '../outbox.ts';
import { putNew, type Step, type TableReader, type TableWriter, update } from '../table.ts';

type Cursor = Readonly<Record<string, unknown>>;
type Pair = Pick<Conversation, 'id' | 'sender' | 'recipient' | 'createdAt' | 'isChatReport'>;

/**
 * The key of the lock that allows one pending message per pair. The report of a chat, which earlier versions wrote as a help
 * ticket, has a lock of its own.
 */
export const lockKeyOf = ({ id, sender, recipient, isChatReport }: Omit<Pair, 'createdAt'>): Key =>
  pendingKey(sender.id, isChatReport ? id : recipient.id);

/** The step that locks a pair of people for a pending message and schedules its reminder. */
export const lockPair = (conversation: Pair): Step<'PENDING_EXISTS'> =>
  putNew(
    {
      ...lockKeyOf(conversation),
      conversationId: conversation.id,
      ...dueIndex('REMINDER', reminderDue(conversation.createdAt), conversation.id),
    },
    'PENDING_EXISTS',
  );

/**
 * The step that moves the reminder of a pending message with its deadline; undefined if that stays. REMINDED: the recipient was
 * reminded already, which happens once.
 */
export function moveReminder(
  before: Conversation,
  after: Conversation,
): Step<'REMINDED'> | undefined {
  if (!isPending(before.status) || !isPending(after.status)) return undefined;
  if (before.deadlineAt === after.deadlineAt) return undefined;
  const due = dueIndex('REMINDER', reminderBefore(after.deadlineAt), after.id);
  return update(
    lockKeyOf(after),
    'SET #gsi5sk = :due',
    { due: due.gsi5sk },
    {
      when: '#conversationId = :id AND attribute_exists(#gsi5pk)',
      values: { id: after.id },
      otherwise: 'REMINDED',
    },
  );
}

/** A slice of the ids of conversations whose reminder is due, the longest overdue first. */
export async function dueReminders(
  table: TableReader,
  now: Instant,
  { limit, from }: { limit: number; from?: Cursor | undefined },
): Promise<{ ids: string[]; next: Cursor | undefined }> {
  const { items, next } = await table.query<{ gsi5sk: string }>({
    index: 'gsi5',
    partition: dueList('REMINDER'),
    upTo: toIso(later(now, 1)),
    limit,
    from,
  });
  return { ids: items.map(({ gsi5sk }) => dueId(gsi5sk)), next };
}

/**
 * Ends a due reminder, and publishes it if `publish`. GONE: another run ended it, or it moved with the deadline, or the
 * conversation was answered or ended meanwhile, which removes the lock; then nobody is reminded.
 */
export function endReminder(
  table: TableWriter,
  conversation: Conversation,
  publish: boolean,
  now: Instant,
): Promise<'done' | 'GONE'> {
  return table.transact(
    update(
      lockKeyOf(conversation),
      'REMOVE #gsi5pk, #gsi5sk',
      {},
      {
        when: '#conversationId = :id AND #gsi5sk < :due',
        values: { id: conversation.id, due: toIso(later(now, 1)) },
        otherwise: 'GONE',
      },
    ),
    ...(publish
      ? [publishEvent(conversationEvent(conversation, { type: 'conversation.expiringSoon' }, now))]
      : []),
  );
}
