import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  COUNTED_TIME,
  type CountedOrder,
  type Counts,
  countedOrder,
  difference,
  figuresOf,
  publishedMonths,
  type Reliability,
  sumOf,
} from '#shared/rules/profiles/reliability.ts';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import { conversationById } from '../conversations/conversations.ts';
import { addToCounters, type Counted, definedSteps, putCounted } from '../counters.ts';
import {
  countedOrderKey,
  type Key,
  RELIABILITY_COUNT_PREFIX,
  reliabilityCountKey,
  reliabilityFiguresKey,
  reliabilityPartition,
} from '../keys.ts';
import { allItems } from '../list-position.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';

/*
 * The counters behind the reliability page. What was counted of an order is stored with it, and written in one transaction
 * with the counters, which get the difference. So repeated and reordered events count an order once.
 */

/** The most attempts. Only events of the same order that arrive at the same moment conflict. */
const ATTEMPTS = 10;

/** Brings the counters of a month up to date with a conversation as it is now. */
export async function countOrder(
  table: TableWriter,
  conversationId: string,
  now: Instant,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const conversation = await conversationById(table, conversationId, now);
    const order = conversation && countedOrder(conversation, now);
    if (!order) return;
    if ((await writeCounts(table, conversation, order)) === 'done') return;
  }
  throw new Error(`conversation ${conversationId} could not be counted`);
}

/** Counts an order in place of what was counted of it before. CHANGED: another call has counted it meanwhile. */
async function writeCounts(
  table: TableWriter,
  { id, version }: Conversation,
  { month, endedAt, counts }: CountedOrder,
): Promise<'done' | 'CHANGED'> {
  const key = countedOrderKey(month, id);
  const before = await table.get<Counted>(key);
  if (before && before.version >= version) return 'done';
  const counted = { ...key, counts, version, expiresAt: toSeconds(later(endedAt, COUNTED_TIME)) };
  const change = difference(before?.counts ?? {}, counts);
  return table.transact(
    ...definedSteps([
      putCounted(counted, before),
      addToCounters(reliabilityCountKey(month, slotOf(id)), change),
    ]),
  );
}

/** One of 32 counters of a month: the last character of the id, which is random. */
const slotOf = (id: string) => id.slice(-1);

/** Computes the figures of the platform from the counters, and publishes them. */
export async function publishReliability(table: TableWriter, now: Instant): Promise<void> {
  const months = publishedMonths(now);
  const counts = await Promise.all(months.map((month) => countsOf(table, month)));
  const first = counts.findIndex((one) => Object.keys(one).length > 0);
  const figures = first < 0 ? [] : months.map((month, nth) => figuresOf(month, counts[nth] ?? {}));
  const published: Reliability = { computedAt: now, months: figures.slice(Math.max(0, first)) };
  await table.write(put({ ...reliabilityFiguresKey, ...published }));
}

/** The counts of a month: at most 32 items. */
async function countsOf(table: TableReader, month: string): Promise<Counts> {
  const items = await allItems<Key & Counts>(table, {
    partition: reliabilityPartition(month),
    prefix: RELIABILITY_COUNT_PREFIX,
    consistent: true,
  });
  return sumOf(items.map(({ pk: _pk, sk: _sk, ...counts }) => counts));
}

/** The published figures; undefined before they were first computed. */
export async function publishedReliability(table: TableReader): Promise<Reliability | undefined> {
  return table.get<Reliability>(reliabilityFiguresKey, 'eventual');
}
