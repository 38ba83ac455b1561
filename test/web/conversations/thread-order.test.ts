import { describe, expect, test } from '@jest/globals';
import { cents } from '../../../shared/money.ts';
import { HOUR, instant, later } from '../../../shared/time.ts';
import { asOfNow, type Message } from '../../../web/src/features/conversations/conversation.ts';
import { inReadingOrder } from '../../../web/src/features/conversations/thread/thread-order.ts';

const message = (id: string, kind: Message['kind'], at: number) =>
  ({ id, kind, dateTimeSent: instant(at) }) as Message;
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

test('a thread starts with the paid answer, followed by the replies in order of time', () => {
  const newestFirst = [
    message('second', 'REPLY', 40),
    message('first', 'REPLY', 30),
    message('answer', 'PAID_RESPONSE', 20),
    message('question', 'QUESTION', 10),
    message('answer', 'PAID_RESPONSE', 20),
  ];
  const { letters, replies } = inReadingOrder(newestFirst);
  expect(idsOf(letters)).toEqual(['answer', 'question']);
  expect(idsOf(replies)).toEqual(['first', 'second']);
});

describe('a pending conversation that the schedule has not expired yet', () => {
  const deadlineAt = instant(1_000_000_000_000);
  const pending = {
    ...{ status: 'PENDING' as const, deadlineAt, reasonCode: null, expiringSoon: true },
    ...{ moneyState: 'CHARGED' as const, price: cents(2_500) },
    timeline: [],
  };

  test('is shown as expired and refunded after its deadline', () => {
    expect(asOfNow(pending, deadlineAt)).toMatchObject({
      ...{ status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER', moneyState: 'REFUNDED' },
      ...{ expiringSoon: false, timeline: [{ event: 'EXPIRED', at: deadlineAt }] },
    });
    expect(asOfNow({ ...pending, moneyState: 'HELD' }, deadlineAt).moneyState).toBe('RELEASED');
  });

  test('is unchanged before the deadline', () => {
    expect(asOfNow(pending, later(deadlineAt, -HOUR))).toBe(pending);
  });
});
