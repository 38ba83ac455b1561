import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { HOUR, instant, later } from '#shared/time.ts';
import { asOfNow, type Message } from '#web/features/conversations/conversation.ts';
import { receiptWords } from '#web/features/conversations/thread/receipts.ts';
import { inReadingOrder } from '#web/features/conversations/thread/thread-order.ts';

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
    status: 'PENDING' as const,
    deadlineAt,
    reasonCode: null,
    expiringSoon: true,
    moneyState: 'CHARGED' as const,
    price: cents(2_500),
    timeline: [],
  };

  test('is shown as expired and refunded after its deadline', () => {
    expect(asOfNow(pending, deadlineAt)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
      moneyState: 'REFUNDED',
      expiringSoon: false,
      timeline: [{ event: 'EXPIRED', at: deadlineAt }],
    });
    expect(asOfNow({ ...pending, moneyState: 'HELD' }, deadlineAt).moneyState).toBe('RELEASED');
  });

  test('is unchanged before the deadline', () => {
    expect(asOfNow(pending, later(deadlineAt, -HOUR))).toBe(pending);
  });
});

describe('the read receipt', () => {
  const readAt = instant(new Date(2026, 10, 26, 12, 36).getTime());
  const sent = (id: string, senderId: string, at: number, read: boolean) =>
    ({
      ...message(id, 'REPLY', at),
      senderId,
      messageRead: read,
      dateTimeRead: read ? readAt : null,
    }) as Message;
  const newestFirst = [
    sent('unread', 'ben', 40, false),
    sent('answer', 'ana', 35, true),
    sent('newest', 'ben', 30, true),
    sent('older', 'ben', 10, true),
  ];
  const wordsOf = (id: string) => {
    const one = newestFirst.find((shown) => shown.id === id);
    return one && receiptWords(one, 'ben', newestFirst, readAt);
  };

  test('has the time of the last reading at the newest message that was read, and no time before', () => {
    expect(wordsOf('newest')).toBe('Read 12:36 PM');
    expect(wordsOf('older')).toBe('Read');
  });

  test('has no time on the letter, whose first reading is in the timeline', () => {
    const letter = { ...sent('letter', 'ben', 5, true), kind: 'QUESTION' } as Message;
    expect(receiptWords(letter, 'ben', [letter], readAt)).toBe('Read');
  });

  test('is shown to the author only, once the message was read', () => {
    expect(wordsOf('unread')).toBeUndefined();
    expect(wordsOf('answer')).toBeUndefined();
  });
});
