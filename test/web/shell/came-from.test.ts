import { describe, expect, test } from '@jest/globals';
import { addressIn, cameFrom } from '../../../web/src/shell/came-from.ts';

describe('where a screen was opened from', () => {
  test('is the address that its link brought along', () => {
    expect(addressIn(cameFrom('/inbox-payment/u1'))).toBe('/inbox-payment/u1');
  });

  test('is nowhere after a reload without state, or with the state of something else', () => {
    expect(addressIn(null)).toBeUndefined();
    expect(addressIn({ search: '/user-search' })).toBeUndefined();
    expect(addressIn({ cameFrom: 7 })).toBeUndefined();
  });

  test('is never another site', () => {
    expect(addressIn(cameFrom('//elsewhere.example'))).toBeUndefined();
    expect(addressIn(cameFrom('https://elsewhere.example'))).toBeUndefined();
  });
});
