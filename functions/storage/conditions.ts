import type { KeyAttributes } from './keys.ts';
import type { ExpressionOf, Placeholders } from './placeholders.ts';

/* Conditions of writes. Their types take only the attributes of the stored item, with values of the attribute's type. */

/** A test of an attribute. `of` exists only in the type: the values that the attribute can have. */
export class Test<Value> {
  declare readonly of: Value;
  readonly expression: ExpressionOf;

  constructor(expression: ExpressionOf) {
    this.expression = expression;
  }
}

type TestsOf<Stored> = {
  readonly [Name in keyof Stored]?: Stored[Name] | Test<Exclude<Stored[Name], undefined>>;
};

/** A condition on an item: each of these attributes has this value or passes this test. One that is undefined must be missing. */
export type Match<Stored> = TestsOf<Stored> & TestsOf<KeyAttributes>;

/** A condition of a write. `when`: a match, or several of which one is enough. `otherwise`: the outcome if it fails. */
export type Condition<Stored, Outcome extends string> = {
  readonly when: Match<Stored> | readonly Match<Stored>[];
  readonly otherwise: Outcome;
};

/** Tests that an attribute is there. `{ pk: exists }` tests that the item is there. */
export const exists = new Test<never>((path) => `attribute_exists(${path})`);

const comparison =
  (sign: string) =>
  <Value>(value: Value): Test<Value> =>
    new Test((path, placeholders) => `${path} ${sign} ${placeholders.value(path, value)}`);

export const below = comparison('<');
export const atMost = comparison('<=');
export const above = comparison('>');
export const atLeast = comparison('>=');
export const isNot = comparison('<>');

export const oneOf = <Value>(...values: readonly Value[]): Test<Value> =>
  new Test((path, placeholders) => {
    const options = values.map((value) => placeholders.value(path, value));
    return `${path} IN (${options.join(', ')})`;
  });

/** Tests that a list does not contain a value. */
export const lacks = <Value>(value: Value): Test<readonly Value[]> =>
  new Test((path, placeholders) => `NOT contains(${path}, ${placeholders.value(path, value)})`);

/** Tests that a list has fewer values than `size`. */
export const shorterThan = (size: number): Test<readonly never[]> =>
  new Test((path, placeholders) => `size(${path}) < ${placeholders.value(path, size)}`);

/** Tests attributes of a map. */
export const within = <Value>(match: TestsOf<NoInfer<Value>>): Test<Value> =>
  new Test((path, placeholders) => allTests(match, placeholders, `${path}.`));

/** Tests that an attribute is missing, or has this value or passes this test. */
export const missingOr = <Value>(wanted: Value | Test<Value>): Test<Value> =>
  new Test((path, placeholders) => {
    const other = testExpression(path, wanted, placeholders);
    return `(attribute_not_exists(${path}) OR ${other})`;
  });

/** The expression of a condition. */
export function conditionExpression(
  when: object | readonly object[],
  placeholders: Placeholders,
): string {
  const matches: readonly object[] = Array.isArray(when) ? when : [when];
  return matches.map((match) => allTests(match, placeholders)).join(' OR ');
}

function allTests(match: object, placeholders: Placeholders, prefix = ''): string {
  const tests = Object.entries(match).map(([name, wanted]) =>
    testExpression(`${prefix}${placeholders.name(name)}`, wanted, placeholders),
  );
  if (tests.length === 0) throw new Error('a condition names no attribute');
  return tests.join(' AND ');
}

function testExpression(path: string, wanted: unknown, placeholders: Placeholders): string {
  if (wanted === undefined) return `attribute_not_exists(${path})`;
  if (wanted instanceof Test) return wanted.expression(path, placeholders);
  return `${path} = ${placeholders.value(path, wanted)}`;
}
