import type { CaseKind, Harm } from '../../../shared/rules/desk/cases.ts';
import { fromIso, type Instant } from '../../../shared/time.ts';
import { caseIdIn, caseList, REVIEW_LIST, TICKET_LIST } from '../index-keys.ts';
import { conversationPartition } from '../keys.ts';
import type { QueryRequest, TableReader } from '../table.ts';

/*
 * The queues of the desk, as far as they are lists of the table. Indexes may lag behind, so readers read each item before they
 * show or decide it.
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
  placesIn(table, { index: 'gsi5', partition: caseList(kind) }, slice, ({ gsi5sk = '' }) => {
    const [rank = '', since = ''] = gsi5sk.split('#');
    const harm = (9 - Number(rank)) as Harm;
    return { id: caseIdIn(gsi5sk), since: fromIso(since), harm, place: gsi5sk };
  });

/** The conversations whose payment is in review, the oldest first. */
export const reviewsWaiting = (table: TableReader, slice: Slice): Promise<Place[]> =>
  placesIn(table, { index: 'gsi5', partition: REVIEW_LIST }, slice, conversationPlace);

/** The help tickets that wait for support, the oldest first. */
export const ticketsWaiting = (table: TableReader, slice: Slice): Promise<Place[]> =>
  placesIn(table, { index: 'gsi5', partition: TICKET_LIST }, slice, conversationPlace);

type Entry = Readonly<Record<'pk' | 'gsi5sk', string | undefined>>;

function conversationPlace({ pk = '', gsi5sk: place = '' }: Entry): Place {
  const id = pk.slice(conversationPartition('').length);
  return { id, since: fromIso(place.slice(0, place.indexOf('#'))), harm: 1, place };
}

async function placesIn(
  table: TableReader,
  list: Pick<QueryRequest, 'index' | 'partition'>,
  { limit, after }: Slice,
  placeOf: (entry: Entry) => Place,
): Promise<Place[]> {
  const { items } = await table.query<Entry>({ ...list, limit, ...(after && { after }) });
  return items.map(placeOf);
}
