import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  clearReturnProfile,
  hasReturnAddress,
  isAppAddress,
  returnProfile,
  storeReturnAddress,
  storeReturnProfile,
  takeReturnAddress,
} from '#web/api/return-address.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

beforeEach(emptyBrowserStorage);

describe('the stored return address', () => {
  test('is used once', () => {
    expect(hasReturnAddress()).toBe(false);
    storeReturnAddress('/inbox?filter=OPEN');
    expect(hasReturnAddress()).toBe(true);
    expect(takeReturnAddress()).toBe('/inbox?filter=OPEN');
    expect(takeReturnAddress()).toBeUndefined();
  });

  test('is replaced by a newer one', () => {
    storeReturnAddress('/settings');
    storeReturnProfile('ana.markovic');
    expect(takeReturnAddress()).toBeUndefined();
    expect(returnProfile()).toBe('ana.markovic');
    storeReturnAddress('/settings');
    expect(returnProfile()).toBeUndefined();
  });

  test('is kept until the user reaches it, if it is a profile', () => {
    storeReturnProfile('ana.markovic');
    clearReturnProfile();
    expect(returnProfile()).toBeUndefined();
  });

  test.each([
    'https://elsewhere.example/inbox',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    'inbox',
    '',
  ])('ignores %j, which is not an address of this app', (address) => {
    expect(isAppAddress(address)).toBe(false);
    storeReturnAddress(address);
    sessionStorage.setItem('wantedAddress', address);
    expect(takeReturnAddress()).toBeUndefined();
  });
});
