import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  forgetInvitation,
  keepInvitation,
  keptInvitation,
} from '../../../web/src/api/invitation.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

const DAY = 24 * 60 * 60 * 1_000;

beforeEach(emptyBrowserStorage);
afterEach(() => {
  jest.useRealTimers();
});

describe('the invitation that brought somebody here', () => {
  test('lasts until they register', () => {
    keepInvitation('ABCD2345');
    expect(keptInvitation()).toBe('ABCD2345');
    forgetInvitation();
    expect(keptInvitation()).toBeUndefined();
  });

  test('is the newest one', () => {
    keepInvitation('ABCD2345');
    keepInvitation('EFGH6789');
    expect(keptInvitation()).toBe('EFGH6789');
  });

  test('is forgotten after a month', () => {
    jest.useFakeTimers();
    keepInvitation('ABCD2345');
    jest.setSystemTime(Date.now() + 29 * DAY);
    expect(keptInvitation()).toBe('ABCD2345');
    jest.setSystemTime(Date.now() + 2 * DAY);
    expect(keptInvitation()).toBeUndefined();
    expect(localStorage.getItem('invitation')).toBeNull();
  });

  test.each(['', 'ABCD2345', '{"code":"","keptAt":0}', '{"code":1}'])(
    'is none where the browser keeps %j',
    (text) => {
      localStorage.setItem('invitation', text);
      expect(keptInvitation()).toBeUndefined();
    },
  );
});
