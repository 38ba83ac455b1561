import { describe, expect, test } from '@jest/globals';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isNudged, nudge, nudgeFrom } from '#shared/rules/conversations/nudge.ts';
import type { ReminderStage } from '#shared/rules/conversations/reminder-stages.ts';
import {
  firstReminderAt,
  movedReminderAt,
  reminderAt,
  reminderStep,
} from '#shared/rules/conversations/reminders.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';

const NOW = instant(Date.parse('2026-11-21T10:00:00.000Z'));
const deadlineAt = later(NOW, 10 * DAY);
const at = (days: number) => later(NOW, days * DAY);

describe('reminderStep', () => {
  test.each([
    ['PENDING', undefined, 0.9, 'wait'],
    ['PENDING', undefined, 1, { stage: 'DAY_1', isNew: true, next: at(5) }],
    ['PENDING', 'DAY_1', 5, { stage: 'DAY_5', isNew: true, next: at(8) }],
    ['PENDING', 'DAY_5', 8, { stage: 'HOURS_48', isNew: true, next: at(9.5) }],
    ['PENDING', 'HOURS_48', 9.5, { stage: 'HOURS_12', isNew: true, next: undefined }],
    ['PENDING', 'HOURS_48', 10, 'drop'],
    ['PAYING', undefined, 8.5, 'wait'],
    ['NEEDS_INFO', 'DAY_1', 5, 'wait'],
    ['OPEN', 'DAY_5', 8.5, 'drop'],
    ['CANCELLED', 'DAY_5', 8.5, 'drop'],
  ] as const)('of a %s message after reminder %s on day %d is %j', (status, last, days, step) => {
    expect(reminderStep({ status, deadlineAt }, last, at(days))).toEqual(step);
  });

  test('sends only the latest of several stages that passed in an outage', () => {
    const late = reminderStep({ status: 'PENDING', deadlineAt }, undefined, at(8.2));
    expect(late).toEqual({ stage: 'HOURS_48', isNew: true, next: at(9.5) });
  });

  test('never goes back to an earlier stage after the deadline has moved', () => {
    const again = reminderStep({ status: 'PENDING', deadlineAt }, 'HOURS_48', at(5));
    expect(again).toEqual({ stage: 'HOURS_48', isNew: false, next: at(8) });
    const same = reminderStep({ status: 'PENDING', deadlineAt }, 'HOURS_48', at(8));
    expect(same).toEqual({ stage: 'HOURS_48', isNew: false, next: at(9.5) });
  });
});

test('the first reminder is due a day after the payment', () => {
  expect(firstReminderAt(NOW)).toBe(at(1));
});

describe('movedReminderAt', () => {
  const conversation = (more: Partial<Conversation>) => ({ deadlineAt, ...more }) as Conversation;

  test('is the next stage before the new deadline', () => {
    const moved = conversation({ status: 'PENDING', deadlineAt: later(deadlineAt, 2 * DAY) });
    expect(movedReminderAt(moved, at(4))).toBe(at(7));
    expect(movedReminderAt(moved, at(7))).toBe(at(10));
  });

  test('is counted from the end of a pause that ended early', () => {
    const clarification = { askedAt: at(3), until: at(6.5), endedAt: at(4) };
    const resumed = { status: 'PENDING', deadlineAt: at(11), clarification } as const;
    expect(movedReminderAt(conversation(resumed), at(4))).toBe(at(6));
  });

  test('is not during a pause, whatever was sent before it', () => {
    const until = at(8.5 + 3);
    const paused = conversation({
      status: 'NEEDS_INFO',
      deadlineAt: later(deadlineAt, 72 * HOUR),
      clarification: { askedAt: at(8.5), until },
    });
    expect(movedReminderAt(paused, at(8.5))).toBe(at(12.5));
    expect(movedReminderAt(paused, at(8.5))).toBeGreaterThan(until);
  });
});

test.each<[ReminderStage, number]>([
  ['DAY_1', 1],
  ['DAY_5', 5],
  ['HOURS_48', 8],
  ['HOURS_12', 9.5],
])('reminder %s is on day %d after the payment of a message without a pause', (stage, days) => {
  expect(reminderAt(stage, deadlineAt)).toBe(at(days));
});

describe('a nudge', () => {
  test('is possible from the fifth day on, five days before the deadline', () =>
    expect(nudgeFrom(deadlineAt)).toBe(at(5)));

  test('enters the timeline, and changes neither the deadline nor the money', () => {
    const history = [{ event: 'PAID', at: NOW, moneyState: 'HELD' }];
    const pending = {
      status: 'PENDING',
      deadlineAt,
      history,
      money: { state: 'HELD' },
    } as unknown as Conversation;
    expect(isNudged(pending.history)).toBe(false);
    const { next, ...rest } = nudge(pending, 'event', at(6));
    expect(next).toEqual({
      ...pending,
      nudgeEventId: 'event',
      history: [...history, { event: 'NUDGED', at: at(6), moneyState: 'HELD' }],
    });
    expect(isNudged(next.history)).toBe(true);
    expect(rest).toEqual({ domainEvent: { type: 'conversation.nudged', id: 'event' } });
  });
});
