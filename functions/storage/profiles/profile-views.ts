import { DAY, dayOf, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { viewCountKey, viewKey } from '../keys.ts';
import { putNew, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * How often a profile was viewed: an item for each viewer and day (UTC), and a counter. The counter has an item of its own,
 * because payments write the account item and must not conflict with profile views.
 */

/** After two days, the day of a view is over in every time zone. */
const RETENTION = 2 * DAY;

/** A view of a profile. `viewer` is a keyed hash that tells viewers apart within a day without identifying them. */
export type View = { readonly ownerId: string; readonly viewer: string };

/** Whether this viewer was counted today. The eventually consistent read saves the second view of a day its writes. */
export async function wasCounted(
  table: TableReader,
  { ownerId, viewer }: View,
  now: Instant,
): Promise<boolean> {
  const key = viewKey(ownerId, dayOf(now), viewer);
  return (await table.get(key, 'eventual')) !== undefined;
}

/**
 * Counts a view. COUNTED: its viewer was counted today. It is one transaction, so a retry after a lost response counts nothing.
 */
export function countView(
  table: Pick<TableWriter, 'transact'>,
  { ownerId, viewer }: View,
  now: Instant,
): Promise<'done' | 'COUNTED'> {
  const expiresAt = toSeconds(later(now, RETENTION));
  return table.transact(
    putNew({ ...viewKey(ownerId, dayOf(now), viewer), expiresAt }, 'COUNTED'),
    update(viewCountKey(ownerId), 'ADD #views :one', { one: 1 }),
  );
}
