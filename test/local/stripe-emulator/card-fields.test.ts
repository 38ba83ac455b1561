import { describe, expect, test } from '@jest/globals';
import {
  brandOf,
  type FieldKind,
  fieldState,
  formatField,
} from '../../../lib/stripe-emulator/browser/card-fields.ts';
import { stripeJsFiles } from '../../../lib/stripe-emulator/index.ts';

const now = new Date(2026, 10, 21);

function said(kind: FieldKind, text: string, { left = true, brand = 'visa' } = {}) {
  const { complete, error } = fieldState(kind, text, { left, now, brand });
  return error?.message ?? (complete ? 'complete' : 'nothing');
}

describe('a card field', () => {
  test.each([
    ['cardNumber', '4242424242424242', '4242 4242 4242 4242'],
    ['cardNumber', '42424242424242429999', '4242 4242 4242 4242'],
    ['cardNumber', '378282246310005', '3782 822463 10005'],
    ['cardNumber', 'card 4242-4242', '4242 4242'],
    ['cardExpiry', '4', '04 / '],
    ['cardExpiry', '1', '1'],
    ['cardExpiry', '12', '12 / '],
    ['cardExpiry', '13', '01 / 3'],
    ['cardExpiry', '1230', '12 / 30'],
    ['cardExpiry', '12/2030', '12 / 30'],
    ['cardCvc', '12345', '1234'],
  ] as const)('of the kind %s shows %s as %s', (kind, typed, shown) => {
    expect(formatField(kind, typed, false)).toBe(shown);
  });

  test('allows deleting its separator', () => {
    expect(formatField('cardExpiry', '12 /', true)).toBe('12');
    expect(formatField('cardExpiry', '1', true)).toBe('1');
  });

  test.each([
    ['4', 'visa'],
    ['5555', 'mastercard'],
    ['2720', 'mastercard'],
    ['37', 'amex'],
    ['6011', 'discover'],
    ['9', 'unknown'],
  ])('recognizes %s as %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  test.each([
    ['cardNumber', '4242 4242', 'Your card number is incomplete.'],
    ['cardNumber', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['cardNumber', '4242 4242 4242 4242', 'complete'],
    ['cardExpiry', '12 / 3', "Your card's expiration date is incomplete."],
    ['cardExpiry', '12 / 25', "Your card's expiration year is in the past."],
    ['cardExpiry', '10 / 26', "Your card's expiration date is in the past."],
    ['cardExpiry', '11 / 26', 'complete'],
    ['cardExpiry', '00 / 30', "Your card's expiration month is invalid."],
    ['cardCvc', '12', "Your card's security code is incomplete."],
    ['cardCvc', '123', 'complete'],
  ] as const)('of the kind %s reports for %s: %s', (kind, typed, message) => {
    expect(said(kind, typed)).toBe(message);
  });

  test('does not report incomplete input while it is typed', () => {
    expect(said('cardNumber', '4242', { left: false })).toBe('nothing');
  });

  test('requires a four-digit security code for an American Express card', () => {
    expect(said('cardCvc', '123', { brand: 'amex' })).toBe(
      "Your card's security code is incomplete.",
    );
    expect(said('cardCvc', '1234', { brand: 'amex' })).toBe('complete');
  });
});

describe('the pages of Stripe.js', () => {
  test('allow no inline scripts and load nothing from other origins', async () => {
    const files = await stripeJsFiles();
    expect(Object.keys(files).sort()).toEqual([
      'field.html',
      'field.js',
      'secure.html',
      'secure.js',
      'v3.js',
    ]);
    for (const name of ['field.html', 'secure.html']) {
      const { text } = files[name] ?? { text: '' };
      expect(text.match(/<script[^>]*>/g)).toEqual([
        `<script src="${name.replace('html', 'js')}">`,
      ]);
      expect(text).not.toMatch(/ on\w+=|javascript:|https?:/);
    }
    for (const name of ['v3.js', 'field.js', 'secure.js']) {
      expect(files[name]?.text).not.toMatch(/\beval\(|new Function|import\(/);
    }
  });
});
