import { describe, expect, test } from '@jest/globals';
import { expiryIn, stateOf } from '../src/browser/card-rules.ts';
import { stripeJsFiles } from '../src/index.ts';

const now = new Date(2026, 10, 21);

describe('a card field', () => {
  test.each([
    ['cardNumber', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['cardExpiry', '12 / 25', "Your card's expiration year is in the past."],
    ['cardExpiry', '10 / 26', "Your card's expiration date is in the past."],
    ['cardExpiry', '00 / 30', "Your card's expiration month is invalid."],
  ] as const)('of the type %s reports for %s: %s', (type, text, message) => {
    expect(stateOf(type, text, now)).toMatchObject({ complete: false, error: { message } });
  });

  test.each([
    ['cardNumber', '4242424242424242'],
    ['cardNumber', '4242 4242 4242 4242'],
    ['cardNumber', '378282246310005'],
    ['cardNumber', '3056930009020004'],
    ['cardExpiry', '11 / 26'],
    ['cardCvc', '123'],
    ['cardCvc', '1234'],
  ] as const)('of the type %s is complete with %s', (type, text) => {
    expect(stateOf(type, text, now)).toEqual({ empty: false, complete: true });
  });

  test.each([
    ['cardNumber', '4242 4242'],
    ['cardExpiry', '12 / 3'],
    ['cardCvc', '12'],
  ] as const)('of the type %s is incomplete with %s, without an error', (type, text) => {
    expect(stateOf(type, text, now)).toEqual({ empty: false, complete: false });
  });

  test('is empty without text', () => {
    expect(stateOf('cardNumber', ' ', now)).toEqual({ empty: true, complete: false });
  });

  test.each(['1230', '12/30', '12 / 30', '12/2030'])('reads the expiration date %s', (text) => {
    expect(expiryIn(text)).toEqual({ month: 12, year: 2030 });
  });
});

describe('the pages of Stripe.js', () => {
  test('allow no inline scripts and load nothing from other origins', async () => {
    const files = await stripeJsFiles();
    expect(Object.keys(files).sort()).toEqual([
      'authentication.html',
      'authentication.js',
      'card-field.html',
      'card-field.js',
      'v3.js',
      'wallet-buttons.html',
      'wallet-buttons.js',
      'wallet-sheet.html',
      'wallet-sheet.js',
    ]);
    for (const name of Object.keys(files).filter((file) => file.endsWith('.html'))) {
      const { text } = files[name] ?? { text: '' };
      expect(text.match(/<script[^>]*>/g)).toEqual([
        `<script src="${name.replace('html', 'js')}">`,
      ]);
      expect(text).not.toMatch(/ on\w+=|javascript:|https?:/);
    }
    for (const name of Object.keys(files).filter((file) => file.endsWith('.js'))) {
      expect(files[name]?.text).not.toMatch(/\beval\(|new Function|import\(/);
    }
  });
});
