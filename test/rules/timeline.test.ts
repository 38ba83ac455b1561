import { expect, test } from '@jest/globals';
import { cents } from '../../shared/money.ts';
import type { Conversation, Side } from '../../shared/rules/conversations/conversations.ts';
import { timelineOf } from '../../shared/rules/conversations/timeline.ts';
import { instant } from '../../shared/time.ts';

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

test('a timeline shows the effect of a dispute on an earning to the recipient only', () => {
  const history = [
    { event: 'DISPUTED', at: instant(1), moneyState: 'CHARGED', amount: cents(2_200) },
  ] as const;
  expect(told({ history })).toEqual(history);
  expect(told({ history }, 'sender')).toEqual([
    { event: 'DISPUTED', at: instant(1), moneyState: 'CHARGED' },
  ]);
});
