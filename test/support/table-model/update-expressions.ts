import {
  attributesOf,
  cachedExpression,
  Invalid,
  isMap,
  NotModelled,
  type Operand,
  operand,
  type ParsedExpression,
  type Reader,
  type Scope,
  TypeMismatch,
  valueAt,
} from './condition-expressions.ts';

/* Evaluates DynamoDB's update expressions, within the same limits as condition expressions. */

/** The changes that an update makes to an item: attributes with new values, and removed attributes. */
export type Update = (scope: Scope) => {
  readonly set: readonly (readonly [string, unknown])[];
  readonly removed: readonly string[];
};

const changes = new Map<string, ParsedExpression<Update>>();
/** Parses an update expression: SET, REMOVE, ADD and DELETE, each at most once. */
export const readUpdate = (text: string) => cachedExpression(changes, text, update);

/** `path`: an attribute, or a map and an attribute in it. */
type Action = (scope: Scope) => { readonly path: readonly string[]; readonly value: unknown };

function update(reader: Reader): Update {
  const actions: Action[] = [];
  const clauses = new Set<string>();
  while (reader.next !== undefined) {
    const clause = reader.take().toUpperCase();
    const read = CLAUSES[clause];
    if (!read) throw new NotModelled(`the clause ${clause}`);
    if (clauses.has(clause)) throw new Invalid(`${clause} twice`);
    clauses.add(clause);
    actions.push(...reader.list(() => read(reader)));
  }
  if (actions.length === 0) throw new Invalid('an update expression that changes nothing');
  return (scope) => {
    const changed = new Map<string, unknown>();
    const paths = new Set<string>();
    for (const action of actions) {
      const { path, value } = action(scope);
      const [name = '', inner] = path;
      const isFirst = [name, path.join('.')].every((one) => !paths.has(one));
      if (!isFirst || (inner === undefined && changed.has(name)))
        throw new Invalid(`${path.join('.')} is changed twice`);
      paths.add(path.join('.'));
      const before = changed.get(name) ?? scope.item[name];
      changed.set(name, inner === undefined ? value : mapWith(before, inner, value));
    }
    const entries = [...changed];
    return {
      set: entries.filter(([, value]) => value !== undefined),
      removed: entries.flatMap(([name, value]) => (value === undefined ? [name] : [])),
    };
  };
}

/** Returns a map with a changed attribute, or without it if the value is undefined. */
function mapWith(map: unknown, name: string, value: unknown): object {
  if (!isMap(map)) throw new TypeMismatch('the path leads into something other than a map');
  const { [name]: _, ...others } = map;
  return value === undefined ? others : { ...others, [name]: value };
}

/** Each clause returns the new value of an attribute, or undefined if it is removed. */
const CLAUSES: Readonly<Record<string, (reader: Reader) => Action>> = {
  SET: (reader) => {
    const name = reader.name();
    reader.take('=');
    const value = assignedValue(reader);
    return (scope) => ({
      path: attributesOf(scope.names, name),
      value: definedValue(value(scope)),
    });
  },
  REMOVE: (reader) => {
    const name = reader.name();
    return ({ names }) => ({ path: attributesOf(names, name), value: undefined });
  },
  ADD: (reader) => setChange(reader, added),
  DELETE: (reader) => setChange(reader, removed),
};

function setChange(reader: Reader, by: (before: unknown, value: unknown) => unknown): Action {
  const name = reader.name();
  const value = operand(reader);
  return (scope) => ({
    path: attributesOf(scope.names, name),
    value: by(valueAt(scope, name), value(scope)),
  });
}

function added(before: unknown, by: unknown): unknown {
  if (by instanceof Set && (before === undefined || before instanceof Set))
    return new Set([...(before ?? []), ...by]);
  if (typeof by === 'number') return before === undefined ? whole(by) : sum(before, by);
  throw new TypeMismatch('ADD takes numbers and sets');
}

function removed(before: unknown, gone: unknown): unknown {
  if (!(gone instanceof Set)) throw new Invalid('DELETE takes a set');
  if (before === undefined) return undefined;
  if (!(before instanceof Set)) throw new TypeMismatch('DELETE changes a set');
  const left = new Set([...before].filter((value) => !gone.has(value)));
  return left.size > 0 ? left : undefined;
}

/** Parses the right side of SET: a value, a sum or a difference. */
function assignedValue(reader: Reader): Operand {
  const left = part(reader);
  if (reader.takeIf('+')) {
    const right = part(reader);
    return (scope) => sum(left(scope), right(scope));
  }
  if (reader.takeIf('-')) {
    const right = part(reader);
    return (scope) => sum(left(scope), -whole(right(scope)));
  }
  return left;
}

function part(reader: Reader): Operand {
  const asked = reader.next;
  if (asked !== 'if_not_exists' && asked !== 'list_append') return operand(reader);
  reader.take();
  reader.take('(');
  const first = asked === 'list_append' ? part(reader) : operand(reader);
  reader.take(',');
  const second = part(reader);
  reader.take(')');
  if (asked === 'if_not_exists')
    return (scope) => {
      const value = first(scope);
      return value === undefined ? second(scope) : value;
    };
  return (scope) => [...listed(first(scope)), ...listed(second(scope))];
}

function listed(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeMismatch('list_append takes lists');
  return value;
}

function definedValue(value: unknown): unknown {
  if (value === undefined) throw new TypeMismatch('the expression refers to a missing attribute');
  return value;
}

/**
 * DynamoDB calculates in decimals and JavaScript in binary. They agree on integers, and the product uses nothing
 * else.
 */
function whole(value: unknown): number {
  if (typeof value !== 'number') throw new TypeMismatch('an operand has the wrong type');
  if (!Number.isSafeInteger(value)) throw new NotModelled(`arithmetic with ${value}`);
  return value;
}

const sum = (one: unknown, other: unknown): number => whole(whole(one) + whole(other));
