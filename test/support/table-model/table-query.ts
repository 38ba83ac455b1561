import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { TABLE } from '#lib/table.ts';
import { approximateSize, copyValue } from './attribute-values.ts';
import { type Attributes, Invalid, NotModelled, order } from './condition-expressions.ts';
import { BASE, INDEXES, idOf, positionOf, type Rows, type Source } from './table-rows.ts';

/* Queries one page of the table or of an index. */

/**
 * DynamoDB ends a page at 1 MB. No history reads that much, so the model rejects larger pages instead of splitting them;
 * transient-faults.ts ends pages early.
 */
const MAX_PAGE_BYTES = 512 * 1024;

type Bounds = (sort: string) => boolean;
type KeyCondition = { readonly partition: string; readonly within: Bounds };

const WANTED = /^#(\w+) = :(\w+)(?: AND (.+))?$/;
const RANGE = /^#(\w+) (<=|>=|<|>|=) :(\w+)$/;
const PREFIX = /^begins_with\(#(\w+), :(\w+)\)$/;
const BETWEEN = /^#(\w+) BETWEEN :(\w+) AND :(\w+)$/;

export function query(rows: Rows, request: QueryCommandInput) {
  const { IndexName, Limit, ScanIndexForward = true, Select, ExclusiveStartKey } = request;
  const source = IndexName === undefined ? BASE : INDEXES.get(IndexName);
  if (!source) throw new Invalid(`the index ${IndexName}`);
  if (IndexName && request.ConsistentRead) throw new Invalid('an index is not read consistently');
  if (Limit !== undefined && Limit < 1) throw new Invalid('the limit is below 1');
  if (Select !== undefined && Select !== 'COUNT') throw new NotModelled(`Select ${Select}`);
  const { partition, within } = keyCondition(request, source);
  const all = rows.partition(source, partition);
  const after = ExclusiveStartKey && startPosition(ExclusiveStartKey, source, partition);
  const from = after ? positionOf(all, after) : 0;
  const isAt = after !== undefined && all[from]?.id === after.id && all[from]?.sort === after.sort;
  const left = ScanIndexForward
    ? all.slice(isAt ? from + 1 : from)
    : all.slice(0, after ? from : all.length).reverse();
  const found = left.filter(({ sort }) => within(sort));
  const page = Limit === undefined ? found : found.slice(0, Limit);
  if (page.reduce((size, { item }) => size + approximateSize(item), 0) > MAX_PAGE_BYTES)
    throw new NotModelled('a page near 1 MB');
  const last = Limit !== undefined && page.length === Limit ? page.at(-1)?.item : undefined;
  return {
    Count: page.length,
    ScannedCount: page.length,
    ...(Select !== 'COUNT' && { Items: page.map(({ item }) => copyValue(item)) }),
    ...(last && { LastEvaluatedKey: keyAttributes(last, source) }),
  };
}

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
