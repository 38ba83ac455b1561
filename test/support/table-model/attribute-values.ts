import { type Attributes, Invalid, NotModelled } from './condition-expressions.ts';

/*
 * Attribute values as DynamoDB returns them after the document client marshalled them: undefined values are dropped,
 * everything else is copied. Values that the marshaller or DynamoDB would reject throw.
 */

/** Returns a copy of an item as the table stores it. The marshalling options are those of functions/storage/table.ts. */
export const storedItem = (item: Attributes): Attributes => copyValue(item) as Attributes;

/** Copies a value, so that callers cannot change stored items. */
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
