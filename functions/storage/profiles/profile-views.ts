import { DAY, dayOf, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { viewCountKey, viewKey } from '../keys.ts';
import { putNew, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * How often a profile was viewed: an item for each viewer and day (UTC), and a counter. The counter has an item of its
 * own, because the account's takes part in payments, which must not wait for onlookers.
 */

/** The day of a view is over by then, wherever the clocks stand. */
const KEPT = 2 * DAY;

/** `viewer` tells people apart within a day without saying who they are. */
export type View = { readonly ownerId: string; readonly viewer: string };

/** Whether this viewer was counted today: the read that spares the second view of a day its writes. May lag a moment. */
export async function wasCounted(
  table: TableReader,
  { ownerId, viewer }: View,
  now: Instant,
): Promise<boolean> {
  const key = viewKey(ownerId, dayOf(now), viewer);
  return (await table.get(key, 'eventual')) !== undefined;
}

/** Counts a view unless its viewer was counted today. One transaction: a repeat after a lost answer counts nothing. */
export function countView(
  table: Pick<TableWriter, 'transact'>,
  { ownerId, viewer }: View,
  now: Instant,
): Promise<'done' | 'COUNTED'> {
  const expiresAt = toSeconds(later(now, KEPT));
  return table.transact(
    putNew({ ...viewKey(ownerId, dayOf(now), viewer), expiresAt }, 'COUNTED'),
    update(viewCountKey(ownerId), 'ADD #views :one', { one: 1 }),
  );
}
