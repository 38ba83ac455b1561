import type { QueryCommandInput, ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { TABLE } from '#lib/table.ts';
import { copyValue } from './attribute-values.ts';
import {
  type Attributes,
  Invalid,
  NotModelled,
  order,
  readCondition,
} from './condition-expressions.ts';
import { sizeOfItem } from './item-size.ts';
import { BASE, INDEXES, idOf, positionOf, type Row, type Rows, type Source } from './table-rows.ts';

/* Reads one page of the table or of an index: of a partition, or of all of them. */

/** DynamoDB ends a page before the item with which it would be larger. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** A page as DynamoDB returns it, and the size of what was read for it. */
export type PageRead = { readonly page: Attributes; readonly bytes: number };

type Bounds = (sort: string) => boolean;
type KeyCondition = { readonly partition: string; readonly within: Bounds };

const WANTED = /^#(\w+) = :(\w+)(?: AND (.+))?$/;
const RANGE = /^#(\w+) (<=|>=|<|>|=) :(\w+)$/;
const PREFIX = /^begins_with\(#(\w+), :(\w+)\)$/;
const BETWEEN = /^#(\w+) BETWEEN :(\w+) AND :(\w+)$/;

/** Reads one page of a partition. */
export function query(rows: Rows, request: QueryCommandInput): PageRead {
  const { ScanIndexForward = true, Select, ExclusiveStartKey } = request;
  const source = sourceOf(request);
  if (Select !== undefined && Select !== 'COUNT') throw new NotModelled(`Select ${Select}`);
  const { partition, within } = keyCondition(request, source);
  const all = rows.partition(source, partition);
  const after = ExclusiveStartKey && startPosition(ExclusiveStartKey, source, partition);
  const from = after ? positionOf(all, after) : 0;
  const isAt = after !== undefined && all[from]?.id === after.id && all[from]?.sort === after.sort;
  const left = ScanIndexForward
    ? all.slice(isAt ? from + 1 : from)
    : all.slice(0, after ? from : all.length).reverse();
  const read = firstOf(
    left.filter(({ sort }) => within(sort)),
    request.Limit,
  );
  return pageOf(read, read.items, source, Select !== 'COUNT');
}

/** Reads one page of all partitions, in the order of their names, and returns the items that pass the filter. */
export function scan(rows: Rows, request: ScanCommandInput): PageRead {
  const { FilterExpression, ExclusiveStartKey, Segment = 0, TotalSegments = 1 } = request;
  const source = sourceOf(request);
  const filter = FilterExpression === undefined ? undefined : readCondition(FilterExpression);
  const all = rows
    .everywhere(source)
    .filter(({ item }) => segmentOf(item, source, TotalSegments) === Segment);
  const left = ExclusiveStartKey ? all.filter(isAfter(ExclusiveStartKey, source)) : all;
  const read = firstOf(left, request.Limit);
  const names = request.ExpressionAttributeNames ?? {};
  const values = request.ExpressionAttributeValues ?? {};
  const found = read.items.filter((item) => !filter || filter.meaning({ item, names, values }));
  return pageOf(read, found, source, true);
}

type Asked = Pick<ScanCommandInput, 'IndexName' | 'ConsistentRead' | 'Limit'>;

function sourceOf({ IndexName, ConsistentRead, Limit }: Asked): Source {
  const source = IndexName === undefined ? BASE : INDEXES.get(IndexName);
  if (!source) throw new Invalid(`the index ${IndexName}`);
  if (IndexName && ConsistentRead) throw new Invalid('an index is not read consistently');
  if (Limit !== undefined && Limit < 1) throw new Invalid('the limit is below 1');
  return source;
}

/** What is read for one page. `ended`: whether DynamoDB looked no further, so that there may be more. */
type Read = {
  readonly items: readonly Attributes[];
  readonly bytes: number;
  readonly ended: boolean;
};

function firstOf(rows: readonly Row[], limit: number | undefined): Read {
  const items: Attributes[] = [];
  let bytes = 0;
  for (const { item } of rows) {
    if (bytes + sizeOfItem(item) > MAX_PAGE_BYTES) return { items, bytes, ended: true };
    items.push(item);
    bytes += sizeOfItem(item);
    if (items.length === limit) return { items, bytes, ended: true };
  }
  return { items, bytes, ended: false };
}

function pageOf(
  read: Read,
  found: readonly Attributes[],
  source: Source,
  withItems: boolean,
): PageRead {
  const last = read.ended ? read.items.at(-1) : undefined;
  const page = {
    Count: found.length,
    ScannedCount: read.items.length,
    ...(withItems && { Items: found.map(copyValue) }),
    ...(last && { LastEvaluatedKey: keyAttributes(last, source) }),
  };
  return { page, bytes: read.bytes };
}

/** Whether a row of a scan comes after the item with this key, which may be gone by now. */
const isAfter =
  (start: Attributes, { partitionKey, sortKey }: Source) =>
  (row: Row) =>
    (order(String(row.item[partitionKey]), String(start[partitionKey])) ||
      order(row.sort, String(start[sortKey])) ||
      order(row.id, idOf(start))) > 0;

/** The segment of a parallel scan in which an item is: all items of a partition are in one. */
const segmentOf = (item: Attributes, { partitionKey }: Source, segments: number): number =>
  [...String(item[partitionKey])].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % segments;

function keyCondition(request: QueryCommandInput, source: Source): KeyCondition {
  const { KeyConditionExpression = '', ExpressionAttributeNames: names = {} } = request;
  const values = request.ExpressionAttributeValues ?? {};
  const used: readonly string[] = KeyConditionExpression.match(/[#:]\w+/g) ?? [];
  for (const placeholder of [...Object.keys(names), ...Object.keys(values)])
    if (!used.includes(placeholder)) throw new Invalid(`${placeholder} is not used`);
  const [, name, value, range] = WANTED.exec(KeyConditionExpression) ?? [];
  if (name === undefined) throw new NotModelled(`the key condition ${KeyConditionExpression}`);
  if (names[`#${name}`] !== source.partitionKey) throw new Invalid('another partition key');
  const text = (placeholder = '') => {
    const found: unknown = values[`:${placeholder}`];
    if (typeof found !== 'string' || found === '') throw new Invalid(`the key :${placeholder}`);
    return found;
  };
  const partition = text(value);
  if (range === undefined) return { partition, within: () => true };
  const { sortName, within } = sortCondition(range, text);
  if (names[`#${sortName}`] !== source.sortKey) throw new Invalid('another sort key');
  return { partition, within };
}

function sortCondition(range: string, text: (placeholder?: string) => string) {
  const prefix = PREFIX.exec(range);
  if (prefix) {
    const beginning = text(prefix[2]);
    return { sortName: prefix[1], within: (sort: string) => sort.startsWith(beginning) };
  }
  const between = BETWEEN.exec(range);
  if (between) {
    const [from, to] = [text(between[2]), text(between[3])];
    const within = (sort: string) => order(sort, from) >= 0 && order(sort, to) <= 0;
    return { sortName: between[1], within };
  }
  const [, sortName, sign, value] = RANGE.exec(range) ?? [];
  if (sign === undefined) throw new NotModelled(`the key condition ${range}`);
  const bound = text(value);
  const within = (sort: string) => {
    const by = order(sort, bound);
    if (by === 0) return sign.endsWith('=');
    return by < 0 ? sign.startsWith('<') : sign.startsWith('>');
  };
  return { sortName, within };
}

function startPosition(start: Attributes, source: Source, partition: string) {
  const names = new Set([
    ...Object.keys(keyAttributes(start, BASE)),
    ...Object.keys(keyAttributes(start, source)),
  ]);
  if (
    Object.keys(start).some((name) => !names.has(name)) ||
    start[source.partitionKey] !== partition
  )
    throw new Invalid('a start key of another partition or index');
  return { sort: String(start[source.sortKey]), id: idOf(start) };
}

/** The key attributes of an item in the table or an index. */
function keyAttributes(item: Attributes, { partitionKey, sortKey }: Source): Attributes {
  const names = [TABLE.partitionKey, TABLE.sortKey, partitionKey, sortKey];
  const key = names.map((name) => [name, item[name]] as const);
  if (key.some(([, value]) => typeof value !== 'string')) throw new Invalid('an incomplete key');
  return Object.fromEntries(key);
}
