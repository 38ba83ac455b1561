import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { statusChangeWords } from '#web/features/conversations/pages/inbox/status-change-words.ts';

const paid = { price: cents(2_500), reasonCode: null, moneyState: 'REFUNDED' } as const;

describe('the reason why a message can no longer be answered', () => {
  test.each([
    ['RETURN_TO_SENDER', 'The 10 days are over, and the sender gets all of the money back.'],
    [
      'HOLD_LAPSED',
      'The payment was refunded or disputed before there was an answer, so it can no longer be answered.',
    ],
    [
      'PAYMENT_WITHDRAWN',
      'This letter was withdrawn because its payment failed. It can no longer be answered.',
    ],
  ])('mentions the ten days only if they have passed: %s', (reasonCode, words) => {
    expect(statusChangeWords({ ...paid, reasonCode }, 'EXPIRED')).toBe(
      `${words} Your text is kept here.`,
    );
  });

  test('mentions no hold for a refund by an operator that the bank of the card refused', () => {
    const refused = { ...paid, reasonCode: 'HOLD_LAPSED', moneyState: 'CHARGED' } as const;
    expect(statusChangeWords(refused, 'EXPIRED')).toMatch(
      /^The payment was refunded or disputed before/,
    );
  });

  test('mentions no money for a free message', () => {
    expect(statusChangeWords({ ...paid, price: cents(0) }, 'EXPIRED')).not.toMatch(/money|payment/);
  });

  test('is undefined while the message is pending', () => {
    expect(statusChangeWords(paid, 'PENDING')).toBeUndefined();
  });
});
