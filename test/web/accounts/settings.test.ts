import { describe, expect, test } from '@jest/globals';
import { cents } from '../../../shared/money.ts';
import {
  cardWords,
  planWords,
  priceWords,
} from '../../../web/src/features/accounts/pages/settings/setting-values.ts';

describe('the settings rows show the current value of', () => {
  test('the price, unless no messages are accepted', () => {
    const asked = { userId: 'ana', paidResponsePrice: cents(850) };
    expect(priceWords({ ...asked, paidResponseCommitment: 3 })).toBe('$8.50');
    expect(priceWords({ ...asked, paidResponseCommitment: 0 })).toBe('Not accepting');
  });

  test('the plan by its name', () => {
    expect(planWords('FREE')).toBe('Free');
    expect(planWords('PROFESSIONAL')).toBe('Professional');
  });

  test('the card by its brand and last digits', () => {
    expect(cardWords([])).toBe('None');
    expect(cardWords([{ id: 'pm', cardBrand: 'visa', cardLastFour: '4242' }])).toBe(
      'Visa ending 4242',
    );
  });
});
