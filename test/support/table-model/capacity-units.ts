import { type Attributes, same } from './condition-expressions.ts';
import { sizeOfItem } from './item-size.ts';
import { INDEXES, placeIn, type Source } from './table-rows.ts';

/*
 * The capacity units that DynamoDB charges.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */

/** Returns the units of a read of this many bytes. */
export const readUnits = (bytes: number, isConsistent: boolean | undefined): number =>
  Math.max(1, Math.ceil(bytes / 4_096)) * (isConsistent ? 1 : 0.5);

/** Returns the units of a write: in the table, and in the indexes that it changes. */
export function writeUnits(before: Attributes | undefined, after: Attributes | undefined) {
  let inIndexes = 0;
  for (const index of INDEXES.values()) inIndexes += unitsIn(index, before, after);
  return { inTable: Math.max(1, unitsOf(before), unitsOf(after)), inIndexes };
}

const unitsOf = (item: Attributes | undefined): number =>
  item ? Math.ceil(sizeOfItem(item) / 1_024) : 0;

/** An entry whose key changes is deleted and written anew. */
function unitsIn(
  index: Source,
  before: Attributes | undefined,
  after: Attributes | undefined,
): number {
  const from = before && placeIn(index, '', before);
  const to = after && placeIn(index, '', after);
  const [old, made] = [unitsOf(from?.row.item), unitsOf(to?.row.item)];
  if (!from || !to) return old + made;
  if (from.list !== to.list || from.row.sort !== to.row.sort) return old + made;
  return same(from.row.item, to.row.item) ? 0 : Math.max(old, made);
}
