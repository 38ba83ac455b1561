import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { type Claim, claimBanner } from '#web/features/conversations/claims/claim-banner.ts';
import type { Conversation } from '#web/features/conversations/conversation.ts';
import { message, NOW } from '../screen-fixtures.ts';

/* The sentences of a decided claim about its money, also after a later refund or dispute. */

type Change = Partial<Pick<Conversation, 'moneyState' | 'timeline' | 'paidWith'>>;

function bannerFor(side: 'sender' | 'recipient', state: Claim['state'], change: Change = {}) {
  const answered = { ...(message as Conversation), status: 'OPEN', moneyState: 'CHARGED' } as const;
  const ended = { ...answered, netEarnings: cents(2_200), timeline: [], ...change } as Conversation;
  return claimBanner(ended, { state, frozen: null, until: null } as Claim, side, NOW);
}
const noteFor = (...claim: Parameters<typeof bannerFor>) => bannerFor(...claim).note;

const at = { at: NOW, moneyState: 'CHARGED' } as const;
const TAKEN_BACK = { ...at, event: 'TAKEN_BACK', amount: cents(2_200) } as const;
const DISPUTED = { ...at, event: 'DISPUTED', amount: cents(2_200) } as const;
const REFUNDED = { moneyState: 'REFUNDED', timeline: [TAKEN_BACK] } as Change;

describe.each(['REJECTED', 'WITHDRAWN', 'ACCEPTED'] as const)('a claim that is %s', (state) => {
  test('tells the recipient that the earning is theirs', () => {
    expect(noteFor('recipient', state)).toBe('The $22.00 is yours.');
  });

  test('has the color of earnings for the recipient only while all of the earning is theirs', () => {
    const changes = [{}, REFUNDED, { timeline: [DISPUTED] }];
    const tones = changes.map((change) => bannerFor('recipient', state, change).tone);
    expect(tones).toEqual(['earned', 'neutral', 'neutral']);
  });

  test('tells the recipient what is left after a later refund', () => {
    expect(noteFor('recipient', state, REFUNDED)).toBe(
      'The payment was refunded or disputed after that. Nothing earned.',
    );
  });

  test('tells the recipient what is frozen in a later dispute', () => {
    expect(noteFor('recipient', state, { timeline: [DISPUTED] })).toBe(
      'The payment was refunded or disputed after that. $22.00 frozen.',
    );
  });
});

test.each([
  ['CHARGED', 'We’re refunding all $25.00 to Apple Pay, Visa 4242.'],
  ['REFUNDED', 'All $25.00 is on its way back to Apple Pay, Visa 4242.'],
] as const)(
  'an upheld claim (%s) tells the sender which wallet is refunded',
  (moneyState, words) => {
    const paidWith = { cardBrand: 'visa', cardLastFour: '4242', wallet: 'apple_pay' } as const;
    expect(noteFor('sender', 'UPHELD', { moneyState, paidWith })).toContain(words);
  },
);

test('a rejected claim tells the sender that the answer stands, unless the payment was refunded later', () => {
  expect(noteFor('sender', 'REJECTED')).toMatch(
    /^The answer stands, and .+ keeps what it earned\.$/,
  );
  expect(noteFor('sender', 'REJECTED', REFUNDED)).toBe(
    'The payment was refunded after that, for another reason.',
  );
});

test('a sender who accepted the improved answer is told so, and not that they withdrew the claim', () => {
  const ended = { ...(message as Conversation), timeline: [] } as Conversation;
  const claim = { state: 'WITHDRAWN', frozen: null, until: null, improvedAt: NOW, contest: null };
  const titleFor = (side: 'sender' | 'recipient', more = {}) =>
    claimBanner(ended, { ...claim, ...more } as Claim, side, NOW).title;
  expect(titleFor('sender')).toBe('YOU ACCEPTED THE IMPROVED ANSWER');
  expect(titleFor('recipient')).toBe('YOUR IMPROVED ANSWER WAS ACCEPTED');
  // Who asked for a decision after the improvement and then withdrew the claim has not accepted it.
  expect(titleFor('sender', { contest: { by: 'sender' } })).toBe('YOU WITHDREW YOUR CLAIM');
  expect(titleFor('sender', { improvedAt: null })).toBe('YOU WITHDREW YOUR CLAIM');
});
