import { dueList } from '#functions/storage/index-keys.ts';
import type { DueList } from '#shared/api/schedules.ts';

/** Returns when the first item of a list is due, in epoch milliseconds; undefined for an empty list. */
export async function firstDue(list: DueList): Promise<number | undefined> {
  // The storage module creates its client when it is loaded, so it must be loaded after the start has set its environment.
  const { table } = await import('#functions/storage/table.ts');
  const { items } = await table.query<{ readonly gsi5sk: string }>({
    index: 'gsi5',
    partition: dueList(list),
    limit: 1,
  });
  const [place] = items;
  return place && Date.parse(place.gsi5sk.slice(0, place.gsi5sk.indexOf('#')));
}
