import type { QueryRequest, TableReader } from './table.ts';

type Place = Readonly<Record<string, unknown>>;

/**
 * The position in a list after `skip` items, found by counting without reading them. Undefined at the beginning; `END` if the
 * list has no more items.
 */
export async function positionAfter(
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
