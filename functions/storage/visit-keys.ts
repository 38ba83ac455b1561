import type { Counts } from '#shared/rules/profiles/reliability.ts';
import type { Counted } from './counters.ts';
import type { Key, KeyOf } from './keys.ts';

/* The keys of visits and analytics. keys.ts lists all items of the table. */

/*
 * A partition apart from the user's own, so that IAM can allow an operation that anyone may call to write views and nothing
 * else.
 */
export const VIEWS_PREFIX = 'VIEWS#';
const VIEW_COUNT = 'COUNT';
export const viewCountKey = (userId: string): KeyOf<{ readonly views: number }> => ({
  pk: `${VIEWS_PREFIX}${userId}`,
  sk: VIEW_COUNT,
});
/** `viewer`: a keyed hash, which does not reveal the viewer. */
export const viewKey = (userId: string, day: string, viewer: string): Key => ({
  pk: `${VIEWS_PREFIX}${userId}`,
  sk: `${day}#${viewer}`,
});
const PRESS_PREFIX = 'PRESS#';
/** A viewer who pressed the contact button, as in `viewKey`. */
export const pressKey = (userId: string, day: string, viewer: string): Key => ({
  pk: `${VIEWS_PREFIX}${userId}`,
  sk: `${PRESS_PREFIX}${day}#${viewer}`,
});
const CLICK_PREFIX = 'CLICK#';
/** A viewer who opened a link, as in `viewKey`. */
export const clickKey = (userId: string, day: string, linkId: string, viewer: string): Key => ({
  pk: `${VIEWS_PREFIX}${userId}`,
  sk: `${CLICK_PREFIX}${day}#${linkId}#${viewer}`,
});
/** Whose link was opened, on which day, and which; undefined if the item is no click. */
export function clickIn({ pk, sk }: Key) {
  if (!pk.startsWith(VIEWS_PREFIX) || !sk.startsWith(CLICK_PREFIX)) return undefined;
  const [, day = '', linkId = ''] = sk.split('#');
  return { ownerId: pk.slice(VIEWS_PREFIX.length), day, linkId };
}
/** Whose profile was visited, on which day, and what the visitor did; undefined if the item is no visit. */
export function visitIn({ pk, sk }: Key) {
  if (!pk.startsWith(VIEWS_PREFIX) || sk === VIEW_COUNT || sk.startsWith(CLICK_PREFIX))
    return undefined;
  const isPress = sk.startsWith(PRESS_PREFIX);
  const day = sk.slice(isPress ? PRESS_PREFIX.length : 0).slice(0, '2026-11-21'.length);
  const step = isPress ? ('press' as const) : ('view' as const);
  return { ownerId: pk.slice(VIEWS_PREFIX.length), day, step };
}

/*
 * Partitions apart from the user's own, so that IAM can limit who counts. The days have one of their own, so that one query
 * reads a range of them.
 */
export const analyticsPartition = (userId: string) => `ANALYTICS#${userId}`;
export const analyticsDayKey = (userId: string, day: string): KeyOf<Counts> => ({
  pk: analyticsPartition(userId),
  sk: day,
});
export const countedMessagesPartition = (userId: string) => `${analyticsPartition(userId)}#PAID`;
export const countedMessageKey = (userId: string, conversationId: string): KeyOf<Counted> => ({
  pk: countedMessagesPartition(userId),
  sk: `ORDER#${conversationId}`,
});
export const countedSenderKey = (userId: string, senderId: string): Key => ({
  pk: countedMessagesPartition(userId),
  sk: `SENDER#${senderId}`,
});
