import type { QueryRequest, TableReader } from './table.ts';

type Place = Readonly<Record<string, unknown>>;

/**
 * The place in a list after `skip` items, read by counting alone. Undefined at the beginning; `END` where the list has no
 * more than that. A page of a megabyte is read once.
 */
export async function placeAfter(
  table: TableReader,
  list: Pick<QueryRequest, 'index' | 'partition' | 'prefix' | 'after' | 'newestFirst'>,
  skip: number,
): Promise<Place | undefined | 'END'> {
  let from: Place | undefined;
  for (let left = skip; left > 0; ) {
    const { count, next } = await table.query({ ...list, from, limit: left, count: true });
    if (!next) return 'END';
    left -= count;
    from = next;
  }
  return from;
}
