import { describe, expect, test } from '@jest/globals';
import { pendingPhone, securityWaitEnd } from '#shared/rules/auth/security-wait.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25));

test('the security wait ends 72 hours after it began, and has no end from then on', () => {
  const end = later(NOW, 72 * HOUR);
  expect(securityWaitEnd(NOW, NOW)).toBe(end);
  expect(securityWaitEnd(NOW, later(end, -1))).toBe(end);
  expect(securityWaitEnd(NOW, end)).toBeUndefined();
  expect(securityWaitEnd(undefined, NOW)).toBeUndefined();
});

describe('a pending phone change', () => {
  const user = { nextPhoneNumber: '+14155550123', nextPhoneAt: NOW };
  const until = later(NOW, 7 * DAY);

  test('can be completed for seven days after its wait', () => {
    const pending = { phoneNumber: '+14155550123', at: NOW, until };
    expect(pendingPhone(user, later(NOW, -1))).toEqual(pending);
    expect(pendingPhone(user, later(until, -1))).toEqual(pending);
    expect(pendingPhone(user, until)).toBeUndefined();
  });

  test('has a number and a time', () => {
    expect(pendingPhone({}, NOW)).toBeUndefined();
    expect(pendingPhone({ nextPhoneNumber: '+14155550123' }, NOW)).toBeUndefined();
    expect(pendingPhone({ nextPhoneAt: NOW }, NOW)).toBeUndefined();
  });
});
