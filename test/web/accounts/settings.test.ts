import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import {
  cardWords,
  planWords,
  priceWords,
} from '#web/features/accounts/pages/settings/setting-values.ts';

describe('the settings rows', () => {
  test('show the current price, unless the user accepts no messages', () => {
    const asked = { userId: 'ana', paidResponsePrice: cents(850) };
    expect(priceWords({ ...asked, paidResponseCommitment: 3 })).toBe('$8.50');
    expect(priceWords({ ...asked, paidResponseCommitment: 0 })).toBe('Not accepting');
  });

  test('show the name of the current plan', () => {
    expect(planWords('FREE')).toBe('Free');
    expect(planWords('PROFESSIONAL')).toBe('Professional');
  });

  test('show the brand and last digits of the current card', () => {
    expect(cardWords([])).toBe('None');
    expect(cardWords([{ id: 'pm', cardBrand: 'visa', cardLastFour: '4242' }])).toBe('Visa 4242');
  });
});
