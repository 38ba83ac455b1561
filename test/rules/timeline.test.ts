import { expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { timelineOf } from '#shared/rules/conversations/timeline.ts';
import { instant } from '#shared/time.ts';

const told = (facts: Partial<Conversation>, side: Side = 'recipient') =>
  timelineOf({ history: [], money: { state: 'CHARGED' }, ...facts } as Conversation, side);

test('a timeline is sorted by time', () => {
  const history = [
    { event: 'PAID', at: instant(1), moneyState: 'HELD' },
    { event: 'ANSWERED', at: instant(5), moneyState: 'HELD' },
    { event: 'CLOSED', at: instant(9), moneyState: 'CHARGED' },
  ] as const;
  expect(told({ history, repliedAt: instant(7) }).map(({ event }) => event)).toEqual([
    'PAID',
    'ANSWERED',
    'REPLIED',
    'CLOSED',
  ]);
});

test('a timeline of many free replies shows the last ones', () => {
  expect(told({ repliedAt: instant(7) })).toEqual([
    { event: 'REPLIED', at: instant(7), moneyState: 'CHARGED' },
  ]);
});

test.each([
  ['an earning', 'DISPUTED', false, true],
  ['what is owed to the sender', 'RETURN_FAILED', true, false],
  ['a part that was refunded', 'PARTLY_REFUNDED', true, true],
] as const)(
  'a timeline shows the amount of %s (%s) to the sender: %s, to the recipient: %s',
  (_, event, sender, recipient) => {
    const without = { event, at: instant(1), moneyState: 'CHARGED' } as const;
    const history = [{ ...without, amount: cents(2_200) }];
    expect(told({ history }, 'sender')).toEqual(sender ? history : [without]);
    expect(told({ history }, 'recipient')).toEqual(recipient ? history : [without]);
  },
);
