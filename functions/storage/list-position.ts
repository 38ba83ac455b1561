import type { Page, QueryRequest, TableReader } from './table.ts';

type List = Pick<QueryRequest, 'index' | 'partition' | 'prefix' | 'after' | 'newestFirst'>;
type Cursor = Readonly<Record<string, unknown>>;

/**
 * The position in a list after `skip` items, found by counting without reading them. Undefined at the beginning; `END` if the
 * list has no more items.
 */
export async function positionAfter(
  table: TableReader,
  list: List,
  skip: number,
): Promise<Cursor | undefined | 'END'> {
  let from: Cursor | undefined;
  for (let left = skip; left > 0; ) {
    const { count, next } = await table.query({ ...list, from, limit: left, count: true });
    if (!next) return 'END';
    left -= count;
    from = next;
  }
  return from;
}

/** The number of items of a list, counted without reading them. */
export async function countItems(table: TableReader, list: List): Promise<number> {
  let total = 0;
  for await (const { count } of pagesOf(table, { ...list, count: true })) total += count;
  return total;
}

/** Every item of a list, from as many pages as DynamoDB makes of it. */
export async function allItems<Found>(
  table: TableReader,
  list: List & Pick<QueryRequest, 'consistent'>,
): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { items } of pagesOf<Found>(table, list)) found.push(...items);
  return found;
}

async function* pagesOf<Found>(
  table: TableReader,
  list: QueryRequest,
): AsyncGenerator<Page<Found>> {
  let from: Cursor | undefined;
  do {
    const page = await table.query<Found>({ ...list, from });
    yield page;
    from = page.next;
  } while (from);
}
