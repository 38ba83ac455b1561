import { describe, expect, test } from '@jest/globals';
import { addressIn, fromAddress } from '#web/shell/previous-address.ts';

describe('the address that a screen was opened from', () => {
  test('is read from the state of the link', () => {
    expect(addressIn(fromAddress('/inbox-payment/u1'))).toBe('/inbox-payment/u1');
  });

  test('is undefined after a reload without state, or with other state', () => {
    expect(addressIn(null)).toBeUndefined();
    expect(addressIn({ search: '/user-search' })).toBeUndefined();
    expect(addressIn({ fromAddress: 7 })).toBeUndefined();
  });

  test('is never an address of another site', () => {
    expect(addressIn(fromAddress('//elsewhere.example'))).toBeUndefined();
    expect(addressIn(fromAddress('https://elsewhere.example'))).toBeUndefined();
  });
});
