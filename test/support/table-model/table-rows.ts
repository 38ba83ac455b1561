import { TABLE } from '#lib/table.ts';
import { type Attributes, Invalid, order } from './condition-expressions.ts';

/* The items of a table and of its indexes; each partition is sorted by sort key. */

/** An item with its key as text, which orders items that have the same sort key in an index. */
export type Row = { readonly sort: string; readonly id: string; readonly item: Attributes };

/** The table itself, or one of its indexes. */
export type Source = {
  readonly partitionKey: string;
  readonly sortKey: string;
  /** The projected attributes; absent if all are projected. */
  readonly attributes?: ReadonlySet<string>;
};

const TABLE_KEYS: readonly string[] = [TABLE.partitionKey, TABLE.sortKey];
export const BASE: Source = { partitionKey: TABLE.partitionKey, sortKey: TABLE.sortKey };
export const INDEXES: ReadonlyMap<string, Source> = new Map(
  TABLE.indexes.map((index) => {
    const { name, partitionKey, sortKey } = index;
    const more = index.projection === 'INCLUDE' ? index.attributes : [];
    const attributes = new Set([...TABLE_KEYS, partitionKey, sortKey, ...more]);
    return [name, { partitionKey, sortKey, attributes }];
  }),
);
const SOURCES = [BASE, ...INDEXES.values()];

export const idOf = (key: Attributes): string =>
  `${key[TABLE.partitionKey]}\n${key[TABLE.sortKey]}`;

/**
 * Throws Invalid for an item that DynamoDB would reject, because a key attribute of the table or an index is not a
 * string.
 */
export function checkKeys(item: Attributes): void {
  for (const { partitionKey, sortKey } of SOURCES)
    for (const name of [partitionKey, sortKey]) {
      const value = item[name];
      if (value === undefined && !TABLE_KEYS.includes(name)) continue;
      if (typeof value !== 'string' || value === '') throw new Invalid(`the key ${name}`);
    }
}

/** Every item by its key, and by its position in the table and each index. Items are replaced, never changed. */
export class Rows {
  readonly #byId = new Map<string, Attributes>();
  readonly #partitions = new Map<Source, Map<string, Row[]>>(
    SOURCES.map((source) => [source, new Map()]),
  );

  get(id: string): Attributes | undefined {
    return this.#byId.get(id);
  }

  /** All items, sorted by key. */
  all(): Attributes[] {
    return [...this.#byId].sort(([one], [other]) => order(one, other)).map(([, item]) => item);
  }

  partition(source: Source, name: string): readonly Row[] {
    return this.#partitions.get(source)?.get(name) ?? [];
  }

  /** The rows of all partitions, in the order of their names. */
  everywhere(source: Source): Row[] {
    const partitions = [...(this.#partitions.get(source) ?? [])];
    return partitions.sort(([one], [other]) => order(one, other)).flatMap(([, rows]) => rows);
  }

  replace(id: string, before: Attributes | undefined, after: Attributes | undefined): void {
    if (after) this.#byId.set(id, after);
    else this.#byId.delete(id);
    for (const source of SOURCES) {
      const from = before && placeIn(source, id, before);
      const to = after && placeIn(source, id, after);
      if (from && (!to || from.list !== to.list || from.row.sort !== to.row.sort))
        this.#leave(source, from);
      if (to) this.#enter(source, to);
    }
  }

  #leave(source: Source, { list, row }: RowPosition): void {
    const rows = this.#partitions.get(source)?.get(list);
    const at = rows ? positionOf(rows, row) : -1;
    if (rows?.[at]?.id !== row.id) throw new Error(`${row.id} is not in its place`);
    rows.splice(at, 1);
    if (rows.length === 0) this.#partitions.get(source)?.delete(list);
  }

  #enter(source: Source, { list, row }: RowPosition): void {
    const lists = this.#partitions.get(source);
    const rows = lists?.get(list);
    if (!rows) {
      lists?.set(list, [row]);
      return;
    }
    const at = positionOf(rows, row);
    rows.splice(at, rows[at]?.id === row.id && rows[at]?.sort === row.sort ? 1 : 0, row);
  }
}

type RowPosition = { readonly list: string; readonly row: Row };

/** The position of an item in a source; undefined if it lacks one of the two key attributes. */
export function placeIn(source: Source, id: string, item: Attributes): RowPosition | undefined {
  const { partitionKey, sortKey, attributes } = source;
  const [list, sort] = [item[partitionKey], item[sortKey]];
  if (typeof list !== 'string' || typeof sort !== 'string') return undefined;
  return { list, row: { sort, id, item: attributes ? projected(item, attributes) : item } };
}

function projected(item: Attributes, attributes: ReadonlySet<string>): Attributes {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(item)) if (attributes.has(name)) copy[name] = item[name];
  return copy;
}

/** The number of rows of a partition before this one. */
export function positionOf(rows: readonly Row[], { sort, id }: Pick<Row, 'sort' | 'id'>): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle] as Row;
    if ((order(row.sort, sort) || order(row.id, id)) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
