import type { CaseKind, Harm } from '#shared/rules/desk/cases.ts';
import { fromIso, type Instant } from '#shared/time.ts';
import { caseIdIn, caseList, REVIEW_LIST, TICKET_LIST } from '../index-keys.ts';
import type { TableReader } from '../table.ts';

/*
 * The queues of the desk, as far as they are lists of the table. All have the same order and the same places, so that several of
 * them make one list. Indexes may lag behind, so readers read each item before they show or decide it.
 */

/** The place of something in a queue. `place` is its sort key, after which a page begins. */
export type Place = {
  readonly id: string;
  readonly since: Instant;
  readonly harm: Harm;
  readonly place: string;
};
export type Slice = { readonly limit: number; readonly after?: string | undefined };

/** The open cases of a kind: the most harmful first, then the oldest. */
export const casesWaiting = (table: TableReader, kind: CaseKind, slice: Slice): Promise<Place[]> =>
  placesIn(table, caseList(kind), slice);

/** The conversations whose payment is in review: the most harmful first, then the oldest. */
export const reviewsWaiting = (table: TableReader, slice: Slice): Promise<Place[]> =>
  placesIn(table, REVIEW_LIST, slice);

/** The help tickets that wait for support, the oldest first. */
export const ticketsWaiting = (table: TableReader, slice: Slice): Promise<Place[]> =>
  placesIn(table, TICKET_LIST, slice);

type Entry = { readonly gsi5sk?: string };

async function placesIn(
  table: TableReader,
  partition: string,
  { limit, after }: Slice,
): Promise<Place[]> {
  const { items } = await table.query<Entry>({
    index: 'gsi5',
    partition,
    limit,
    ...(after && { after }),
  });
  return items.map(({ gsi5sk: place = '' }) => {
    const [rank = '', since = ''] = place.split('#');
    const harm = (9 - Number(rank)) as Harm;
    return { id: caseIdIn(place), since: fromIso(since), harm, place };
  });
}
