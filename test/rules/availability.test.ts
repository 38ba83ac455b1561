import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import {
  isFull,
  isOpen,
  isPaused,
  PLACE_EVENTS,
  pauseView,
} from '#shared/rules/conversations/availability.ts';
import { availability } from '#shared/rules/conversations/availability-schema.ts';
import { ENDING_EVENTS } from '#shared/rules/conversations/conversations.ts';
import { instant, later } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25));

describe('a pause', () => {
  test.each([
    ['no pause', {}, false, {}],
    ['a pause without an end', { pause: {} }, true, { paused: { until: null } }],
    [
      'a pause until later',
      { pause: { until: later(NOW, 1) } },
      true,
      { paused: { until: later(NOW, 1) } },
    ],
    ['a pause until now', { pause: { until: NOW } }, false, {}],
  ] as const)('%s is in force, and shown, until its end', (_, person, paused, view) => {
    expect(isPaused(person, NOW)).toBe(paused);
    expect(isOpen(person, NOW)).toBe(!paused);
    expect(pauseView(person, NOW)).toEqual(view);
  });
});

test.each([
  [{}, false],
  [{ waitingCount: 500 }, false],
  [{ waitingMax: 1 }, false],
  [{ waitingMax: 3, waitingCount: 2 }, false],
  [{ waitingMax: 3, waitingCount: 3 }, true],
  [{ waitingMax: 3, waitingCount: 4 }, true],
])('with %j a person takes no more orders: %s', (person, full) => {
  expect(isFull(person)).toBe(full);
  expect(isOpen(person, NOW)).toBe(!full);
});

test('a place may be free after every event that ends a waiting order, and after a change of the settings', () => {
  expect(PLACE_EVENTS).toEqual([
    'conversation.answered',
    ...ENDING_EVENTS,
    'order.undone',
    'user.availabilityChanged',
  ]);
});

describe('the form of the availability', () => {
  const form = z.object(availability);
  const faultsOf = (input: object) =>
    form.safeParse({ paused: false, ...input }).error?.issues.map(({ message }) => message);

  test('takes from 1 to 200 waiting orders, or any number', () => {
    for (const right of [{}, { waitingMax: '1' }, { waitingMax: 200 }])
      expect(faultsOf(right)).toBeUndefined();
    for (const wrong of ['0', '201', '1.5', '', null])
      expect(faultsOf({ waitingMax: wrong })).toEqual([
        'Please enter a number from 1 to 200, or leave it empty',
      ]);
  });

  test('says whether the person pauses, and until when', () => {
    const pausedUntil = '2026-11-30T00:00:00.000Z';
    expect(form.parse({ paused: 'true', pausedUntil })).toEqual({
      paused: true,
      pausedUntil: Date.parse(pausedUntil),
    });
    expect(faultsOf({ paused: 'maybe' })).toEqual(['Please say whether you pause']);
  });
});
