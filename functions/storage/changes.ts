import type { KeyAttributes } from './keys.ts';
import type { ExpressionOf, Placeholders } from './placeholders.ts';

/* Changes of items. Their types take only the attributes of the stored item, with values of the attribute's type. */

/** A new value of an attribute, made of the stored one. `of` exists only in the type: the values that the attribute can have. */
export class Assignment<Value> {
  declare readonly of: Value;
  readonly expression: ExpressionOf;

  constructor(expression: ExpressionOf) {
    this.expression = expression;
  }
}

/** Keeps the stored value, or sets this one if the attribute is missing. */
export const ifMissing = <Value>(value: Value): Assignment<Value> =>
  new Assignment(
    (path, placeholders) => `if_not_exists(${path}, ${placeholders.value(path, value)})`,
  );

/** Adds values at the end of a list, which is created if it is missing. */
export const appended = <Value>(values: readonly Value[]): Assignment<readonly Value[]> =>
  new Assignment((path, placeholders) => {
    const list = `if_not_exists(${path}, ${placeholders.value(path, [])})`;
    return `list_append(${list}, ${placeholders.value(path, values)})`;
  });

type ValuesOf<Stored> = {
  readonly [Name in keyof Stored]?: Stored[Name] | Assignment<Exclude<Stored[Name], undefined>>;
};
type NewValues<Stored> = ValuesOf<Stored> & ValuesOf<KeyAttributes>;

/** The attributes whose values are of a kind. */
type Only<Stored, Kind> = {
  readonly [Name in keyof Stored as Exclude<Stored[Name], undefined> extends Kind
    ? Name
    : never]?: Stored[Name];
};

/** The change of an item; an attribute is in one part of it at most. */
export type Change<Stored> = {
  /** New values. An attribute that is undefined stays as it is. */
  readonly set?: NewValues<Stored>;
  /** New values. An attribute that is undefined is removed. */
  readonly setOrRemove?: NewValues<Stored>;
  /** New values of attributes of maps, which must be there. */
  readonly setIn?: { readonly [Name in keyof Stored]?: ValuesOf<Exclude<Stored[Name], undefined>> };
  /** Attributes that take the value of another one. */
  readonly copy?: { readonly [Name in keyof Stored]?: keyof Stored };
  readonly remove?: readonly (keyof Stored | keyof KeyAttributes)[];
  /** Attributes of maps that are removed. */
  readonly removeIn?: {
    readonly [Name in keyof Stored]?: readonly (keyof Exclude<Stored[Name], undefined>)[];
  };
  /** Amounts that are added to numbers, and values that are added to sets. A missing attribute counts as zero or empty. */
  readonly add?: Only<Stored, number | ReadonlySet<unknown>>;
  /** Values that are taken out of sets. */
  readonly takeOut?: Only<Stored, ReadonlySet<unknown>>;
};

type Values = Readonly<Record<string, unknown>>;
type Maps<Inner> = Readonly<Record<string, Inner>>;
type AnyChange = {
  readonly set?: Values;
  readonly setOrRemove?: Values;
  readonly setIn?: Maps<Values>;
  readonly copy?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly removeIn?: Maps<readonly string[]>;
  readonly add?: Values;
  readonly takeOut?: Values;
};

/** The update expression of a change. */
export function updateExpression<Stored>(
  change: Change<Stored>,
  placeholders: Placeholders,
): string {
  const any = change as AnyChange;
  const clauses = {
    SET: assignmentsIn(any, placeholders),
    REMOVE: removedIn(any, placeholders),
    ADD: operands(any.add, placeholders),
    DELETE: operands(any.takeOut, placeholders),
  };
  const written = Object.entries(clauses).filter(([, actions]) => actions.length > 0);
  if (written.length === 0) throw new Error('a change names no attribute');
  return written.map(([clause, actions]) => `${clause} ${actions.join(', ')}`).join(' ');
}

function assignmentsIn(
  { set, setOrRemove, setIn = {}, copy = {} }: AnyChange,
  placeholders: Placeholders,
): string[] {
  return [
    ...assignments({ ...set, ...setOrRemove }, placeholders),
    ...Object.entries(setIn).flatMap(([map, values]) => assignments(values, placeholders, map)),
    ...Object.entries(copy).map(
      ([to, from]) => `${placeholders.name(to)} = ${placeholders.name(from)}`,
    ),
  ];
}

function removedIn(
  { remove = [], setOrRemove = {}, removeIn = {} }: AnyChange,
  placeholders: Placeholders,
): string[] {
  const removed = Object.keys(setOrRemove).filter((name) => setOrRemove[name] === undefined);
  return [
    ...[...remove, ...removed].map((name) => placeholders.name(name)),
    ...Object.entries(removeIn).flatMap(([map, names]) =>
      names.map((name) => `${placeholders.name(map)}.${placeholders.name(name)}`),
    ),
  ];
}

function assignments(values: Values, placeholders: Placeholders, map?: string): string[] {
  return definedEntries(values).map(([name, value]) => {
    const inner = placeholders.name(name);
    const path = map === undefined ? inner : `${placeholders.name(map)}.${inner}`;
    const isMade = value instanceof Assignment;
    return `${path} = ${isMade ? value.expression(path, placeholders) : placeholders.value(path, value)}`;
  });
}

const operands = (values: Values = {}, placeholders: Placeholders): string[] =>
  definedEntries(values).map(([name, value]) => {
    const path = placeholders.name(name);
    return `${path} ${placeholders.value(path, value)}`;
  });

const definedEntries = (values: Values) =>
  Object.entries(values).filter(([, value]) => value !== undefined);
