import type { Key } from './keys.ts';
import { type QueryRequest, remove, type TableReader, type TableWriter } from './table.ts';

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
  let from: Cursor | undefined;
  do {
    const page = await table.query({ ...list, from, count: true });
    total += page.count;
    from = page.next;
  } while (from);
  return total;
}

/** The next items of a list, at most `limit`: as many as there are, because DynamoDB may end a page before its limit. */
export async function itemsUpTo<Found>(
  table: TableReader,
  list: QueryRequest & { readonly limit: number },
): Promise<Found[]> {
  const found: Found[] = [];
  let from = list.from;
  do {
    const page = await table.query<Found>({ ...list, from, limit: list.limit - found.length });
    found.push(...page.items);
    from = page.next;
  } while (from && found.length < list.limit);
  return found;
}

/** All items of a list, from all its pages. */
export async function allItems<Found>(
  table: TableReader,
  list: List & Pick<QueryRequest, 'consistent'>,
): Promise<Found[]> {
  const found: Found[] = [];
  let from: Cursor | undefined;
  do {
    const { items, next } = await table.query<Found>({ ...list, from });
    found.push(...items);
    from = next;
  } while (from);
  return found;
}

/** Deletes the items of a list until none is left. */
export async function deleteItems(
  table: TableWriter,
  list: Pick<List, 'partition' | 'prefix'>,
): Promise<void> {
  for (;;) {
    const { items } = await table.query<Key>({ ...list, consistent: true, limit: 25 });
    if (items.length === 0) return;
    for (const { pk, sk } of items) await table.write(remove({ pk, sk }));
  }
}
