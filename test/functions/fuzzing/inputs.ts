import fc from 'fast-check';
import * as z from 'zod/mini';
import type { OperationSpec } from '#shared/api/operation.ts';

/*
 * Generates inputs from a definition. Each field of its zod schema gets the usual value, a value that the schema allows, or,
 * mostly, an unexpected one. Ids and cursors exist only at run time, so they are placeholders here, which fuzz.ts replaces.
 */

/** A value of a field, or a placeholder that is replaced before the call. */
export type Value =
  | { readonly is: 'usual' | 'absent' }
  /** The n-th id or cursor of the bystanders. */
  | { readonly is: 'foreign id' | 'foreign cursor'; readonly nth: number }
  | { readonly is: 'given'; readonly value: unknown };

export type GeneratedInput = Readonly<Record<string, Value>>;

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** Generates inputs of an operation, sometimes with unknown fields. */
export function inputOf({ input }: OperationSpec): fc.Arbitrary<GeneratedInput> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.tuple(fc.constant(name), fieldOf(schema as Schema)),
  );
  const usual = fields.map((field) =>
    fc.oneof(
      { weight: 6, arbitrary: field.map(([name]) => [name, USUAL] as const) },
      { weight: 4, arbitrary: field },
    ),
  );
  return fc
    .tuple(fc.tuple(...usual), fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, unknownFields))
    .map(([known, unknown]) => Object.fromEntries([...known, ...unknown]));
}

const USUAL: Value = { is: 'usual' };
const given = (value: unknown): Value => ({ is: 'given', value });

function fieldOf(schema: Schema): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Value>({ is: 'absent' }) },
    { weight: 4, arbitrary: fc.constantFrom(...HOSTILE).map(given) },
    { weight: 3, arbitrary: wrongType.map(given) },
    { weight: 2, arbitrary: anyText.map(given) },
    { weight: 3, arbitrary: foreign },
    { weight: 3, arbitrary: allowedBy(schema).map(given) },
    { weight: 1, arbitrary: longText.map(given) },
  );
}

/** One for all fields, because it is costly to make. */
const anyText = fc.string({ unit: 'binary', maxLength: 40 });

const foreign = fc.record({
  is: fc.constantFrom('foreign id' as const, 'foreign id' as const, 'foreign cursor' as const),
  nth: fc.nat(50),
});

/** Values that the schema allows, and lengths just outside its limits. */
function allowedBy({
  type,
  enum: options,
  pattern,
  minLength = 0,
  maxLength,
}: Schema): fc.Arbitrary<unknown> {
  if (options) return fc.constantFrom(...options);
  if ([type].flat().includes('number'))
    return fc.oneof(fc.integer({ min: -2, max: 1_000_000 }), fc.double());
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const lengths = [minLength - 1, minLength, ...(maxLength ? [maxLength, maxLength + 1] : [])];
  return fc
    .constantFrom(...lengths.filter((length) => length >= 0))
    .map((length) => 'x'.repeat(length));
}

const wrongType = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e21, 0.1, [], {}, [[]], [null], ['a', 'a']),
  fc.array(fc.constantFrom('', 'a', '0', '<b>'), { maxLength: 5 }),
  fc.constantFrom({ $gt: '' }, { __proto__: null }, { toString: 'a' }, { length: 1, 0: 'a' }),
  fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text)),
);

/** Long texts, which slow code would take noticeably long for. Longer ones are refused by `maxBodyBytes`. */
const longText = fc
  .tuple(
    fc.constantFrom('a', '<', '<b>', '&amp;', ' ', '\u{1f600}', '<p>a</p>', '0', '\u0300'),
    fc.constantFrom(300, 5_000),
  )
  .map(([part, times]) => part.repeat(times));

const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202etxt.exe',
  '\ufeff',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{e0041}\u{fe0f}',
  'İstanbul ı ß ﬃ',
  '٣٤',
  '-1',
  '0',
  '00',
  '1e3',
  '0x10',
  '999999999',
  '9007199254740993',
  '.5',
  '1.999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<frameset><frame src=javascript:alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<p>'.repeat(60),
  'javascript:alert(1)',
  'https://example.com/\r\nset-cookie: a=b',
  'https://user:password@127.0.0.1:80/',
  'data:image/png;base64,AAAA',
  'data:image/png;base64,',
  '../../etc/passwd',
  "' OR 1=1 --",
  '#pk = :pk',
  'USER#1',
  '%00%ff%',
  '+1 900 555 0100',
  '2026-02-30T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  'eyJwayI6IlVTRVIjMSJ9',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
];

/** Field names with a meaning in JavaScript objects, in the table or in tokens. */
const unknownFields = fc.array(
  fc.tuple(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'length',
      'userId',
      'pk',
      'verified',
      'plan',
      'price',
      'status',
    ),
    fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom({ verified: true }, ['a'], 1)).map(given),
  ),
  { minLength: 1, maxLength: 3 },
);
