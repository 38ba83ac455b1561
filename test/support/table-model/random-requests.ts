import fc from 'fast-check';
import { putNew, type Step, table } from '#functions/storage/table.ts';
import { checkIf, putIf, removeIf, updateBy } from './expression-steps.ts';

/* Random requests to the table, with every kind of expression that functions/storage uses, and so few keys that they collide. */

type Attributes = Readonly<Record<string, unknown>>;
/** One request, sent to the engine or model that is installed at the time. */
export type RandomRequest = { readonly description: string; readonly send: () => Promise<unknown> };

const key = fc.record({ pk: fc.constantFrom('A', 'B'), sk: fc.constantFrom('1', '12', '2') });
const map = fc.constantFrom({}, { x: 1 }, { x: 'a', y: 2 });
const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'ab', 'b', true, false, null),
  fc.constantFrom<unknown>(['a'], ['a', 1, undefined], { x: 1 }, { x: undefined, y: [] }, 'é'),
  fc.constantFrom(new Set(['a', 'b']), new Set(['b'])),
);
const name = fc.constantFrom('#a', '#b', '#n');
/** Attributes of an item besides its key; some are keys of an index. */
const attributes = fc.record(
  {
    a: value,
    b: value,
    n: fc.integer({ min: -3, max: 3 }),
    status: fc.constantFrom('OPEN', undefined),
    map,
    list: fc.constantFrom([], ['a'], ['a', 'b', 1]),
    gsi1pk: fc.constantFrom('X', 'Y'),
    gsi1sk: fc.constantFrom('1', '12', '2'),
    gsi5pk: fc.constantFrom('X', 'Y'),
    gsi5sk: fc.constantFrom('1', '2'),
  },
  { requiredKeys: [] },
);

/** A condition over `:v` and `:w` (any type), `:i` and `:j` (numbers) and `:t` (text); it uses some of them. */
const condition: fc.Arbitrary<string> = fc.letrec<{ whole: string; part: string }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 3 },
    tie('part'),
    fc.tuple(tie('whole'), tie('whole')).map(([one, other]) => `${one} AND ${other}`),
    fc.tuple(tie('whole'), tie('whole')).map(([one, other]) => `${one} OR ${other}`),
    tie('part').map((one) => `NOT ${one}`),
    tie('whole').map((one) => `NOT (${one} OR attribute_exists(#b))`),
    tie('whole').map((one) => `(${one} AND #n > :i)`),
  ),
  part: fc.oneof(
    name.map((one) => `attribute_exists(${one})`),
    name.map((one) => `attribute_not_exists(${one})`),
    name.map((one) => `begins_with(${one}, :t)`),
    name.map((one) => `contains(${one}, :t)`),
    fc.tuple(name, fc.constantFrom('=', '<>')).map(([one, sign]) => `${one} ${sign} :v`),
    fc.tuple(name, fc.constantFrom('<', '<=', '>', '>=')).map(([one, sign]) => `${one} ${sign} :i`),
    fc.tuple(name, name).map(([one, other]) => `${one} = ${other}`),
    name.map((one) => `:i < ${one}`),
    fc.constant('n = :i'),
    name.map((one) => `${one} IN (:v, :w)`),
    name.map((one) => `${one} BETWEEN :i AND :j`),
    fc.constantFrom('#map.#x = :v', '#map.#x <> :v', '#map.#x > :i', '#b.#x = :v'),
    fc.constantFrom('attribute_exists(#map.#x)', 'attribute_not_exists(#map.#x)'),
    fc.constantFrom('size(#list) < :j', 'size(#map) = :j', 'contains(#list, :v)'),
    fc.constantFrom('NOT contains(#list, :t)', '(attribute_not_exists(#n) OR #n < :i)'),
  ),
})).whole;

const given = fc.record({
  v: value,
  w: value,
  i: fc.integer({ min: -3, max: 0 }),
  j: fc.integer({ min: 0, max: 3 }),
  t: fc.constantFrom('a', 'b', 'ab'),
});

/** Returns only the values that an expression uses. */
const usedIn = (text: string, values: Attributes): Attributes =>
  Object.fromEntries(Object.entries(values).filter(([one]) => text.includes(`:${one}`)));

const conditions = fc
  .option(fc.tuple(condition, given), { nil: undefined })
  .map(
    (both) =>
      both && { when: both[0], values: usedIn(both[0], both[1]), otherwise: 'refused' as const },
  );

const changes = fc
  .tuple(
    fc.subarray(
      [
        'SET #a = :sa',
        'SET #b = if_not_exists(#b, :sa), #m = :si',
        'SET #n = #n + :si',
        'SET #n = if_not_exists(#n, :si) - :si',
        'SET #l = list_append(if_not_exists(#l, :sl), :sl)',
        'SET #l = list_append(if_not_exists(#l, :sl), :sm)',
        'SET #map.#x = :sa',
        'SET #map.#x = if_not_exists(#map.#x, :si), #map.#y = :si',
        'SET #map = :sx, #b = #map',
        'SET #gsi1pk = :st, #gsi1sk = :st',
        'SET #gsi5pk = if_not_exists(#gsi5pk, :st), #gsi5sk = :st',
        'SET #a = #b',
        'SET a = n',
      ],
      { minLength: 0, maxLength: 1 },
    ),
    fc.subarray(['REMOVE #status', 'REMOVE #gsi1pk, #gsi1sk', 'REMOVE #gsi5sk'], {
      maxLength: 1,
    }),
    fc.subarray(['ADD #c :si', 'ADD #c :si, #d :si', 'ADD #tags :ss'], { maxLength: 1 }),
    fc.subarray(['DELETE #gone :ss'], { maxLength: 1 }),
  )
  .map((parts) => parts.flat().join(' '))
  // For an item that is missing the engine makes one to remove an attribute from it, which DynamoDB does not.
  .filter(
    (text) => /SET|ADD/.test(text) && !/SET #gsi1.*REMOVE #gsi1|SET #gsi5.*REMOVE #gsi5/.test(text),
  );

const forChange = fc.record({
  sa: value,
  si: fc.integer({ min: 1, max: 5 }),
  sl: fc.constantFrom<unknown[]>([1], ['a', {}]),
  sm: fc.constantFrom<unknown[]>([], [2]),
  sx: map,
  ss: fc.constantFrom(new Set(['a']), new Set(['b', 'c'])),
  st: fc.constantFrom('X', 'Y'),
});

const step: fc.Arbitrary<Step<'refused'>> = fc.oneof(
  fc.tuple(key, attributes, conditions).map(([at, more, when]) => putIf({ ...more, ...at }, when)),
  fc.tuple(key, attributes).map(([at, more]) => putNew({ ...more, ...at }, 'refused')),
  fc.tuple(key, conditions).map(([at, when]) => removeIf(at, when)),
  fc
    .tuple(key, changes, forChange, conditions)
    .map(([at, change, values, when]) => updateBy(at, change, usedIn(change, values), when)),
);

const conditionCheck = fc
  .tuple(key, conditions)
  .map(
    ([at, when]) =>
      checkIf(
        at,
        when ?? { when: 'attribute_exists(#pk)', otherwise: 'refused' },
      ) as Step<'refused'>,
  );

const randomQuery = fc.record(
  {
    index: fc.constantFrom('gsi1' as const, 'gsi5' as const),
    newestFirst: fc.boolean(),
    limit: fc.integer({ min: 1, max: 3 }),
    consistent: fc.constant(false),
    count: fc.boolean(),
    prefix: fc.constantFrom('1', '12', 'X'),
    upTo: fc.constantFrom('1', '12', '2', 'X'),
    after: fc.constantFrom('1', '12', 'X'),
  },
  { requiredKeys: [] },
);

/** Returns all pages of a query, each as it was returned. */
async function pages(request: Parameters<typeof table.query>[0]): Promise<unknown[]> {
  const found: unknown[] = [];
  let from: Attributes | undefined;
  do {
    const page = await table.query<Attributes>({ ...request, ...(from && { from }) });
    found.push({ ...page, next: page.next });
    from = page.next;
  } while (from);
  return found;
}

/** Generates random requests. TABLE_NAME must be set before they are sent. */
export const randomRequest: fc.Arbitrary<RandomRequest> = fc.oneof(
  { weight: 4, arbitrary: step.map((one) => requestOf(one, () => table.write(one))) },
  {
    weight: 2,
    arbitrary: step
      .filter(({ write }) => write.Update !== undefined)
      .map((one) => requestOf(one, () => table.change(one))),
  },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof({ weight: 4, arbitrary: step }, conditionCheck), {
        minLength: 1,
        maxLength: 4,
      })
      .map((steps) => requestOf(steps, () => table.transact(...steps))),
  },
  { weight: 1, arbitrary: key.map((at) => requestOf(at, () => table.get(at))) },
  {
    weight: 1,
    arbitrary: fc
      .array(key, { minLength: 1, maxLength: 4 })
      .map((all) => requestOf(all, () => table.getMany(all))),
  },
  {
    weight: 2,
    arbitrary: randomQuery.map((one) => {
      const request = { ...one, partition: one.index ? 'X' : 'A' };
      return requestOf(request, () => pages(request));
    }),
  },
);

const requestOf = (what: unknown, send: () => Promise<unknown>): RandomRequest => ({
  description: JSON.stringify(what, (_name, one) => (one instanceof Set ? [...one] : one)),
  send,
});
