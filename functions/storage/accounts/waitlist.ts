import { newId } from '#shared/ids.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { exists } from '../conditions.ts';
import { definedSteps } from '../counters.ts';
import {
  ASKED_PREFIX,
  askedKey,
  askerIn,
  asksKey,
  type Key,
  placeKey,
  userPartition,
} from '../keys.ts';
import { countItems } from '../list-position.ts';
import { publishEvent } from '../outbox.ts';
import { put, putNew, remove, type TableReader, type TableWriter } from '../table.ts';
import { raiseAlert } from './alerts.ts';
import { ifNotExpired } from './users.ts';

/*
 * Those who asked to be notified when a person has a place again: one item in the list of that person, by time, and one of the
 * asker, so that nobody is listed twice. Both are deleted when the asker is notified, and expire after 60 days.
 * docs/product/profiles.md#waiting-list
 */

/** The time (ms) for which a request to be notified counts. */
export const ASKING_TIME = 60 * DAY;
/** How long it is remembered that a place was offered. Events are repeated within minutes. */
const OFFERED_TIME = 7 * DAY;
/** The number of people who are notified of one free place. */
export const NOTIFIED_PER_PLACE = 3;
const ATTEMPTS = 5;

export type Asking = Key & { readonly at: Instant; readonly expiresAt: number };

/** Whether a person has asked to be notified of a place with another one. */
export async function hasAsked(
  table: TableReader,
  userId: string,
  ownerId: string,
  now: Instant,
): Promise<boolean> {
  return ifNotExpired(await table.get<Asking>(asksKey(userId, ownerId)), now) !== undefined;
}

/** Saves that a person wants to be notified of a place. ASKED: they have asked already, and keep their position. */
export async function askForPlace(
  table: TableWriter,
  userId: string,
  ownerId: string,
  now: Instant,
): Promise<'done' | 'ASKED'> {
  const asking = { at: now, expiresAt: toSeconds(later(now, ASKING_TIME)) };
  const before = await table.get<Asking>(asksKey(userId, ownerId));
  if (before && ifNotExpired(before, now)) return 'ASKED';
  return table.transact<'ASKED'>(
    ...definedSteps<'ASKED'>([
      // DynamoDB deletes expired items late.
      before && remove(askedKey(ownerId, before.at, userId)),
      put(
        { ...asksKey(userId, ownerId), ...asking },
        { when: { at: before?.at }, otherwise: 'ASKED' },
      ),
      putNew({ ...askedKey(ownerId, now, userId), ...asking }, 'ASKED'),
    ]),
  );
}

const listOf = (ownerId: string) => ({
  partition: userPartition(ownerId),
  prefix: ASKED_PREFIX,
});

/** The number of people who wait for a place. */
export const askerCount = (table: TableReader, ownerId: string): Promise<number> =>
  countItems(table, listOf(ownerId));

/** Whether anybody waits for a place with this person. */
export async function hasAskers(table: TableReader, ownerId: string): Promise<boolean> {
  return (await table.query({ ...listOf(ownerId), limit: 1 })).items.length > 0;
}

/**
 * Notifies those who have waited longest that there is a place, once for each place: `placeId` is the id of the event that freed
 * it. A repeated call does nothing. `mayNotify`: whether to notify a person; others are only removed from the list.
 */
export async function offerPlace(
  table: TableWriter,
  place: { readonly ownerId: string; readonly ownerName: string; readonly placeId: string },
  mayNotify: (askerId: string) => Promise<boolean>,
  now: Instant,
): Promise<void> {
  const { ownerId, placeId } = place;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const oldest = await oldestAskers(table, ownerId, now);
    if (oldest.length === 0) return;
    const leaving = await Promise.all(
      oldest.map(async (item) => ({ item, notify: await mayNotify(askerIn(item)) })),
    );
    const offered = { at: now, expiresAt: toSeconds(later(now, OFFERED_TIME)) };
    const outcome = await table.transact<'OFFERED' | 'GONE'>(
      putNew({ ...placeKey(ownerId, placeId), ...offered }, 'OFFERED'),
      ...leaving.flatMap(({ item, notify }) => leavingSteps(place, item, notify, now)),
    );
    // Somebody has left the list since it was read: read it again.
    if (outcome !== 'GONE') return;
  }
  throw new Error(`the place ${placeId} could not be offered`);
}

/** Those who have waited longest. DynamoDB deletes expired items late, so more are read than are notified. */
async function oldestAskers(table: TableReader, ownerId: string, now: Instant): Promise<Asking[]> {
  const { items } = await table.query<Asking>({ ...listOf(ownerId), limit: 25, consistent: true });
  return items.filter((item) => ifNotExpired(item, now)).slice(0, NOTIFIED_PER_PLACE);
}

function leavingSteps(
  { ownerId, ownerName }: { readonly ownerId: string; readonly ownerName: string },
  { pk, sk }: Key,
  notify: boolean,
  now: Instant,
) {
  const userId = askerIn({ pk, sk });
  return [
    remove({ pk, sk }, { when: { pk: exists }, otherwise: 'GONE' }),
    remove(asksKey(userId, ownerId)),
    ...(notify
      ? [
          raiseAlert(userId, { kind: 'PLACE_FREE', about: ownerName }, now),
          publishEvent({
            id: newId(now),
            type: 'place.free',
            at: now,
            detail: { userId, ownerId },
          }),
        ]
      : []),
  ];
}
