import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  forgetWantedProfile,
  isOwnAddress,
  takeWantedAddress,
  wantAddress,
  wantedProfile,
  wantProfile,
  wantsAddress,
} from '../../../web/src/api/wanted.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

beforeEach(emptyBrowserStorage);

describe('where a person was going', () => {
  test('an address is followed once', () => {
    expect(wantsAddress()).toBe(false);
    wantAddress('/inbox?filter=OPEN');
    expect(wantsAddress()).toBe(true);
    expect(takeWantedAddress()).toBe('/inbox?filter=OPEN');
    expect(takeWantedAddress()).toBeUndefined();
  });

  test('the newer wish replaces the older one', () => {
    wantAddress('/settings');
    wantProfile('ana.markovic');
    expect(takeWantedAddress()).toBeUndefined();
    expect(wantedProfile()).toBe('ana.markovic');
    wantAddress('/settings');
    expect(wantedProfile()).toBeUndefined();
  });

  test('a profile is wanted until it is reached', () => {
    wantProfile('ana.markovic');
    forgetWantedProfile();
    expect(wantedProfile()).toBeUndefined();
  });

  test.each([
    'https://elsewhere.example/inbox',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    'inbox',
    '',
  ])('%j is no address of this app', (address) => {
    expect(isOwnAddress(address)).toBe(false);
    wantAddress(address);
    sessionStorage.setItem('wantedAddress', address);
    expect(takeWantedAddress()).toBeUndefined();
  });
});
