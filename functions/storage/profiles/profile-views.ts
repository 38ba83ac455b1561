import { DAY, dayOf, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { type Key, viewCountKey, viewedUserIn, viewKey } from '../keys.ts';
import { putNew, type TableWriter, update } from '../table.ts';

/*
 * How often a profile was viewed: an item for each viewer and day (UTC), and a counter. A visit stores its viewer. The stream
 * of the table passes new viewers in batches to functions/events/countViews.ts, which increases the counters, so that no visitor
 * waits for it and a popular profile costs one write for many views. The counter has an item of its own, because payments write
 * the account item and must not conflict with profile views.
 */

/** After two days, the day of a view is over in every time zone. */
const RETENTION = 2 * DAY;

/** A view of a profile. `viewer` is a keyed hash that tells viewers apart within a day without identifying them. */
export type View = { readonly ownerId: string; readonly viewer: string };

/** The item of a viewer's first view of a day. */
export const keyOfView = ({ ownerId, viewer }: View, now: Instant): Key =>
  viewKey(ownerId, dayOf(now), viewer);

/** Stores a view; further views of the viewer on that day change nothing. */
export async function recordView(
  table: Pick<TableWriter, 'write'>,
  view: View,
  now: Instant,
): Promise<void> {
  const expiresAt = toSeconds(later(now, RETENTION));
  await table.write(putNew({ ...keyOfView(view, now), expiresAt }, 'RECORDED'));
}

/** Adds views to the counter of a profile. */
export async function addViews(
  table: Pick<TableWriter, 'write'>,
  ownerId: string,
  views: number,
): Promise<void> {
  await table.write(update(viewCountKey(ownerId), 'ADD #views :views', { views }));
}

/** The number of stored views by the id of the profile's owner. Keys of other items are left out. */
export function viewsByOwner(keys: readonly Key[]): ReadonlyMap<string, number> {
  const views = new Map<string, number>();
  for (const key of keys) {
    const ownerId = viewedUserIn(key);
    if (ownerId !== undefined) views.set(ownerId, (views.get(ownerId) ?? 0) + 1);
  }
  return views;
}
