import { type Attributes, Invalid, NotModelled } from './condition-expressions.ts';

/*
 * Values as they come back from DynamoDB after the document client's marshaller took them there: what is undefined is
 * gone, everything else is a copy. What the marshaller or DynamoDB would not take is refused.
 */

/** The largest item of DynamoDB, in bytes. */
const MAX_ITEM_BYTES = 400 * 1024;

/** A copy of an item as it is kept. The marshaller's options are those of functions/storage/table.ts. */
export function storedItem(item: Attributes): Attributes {
  const copy = copyValue(item) as Attributes;
  // Characters and a little for each value: far from the limit nobody needs it to the byte.
  if (approximateSize(copy) > MAX_ITEM_BYTES / 4)
    throw new NotModelled('an item near the size limit');
  return copy;
}

/** A copy of a value, so that nobody changes what is kept. */
export function copyValue(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return storableNumber(value);
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.filter((one) => one !== undefined).map(copyValue);
      if (value instanceof Set) return copiedSet(value);
      return copiedMap(value);
    default:
      throw new NotModelled(`a value of type ${typeof value}`);
  }
}

function copiedMap(value: object): Attributes {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotModelled(`a value of class ${value.constructor.name}`);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const part = (value as Attributes)[name];
    if (part !== undefined) copy[name] = copyValue(part);
  }
  return copy;
}

function copiedSet(value: ReadonlySet<unknown>): Set<unknown> {
  const [first] = value;
  if (value.size === 0) throw new Invalid('a set may not be empty');
  for (const one of value)
    if (typeof one !== typeof first || (typeof one !== 'string' && typeof one !== 'number'))
      throw new NotModelled('a set of other things than strings or numbers');
  return new Set([...value].map(copyValue));
}

function storableNumber(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new NotModelled(`the number ${value}`);
  return value;
}

/** About as many bytes as DynamoDB counts, never less than half of them. */
export function approximateSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 4;
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + approximateSize(one), 4);
  if (value instanceof Set) return approximateSize([...value]);
  let size = 4;
  for (const name of Object.keys(value))
    size += name.length + approximateSize((value as Attributes)[name]);
  return size;
}
