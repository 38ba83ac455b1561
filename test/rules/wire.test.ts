import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { type Cents, cents } from '#shared/money.ts';
import { instant } from '#shared/time.ts';
import {
  decodeForm,
  dollars,
  encodeForm,
  formatPhoneNumber,
  moment,
  typedPhoneNumber,
  wholeNumber,
} from '#shared/wire.ts';

const read = (schema: z.ZodMiniType, wire: unknown) => z.safeDecode(schema, wire as never);
const sentence = (schema: z.ZodMiniType, wire: unknown) =>
  read(schema, wire).error?.issues[0]?.message;

describe('an encoded amount of money', () => {
  test('is decoded to the same cents, from a number and from form text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500_000_00, max: 500_000_00 }), (amount) => {
        const wire = z.encode(dollars(), cents(amount));
        expect(z.decode(dollars(), wire)).toBe(cents(amount));
        expect(z.decode(dollars(), wire.toString())).toBe(cents(amount));
      }),
    );
  });

  test('that is not valid has the error of its field', () => {
    for (const wire of [
      '',
      'ten',
      '1.234',
      '1e3',
      '0x10',
      '1,000',
      'NaN',
      'Infinity',
      '1.',
      null,
      {},
    ])
      expect(sentence(dollars('Please enter a price'), wire)).toBe('Please enter a price');
  });

  test('may be written as $1, $1.5, $.50 or $1.50', () => {
    const amounts = ['1', '1.5', '.50', ' 1.50 ', 8.5].map((wire) => z.decode(dollars(), wire));
    expect(amounts).toEqual([100, 150, 50, 150, 850].map((amount) => amount as Cents));
  });
});

describe('an encoded integer', () => {
  test('is neither a fraction nor a word nor empty', () => {
    for (const wire of ['1.5', 'many', '', ' ', null])
      expect(read(wholeNumber(), wire).success).toBe(false);
    expect(z.decode(wholeNumber(), '007')).toBe(7);
  });
});

describe('an encoded time', () => {
  test('is ISO 8601 in UTC, and is decoded to the same millisecond', () => {
    const noon = instant(Date.UTC(2026, 10, 21, 12, 0, 0, 7));
    expect(z.encode(moment, noon)).toBe('2026-11-21T12:00:00.007Z');
    expect(z.decode(moment, '2026-11-21T12:00:00.007Z')).toBe(noon);
  });
});

describe('an encoded phone number', () => {
  test('is sent as it was typed, and an empty field has its error', () => {
    expect(z.decode(typedPhoneNumber(), ' +44 (0)7400 123456 ')).toBe('+44 (0)7400 123456');
    expect(sentence(typedPhoneNumber(), '')).toBe('Please enter your phone number');
    expect(sentence(typedPhoneNumber(), undefined)).toBe('Please enter your phone number');
    expect(sentence(typedPhoneNumber(), '5'.repeat(61))).toBe('Please enter a valid phone number');
  });

  test.each([
    ['+15555550101', '(555) 555-0101'],
    ['+447400123456', '+44 740 012 3456'],
    ['+4915123456789', '+49 151 234 567 89'],
    ['+385912345678', '+385 912 345 678'],
    ['+79123456789', '+7 912 345 6789'],
    ['', ''],
  ])('%s is shown as %s', (number, shown) => expect(formatPhoneNumber(number)).toBe(shown));
});

describe('an encoded form', () => {
  test('is decoded to the same fields, with lists as repeated keys and without missing values', () => {
    const form = encodeForm({ name: 'Ana & Ben=?', id: ['a', 'b'], note: undefined, empty: '' });
    expect({ ...decodeForm(form) }).toEqual({ name: 'Ana & Ben=?', id: ['a', 'b'], empty: '' });
  });

  test('treats a key that is named like a part of an object as a plain key', () => {
    const form = decodeForm('__proto__=x&constructor=y&toString=z');
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(form)).toBeNull();
  });
});
