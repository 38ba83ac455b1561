import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { countSleep, followDeviceClock, serverNow, updateServerTime } from '#web/api/clock.ts';
import { ResendCode } from '#web/ui/ResendCode.tsx';

/* The clock of the device is set while a page is open. */

const NOON = Date.parse('2026-11-29T12:00:00Z');

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  updateServerTime(new Date(NOON).toUTCString());
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** Sets the clock of the device, while the monotonic clock goes on. */
const setClock = (by: number) => jest.setSystemTime(Date.now() + by);
const pass = (time: number) => act(() => jest.advanceTimersByTime(time));

describe.each([
  ['forward', HOUR],
  ['back', -HOUR],
  ['back by a day', -DAY],
])('after the clock was set %s', (_, by) => {
  test('the server time goes on as before', () => {
    pass(MINUTE);
    setClock(by);
    pass(MINUTE);
    expect(serverNow()).toBe(NOON + 2 * MINUTE);
    updateServerTime(new Date(NOON + 2 * MINUTE).toUTCString());
    pass(MINUTE);
    expect(serverNow()).toBe(NOON + 3 * MINUTE);
  });

  test('the countdown to another code goes on as before', () => {
    render(
      createElement(ResendCode, {
        allowedAt: serverNow() + MINUTE,
        longest: MINUTE,
        now: serverNow,
        sending: false,
        onResend: () => undefined,
      }),
    );
    pass(10 * SECOND);
    screen.getByText('Wait 50 secs');
    setClock(by);
    pass(10 * SECOND);
    screen.getByText('Wait 40 secs');
    pass(40 * SECOND);
    screen.getByRole('button', { name: 'Resend Code' });
  });
});

test('a countdown that began by another clock never waits longer than it may', () => {
  render(
    createElement(ResendCode, {
      allowedAt: serverNow() + HOUR + MINUTE,
      longest: MINUTE,
      now: serverNow,
      sending: false,
      onResend: () => undefined,
    }),
  );
  screen.getByText('Wait 60 secs');
});

test('the time that a device slept is counted', () => {
  setClock(HOUR);
  countSleep();
  expect(serverNow()).toBe(NOON + HOUR);
  setClock(-2 * HOUR);
  countSleep();
  expect(serverNow()).toBe(NOON + HOUR);
});

test('the page hears that the clock was set back, and of nothing else', () => {
  const onSetBack = jest.fn();
  followDeviceClock(onSetBack);
  pass(MINUTE);
  setClock(HOUR);
  pass(MINUTE);
  expect(onSetBack).not.toHaveBeenCalled();
  setClock(-HOUR);
  pass(MINUTE);
  expect(onSetBack).toHaveBeenCalledTimes(1);
});
