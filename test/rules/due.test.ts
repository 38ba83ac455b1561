import { describe, expect, test } from '@jest/globals';
import type { Conversation, Money } from '#shared/rules/conversations/conversations.ts';
import { NO_LOSSES } from '#shared/rules/conversations/disputes.ts';
import { nextDue } from '#shared/rules/conversations/due.ts';
import { HOUR, instant, later } from '#shared/time.ts';

/* The next time at which a schedule processes a conversation, by status and money. Times are hours after the order. */

const START = instant(Date.UTC(2026, 10, 21));
const at = (hours: number) => later(START, hours * HOUR);

const conversation = (change: Partial<Conversation>, money: Partial<Money> = {}): Conversation =>
  ({
    price: 2_500,
    createdAt: START,
    modifiedAt: at(1),
    deadlineAt: at(240),
    payment: {},
    ...change,
    money: { state: 'HELD', intentId: 'pi', ...money },
  }) as Conversation;

const dueOf = (status: Conversation['status'], change: object, money: Partial<Money>) =>
  nextDue(conversation({ status, ...change }, money));

const NO_ID = { intentId: undefined } as unknown as Partial<Money>;
const DISPUTED = { back: { ...NO_LOSSES, dispute: 'OPEN' } } as const;
const BANK = { payment: { waitingSince: at(1) } };
const QUESTION = { clarification: { askedAt: at(2), until: at(74) } };

describe('a payment that is not settled', () => {
  test.each<[string, object, Partial<Money>, number]>([
    ['two minutes after the order', {}, {}, 2 / 60],
    ['when it was postponed to', {}, { tryAt: at(5) }, 5],
    ['not earlier than that', {}, { tryAt: at(0) }, 2 / 60],
    ['half an hour after the bank was asked', BANK, {}, 1.5],
    ['later than that if it was postponed', BANK, { tryAt: at(2) }, 2],
  ])('is looked at %s', (_, change, money, hours) =>
    expect(dueOf('PAYING', change, money)).toEqual({ job: 'PAYMENT', at: at(hours) }),
  );
});

describe('an order that is undone', () => {
  test('is never due again once nothing is pending', () =>
    expect(dueOf('UNDONE', {}, { tryAt: at(5) })).toBeUndefined());

  test.each<[string, Partial<Money>, number]>([
    ['at once', {}, 0],
    ['when it was postponed to', { tryAt: at(5) }, 5],
    ['two minutes after the order if its payment has to be searched for', NO_ID, 2 / 60],
    ['later than that if it was postponed', { ...NO_ID, tryAt: at(5) }, 5],
  ])('gives its payment back %s', (_, money, hours) =>
    expect(dueOf('UNDONE', {}, { owed: 'giveBack', ...money })).toEqual({
      job: 'PAYMENT',
      at: at(hours),
    }),
  );
});

describe('a message', () => {
  const [LAPSE, SOON] = [{ captureBefore: at(168) }, { captureBefore: at(300) }];
  test.each<[string, Conversation['status'], object, Partial<Money>, number | undefined]>([
    ['pending', 'PENDING', {}, {}, 240],
    ['pending, twelve hours before its hold lapses', 'PENDING', {}, LAPSE, 156],
    ['pending, whose hold lapses after the deadline', 'PENDING', {}, SOON, 240],
    ['pending and captured', 'PENDING', {}, { ...LAPSE, state: 'CHARGED' }, 240],
    [
      'pending, whose capture is pending',
      'PENDING',
      {},
      { ...LAPSE, owed: 'capture', tryAt: at(7) },
      7,
    ],
    ['paused', 'NEEDS_INFO', QUESTION, {}, 74],
    ['paused, whose hold lapses first', 'NEEDS_INFO', QUESTION, { captureBefore: at(80) }, 68],
    ['pending after a pause', 'PENDING', QUESTION, {}, 240],
    ['answered', 'OPEN', {}, LAPSE, undefined],
    ['answered, with an effect without a time', 'OPEN', {}, { owed: 'capture' }, undefined],
    ['answered, with a pending effect', 'OPEN', {}, { owed: 'capture', tryAt: at(7) }, 7],
    ['answered, with a time and no effect', 'OPEN', {}, { tryAt: at(7) }, undefined],
    ['answered and disputed', 'OPEN', {}, DISPUTED, 1],
    [
      'answered, with a response that was postponed',
      'OPEN',
      {},
      { ...DISPUTED, response: { tryAt: at(9), tries: 1 } },
      9,
    ],
    ['expired', 'EXPIRED', QUESTION, LAPSE, undefined],
  ])('that is %s is due at the earliest of its times', (_, status, change, money, hours) =>
    expect(dueOf(status, change, money)).toEqual(
      hours === undefined ? undefined : { job: 'CONVERSATION', at: at(hours) },
    ),
  );
});
