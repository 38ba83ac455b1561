/*
 * Evaluates the DynamoDB condition expressions that functions/storage uses: attributes as `#name`,
 * by their own name or, in a map, as `#map.#name`, values as `:name`. Anything else throws NotModelled instead of guessing.
 */

/** Thrown for a feature that DynamoDB may support and this model does not. */
export class NotModelled extends Error {
  override readonly name = 'NotModelled';
}

/** Thrown where DynamoDB would answer with a ValidationException. */
export class Invalid extends Error {
  override readonly name = 'Invalid';
}

/**
 * Thrown where DynamoDB rejects a request only after it has read the item; in a transaction it becomes a cancellation
 * reason.
 */
export class TypeMismatch extends Invalid {}

export type Attributes = Readonly<Record<string, unknown>>;

/** The input of an expression: the item, and the names and values of the request. */
export type Scope = {
  readonly item: Attributes;
  readonly names: Names;
  readonly values: Attributes;
};
type Names = Readonly<Record<string, string>>;
export type Operand = (scope: Scope) => unknown;
export type Predicate = (scope: Scope) => boolean;

/** A parsed expression: its evaluation function, and the names and values that it uses. */
export type ParsedExpression<Meaning> = {
  readonly meaning: Meaning;
  readonly used: ReadonlySet<string>;
};

const TOKEN = /\s*(#\w+(?:\.#\w+)?|:\w+|[A-Za-z_]\w*|<=|>=|<>|[=<>(),+-])/y;

export class Reader {
  readonly #tokens: string[] = [];
  readonly used = new Set<string>();
  readonly #groups = new Set<string>();
  #at = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    const whole = text.trimEnd();
    while (TOKEN.lastIndex < whole.length) {
      const from = TOKEN.lastIndex;
      const token = TOKEN.exec(whole)?.[1];
      if (!token) throw new NotModelled(`"${whole.slice(from)}" in the expression ${text}`);
      this.#tokens.push(token);
    }
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  /** The next token in upper case, because keywords are case-insensitive. */
  get word(): string | undefined {
    return this.next?.toUpperCase();
  }

  take(wanted?: string): string {
    const token = this.next;
    if (token === undefined || (wanted && token.toUpperCase() !== wanted))
      throw new NotModelled(`${token ?? 'the end'} where ${wanted ?? 'more'} was expected`);
    this.#at += 1;
    return token;
  }

  takeIf(wanted: string): boolean {
    if (this.word !== wanted) return false;
    this.#at += 1;
    return true;
  }

  /** Whether a function comes next. */
  get isCall(): boolean {
    return /^[a-z]/.test(this.next ?? '') && this.#tokens[this.#at + 1] === '(';
  }

  /** Takes a `#name`, a `#map.#name` or the name of an attribute, and returns it. */
  name(): string {
    const token = this.take();
    if (token.startsWith('#'))
      for (const placeholder of token.split('.')) this.used.add(placeholder);
    else if (!/^[A-Za-z_]/.test(token)) throw new NotModelled(`${token} where a name was expected`);
    return token;
  }

  list<Part>(part: () => Part): Part[] {
    const parts = [part()];
    while (this.takeIf(',')) parts.push(part());
    return parts;
  }

  /** Parses an expression in parentheses; DynamoDB rejects redundant parentheses. */
  group<Part>(part: () => Part): Part {
    const from = this.#at;
    this.take('(');
    const inner = part();
    this.take(')');
    if (this.#groups.has(`${from + 1}-${this.#at - 1}`))
      throw new Invalid('the expression has redundant parentheses');
    this.#groups.add(`${from}-${this.#at}`);
    return inner;
  }

  end(): void {
    if (this.next !== undefined) throw new NotModelled(`${this.next} after an expression`);
  }
}

const conditions = new Map<string, ParsedExpression<Predicate>>();
/** Parses an expression, and caches it by its text. */
export function cachedExpression<Meaning>(
  known: Map<string, ParsedExpression<Meaning>>,
  text: string,
  read: (reader: Reader) => Meaning,
): ParsedExpression<Meaning> {
  let found = known.get(text);
  if (!found) {
    const reader = new Reader(text);
    const meaning = read(reader);
    reader.end();
    found = { meaning, used: reader.used };
    known.set(text, found);
  }
  return found;
}

/** Parses a condition expression. */
export const readCondition = (text: string) => cachedExpression(conditions, text, disjunction);

function disjunction(reader: Reader): Predicate {
  const parts = [conjunction(reader)];
  while (reader.takeIf('OR')) parts.push(conjunction(reader));
  return parts.length === 1 && parts[0] ? parts[0] : (scope) => parts.some((part) => part(scope));
}

function conjunction(reader: Reader): Predicate {
  const parts = [singleCondition(reader)];
  while (reader.takeIf('AND')) parts.push(singleCondition(reader));
  return parts.length === 1 && parts[0] ? parts[0] : (scope) => parts.every((part) => part(scope));
}

function singleCondition(reader: Reader): Predicate {
  if (reader.takeIf('NOT')) {
    const inner = singleCondition(reader);
    return (scope) => !inner(scope);
  }
  if (reader.next === '(') return reader.group(() => disjunction(reader));
  if (reader.isCall && reader.word !== 'SIZE') return functionCondition(reader);
  return comparison(reader);
}

/** Parses attribute_exists(#a), begins_with(#a, :b) and the other functions. */
function functionCondition(reader: Reader): Predicate {
  const asked = reader.take();
  reader.take('(');
  const name = reader.name();
  const isThere = (scope: Scope) => valueAt(scope, name) !== undefined;
  if (asked === 'attribute_exists' || asked === 'attribute_not_exists') {
    reader.take(')');
    return asked === 'attribute_exists' ? isThere : (scope) => !isThere(scope);
  }
  if (asked !== 'begins_with' && asked !== 'contains')
    throw new NotModelled(`the function ${asked}`);
  reader.take(',');
  const other = operand(reader);
  reader.take(')');
  return (scope) => {
    const whole = valueAt(scope, name);
    const part = other(scope);
    if (asked === 'begins_with') {
      if (typeof part !== 'string') throw new Invalid('begins_with takes a string');
      return typeof whole === 'string' && whole.startsWith(part);
    }
    if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
    if (whole instanceof Set) return whole.has(part);
    return Array.isArray(whole) && whole.some((one) => same(one, part));
  };
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function comparison(reader: Reader): Predicate {
  const left = operand(reader);
  if (reader.takeIf('IN')) {
    reader.take('(');
    const wanted = reader.list(() => operand(reader));
    reader.take(')');
    return (scope) => {
      const value = left(scope);
      return value !== undefined && wanted.some((one) => same(value, one(scope)));
    };
  }
  if (reader.takeIf('BETWEEN')) {
    const from = operand(reader);
    reader.take('AND');
    const to = operand(reader);
    return (scope) => {
      const value = left(scope);
      return (
        isOrdered(value, from(scope), (by) => by >= 0) &&
        isOrdered(value, to(scope), (by) => by <= 0)
      );
    };
  }
  const sign = reader.take();
  const right = operand(reader);
  if (sign === '=') return (scope) => equals(left(scope), right(scope));
  if (sign === '<>') return (scope) => !equals(left(scope), right(scope));
  const holds = COMPARISONS[sign];
  if (!holds) throw new NotModelled(`the comparison ${sign}`);
  return (scope) => isOrdered(left(scope), right(scope), holds);
}

/** A missing attribute equals nothing, not even another missing attribute. */
const equals = (one: unknown, other: unknown) => one !== undefined && same(one, other);

/**
 * Compares two values. Values of different types and missing attributes have no order, so every comparison of them is
 * false.
 */
function isOrdered(one: unknown, other: unknown, holds: (order: number) => boolean): boolean {
  if (typeof one !== typeof other) return false;
  if (typeof one === 'number') return holds(one - (other as number));
  if (typeof one === 'string') return holds(order(one, other as string));
  if (one === undefined) return false;
  throw new Invalid(`${typeof one} has no order`);
}

/** Compares strings as DynamoDB does, by their UTF-8 bytes. */
export function order(one: string, other: string): number {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return placeOf(one.charCodeAt(at)) < placeOf(other.charCodeAt(at)) ? -1 : 1;
}

/**
 * The place of a UTF-16 unit in the order of UTF-8: the two units of a character beyond the first 65,536 come after all others. What
 * is past the end of a string (NaN) comes first.
 */
function placeOf(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Whether two attribute values are equal. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (one instanceof Set || other instanceof Set)
    return (
      one instanceof Set &&
      other instanceof Set &&
      one.size === other.size &&
      [...one].every((value) => other.has(value))
    );
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Attributes, other as Attributes];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && same(left[name], right[name]))
  );
}

export function operand(reader: Reader): Operand {
  const token = reader.next ?? '';
  if (token.startsWith(':')) {
    reader.take();
    reader.used.add(token);
    return ({ values }) => values[token];
  }
  if (reader.takeIf('SIZE')) {
    reader.take('(');
    const inner = operand(reader);
    reader.take(')');
    return (scope) => sizeOf(inner(scope));
  }
  const name = reader.name();
  return (scope) => valueAt(scope, name);
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.length;
  if (value instanceof Set) return value.size;
  if (typeof value === 'object' && value) return Object.keys(value).length;
  if (value === undefined) return undefined;
  throw new Invalid(`${typeof value} has no size`);
}

/** The value at a path; undefined if the map that it leads into is missing or not a map. */
export function valueAt({ item, names }: Scope, path: string): unknown {
  const [name = '', inner] = attributesOf(names, path);
  const value = item[name];
  return inner === undefined ? value : isMap(value) ? value[inner] : undefined;
}

export const isMap = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);

/** The attributes that a path leads through: one, or a map and an attribute in it. */
export const attributesOf = (names: Names, path: string): string[] =>
  path.split('.').map((placeholder) => attribute(names, placeholder));

function attribute(names: Names, placeholder: string): string {
  if (!placeholder.startsWith('#')) return placeholder;
  const name = names[placeholder];
  if (name === undefined) throw new Invalid(`${placeholder} is not defined`);
  return name;
}
