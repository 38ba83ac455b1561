import { describe, expect, test } from '@jest/globals';
import { greeting } from '../../../web/src/features/account/greeting.ts';
import { searchAddress, searchedUsername } from '../../../web/src/features/account/search.ts';

describe('finding a person by username', () => {
  test('begins with the fourth letter', () => {
    expect(searchedUsername('ana')).toBeUndefined();
    expect(searchedUsername('anam')).toBe('anam');
  });

  test('reads a username the way people write one', () => {
    expect(searchedUsername(' @Ana.Markovic ')).toBe('ana.markovic');
    expect(searchedUsername('@ana')).toBeUndefined();
  });

  test('has an address of its own, whatever was typed', () => {
    expect(searchAddress('ana & co')).toBe('/user-search?q=ana%20%26%20co');
    expect(searchAddress('')).toBe('/user-search');
  });
});

test('a greeting goes by the hour of the person greeted', () => {
  expect([4, 5, 11, 12, 17, 18, 23].map(greeting)).toEqual([
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});
