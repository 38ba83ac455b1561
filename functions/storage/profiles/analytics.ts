import {
  type CountedMessage,
  countedMessage,
  type DayCounts,
  KEPT_TIME,
} from '#shared/rules/analytics/day-counts.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { type Counts, difference } from '#shared/rules/profiles/reliability.ts';
import { DAY, dayOf, fromIso, type Instant, later, toSeconds } from '#shared/time.ts';
import { missingOr } from '../conditions.ts';
import { conversationById } from '../conversations/conversations.ts';
import { type Counted, putCounted } from '../counters.ts';
import type { Key } from '../keys.ts';
import { allItems, deleteItems } from '../list-position.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';
import {
  analyticsPartition,
  countedMessageKey,
  countedMessagesPartition,
  countedSenderKey,
} from '../visit-keys.ts';
import { dayStep } from './profile-views.ts';

/*
 * The counters behind a person's analytics. What was counted of a message is stored with it, and written in one transaction with
 * the day, which gets the difference. So repeated and reordered events count a message once. The visits of a day are counted by
 * functions/events/countViews.ts.
 */

/** The first message of a sender that was counted. */
type StoredSender = { readonly conversationId: string };

/** The most attempts. Only events about the same two people that arrive at the same moment conflict. */
const ATTEMPTS = 10;

/** Brings a day of the recipient up to date with a conversation as it is now. */
export async function countMessage(
  table: TableWriter,
  conversationId: string,
  now: Instant,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const conversation = await conversationById(table, conversationId, now);
    if (!conversation) return;
    const { recipient, sender } = conversation;
    const senderKey = countedSenderKey(recipient.id, sender.id);
    const first = (await table.get<StoredSender>(senderKey))?.conversationId;
    const isRepeat = first !== undefined && first !== conversationId;
    const message = countedMessage(conversation, isRepeat, now);
    if (!message) return;
    if ((await writeMessage(table, conversation, message, first, now)) === 'done') return;
  }
  throw new Error(`conversation ${conversationId} could not be counted`);
}

/** Counts a message in place of what was counted of it before. CHANGED: another call has counted meanwhile. */
async function writeMessage(
  table: TableWriter,
  { id, version, recipient, sender }: Conversation,
  { day, paidAt, counts }: CountedMessage,
  first: string | undefined,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const key = countedMessageKey(recipient.id, id);
  const before = await table.get<Counted>(key);
  if (before && before.version >= version) return 'done';
  const counted = { ...key, counts, version, expiresAt: toSeconds(later(paidAt, KEPT_TIME)) };
  return table.transact<'CHANGED'>(
    putCounted(counted, before),
    put(
      {
        ...countedSenderKey(recipient.id, sender.id),
        conversationId: first ?? id,
        expiresAt: toSeconds(later(now, KEPT_TIME)),
      },
      {
        when: { conversationId: missingOr(first ?? '') },
        otherwise: 'CHANGED',
      },
    ),
    dayStep(recipient.id, day, difference(before?.counts ?? {}, counts)),
  );
}

/** The counts of a person's days from one on, oldest first: at most 400 items. */
export async function daysSince(
  table: TableReader,
  userId: string,
  day: string,
): Promise<DayCounts[]> {
  const dayBefore = dayOf(later(fromIso(day), -DAY));
  const list = { partition: analyticsPartition(userId), after: dayBefore };
  const items = await allItems<Key & Counts>(table, list);
  return items.map(({ pk: _pk, sk, expiresAt: _expiresAt, ...counts }) => ({
    day: sk,
    counts: counts as Counts,
  }));
}

/** Deletes what was counted for a person whose account is deleted. */
export async function deleteAnalytics(table: TableWriter, userId: string): Promise<void> {
  for (const partition of [analyticsPartition(userId), countedMessagesPartition(userId)])
    await deleteItems(table, { partition });
}
