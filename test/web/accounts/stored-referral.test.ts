import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  clearReferral,
  storedReferral,
  storeReferral,
} from '#web/features/accounts/stored-referral.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

const DAY = 24 * 60 * 60 * 1_000;

beforeEach(emptyBrowserStorage);
afterEach(() => {
  jest.useRealTimers();
});

describe('the stored referral code', () => {
  test('is kept until the registration', () => {
    storeReferral('ABCD2345');
    expect(storedReferral()).toBe('ABCD2345');
    clearReferral();
    expect(storedReferral()).toBeUndefined();
  });

  test('is replaced by a newer one', () => {
    storeReferral('ABCD2345');
    storeReferral('EFGH6789');
    expect(storedReferral()).toBe('EFGH6789');
  });

  test('expires after a month', () => {
    jest.useFakeTimers();
    storeReferral('ABCD2345');
    jest.setSystemTime(Date.now() + 29 * DAY);
    expect(storedReferral()).toBe('ABCD2345');
    jest.setSystemTime(Date.now() + 2 * DAY);
    expect(storedReferral()).toBeUndefined();
    expect(localStorage.getItem('invitation')).toBeNull();
  });

  test.each(['', 'ABCD2345', '{"code":"","keptAt":0}', '{"code":1}'])(
    'is undefined if the stored value is %j',
    (text) => {
      localStorage.setItem('invitation', text);
      expect(storedReferral()).toBeUndefined();
    },
  );
});
