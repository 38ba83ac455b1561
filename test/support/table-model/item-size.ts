import type { Attributes } from './condition-expressions.ts';

/*
 * The sizes that DynamoDB counts, in bytes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */

/** The maximum size of an item. */
export const MAX_ITEM_BYTES = 400 * 1024;

/** The sizes of stored items, which are replaced and never changed. */
const known = new WeakMap<Attributes, number>();

/** Returns the size of a stored item: of its attributes, each with its name. */
export function sizeOfItem(item: Attributes): number {
  const before = known.get(item);
  if (before !== undefined) return before;
  const size = sizeOfMap(item);
  known.set(item, size);
  return size;
}

function sizeOfMap(map: Attributes): number {
  let size = 0;
  for (const name of Object.keys(map)) size += Buffer.byteLength(name) + sizeOf(map[name]);
  return size;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return sizeOfNumber(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Set) return sum([...value].map(sizeOf));
  if (Array.isArray(value)) return 3 + sum(value.map((one) => 1 + sizeOf(one)));
  return 3 + Object.keys(value).length + sizeOfMap(value as Attributes);
}

/** A byte, and one for each two significant digits; a negative number takes one more. */
function sizeOfNumber(value: number): number {
  const digits = String(Math.abs(value))
    .replace(/[.]|e.*$/g, '')
    .replace(/^0+|0+$/g, '').length;
  return 1 + Math.ceil(digits / 2) + (value < 0 ? 1 : 0);
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
