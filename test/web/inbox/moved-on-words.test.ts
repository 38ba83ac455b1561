import { describe, expect, test } from '@jest/globals';
import { cents } from '../../../shared/money.ts';
import { movedOnWords } from '../../../web/src/features/inbox/moved-on-words.ts';

const paid = { price: cents(2_500), reasonCode: null, moneyState: 'REFUNDED' } as const;

describe('a message that can no longer be answered', () => {
  test.each([
    ['RETURN_TO_SENDER', 'The ten days are over and the sender gets their money back.'],
    [
      'HOLD_LAPSED',
      'The payment was taken back before there was an answer, so it can no longer be answered.',
    ],
  ])('says why, and speaks of ten days only when they passed: %s', (reasonCode, words) => {
    expect(movedOnWords({ ...paid, reasonCode }, 'EXPIRED')).toBe(
      `${words} Your text is kept here.`,
    );
  });

  test('of a free one has no word of money', () => {
    expect(movedOnWords({ ...paid, price: cents(0) }, 'EXPIRED')).not.toMatch(/money|payment/);
  });

  test('while it waits there is nothing to say', () => {
    expect(movedOnWords(paid, 'PENDING')).toBeUndefined();
  });
});
