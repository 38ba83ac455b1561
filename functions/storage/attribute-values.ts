/*
 * DynamoDB's attribute values: `{ S: 'text' }` on the wire, `text` here. The table has no binary values, and its only sets
 * are sets of strings.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValue.html
 */

type Wire = Readonly<Record<string, unknown>>;

/** Converts a value to the wire. Throws for one that DynamoDB cannot store. */
export function toWire(value: unknown): Wire {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER || !Number.isFinite(value))
        throw new Error(`DynamoDB would not keep the number ${value}`);
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(toWire) };
      if (value instanceof Set && value.size > 0) return { SS: [...value].map(textOf) };
      if (isPlain(value)) return { M: itemToWire(value) };
  }
  throw new Error(`DynamoDB has no value for ${Object.prototype.toString.call(value)}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('DynamoDB has only sets of strings in this table');
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Converts an item or a key; undefined attributes are left out. */
export function itemToWire(item: object): Record<string, Wire> {
  const wire: Record<string, Wire> = {};
  for (const [name, value] of Object.entries(item))
    if (value !== undefined) wire[name] = toWire(value);
  return wire;
}

function fromWire(wire: Wire): unknown {
  for (const type in wire) {
    const value = wire[type];
    switch (type) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return Number(value);
      case 'NULL':
        return null;
      case 'SS':
        return new Set(value as readonly string[]);
      case 'L':
        return (value as readonly Wire[]).map(fromWire);
      case 'M':
        return itemFromWire(value as Readonly<Record<string, Wire>>);
    }
    throw new Error(`the table has no values of the type ${type}`);
  }
  throw new Error('an attribute value is empty');
}

/** Converts an item or a key from the wire. */
export function itemFromWire(wire: Readonly<Record<string, Wire>>): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const name in wire) item[name] = fromWire(wire[name] as Wire);
  return item;
}
