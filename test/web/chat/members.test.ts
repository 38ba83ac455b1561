import { describe, expect, test } from '@jest/globals';
import {
  chosenWords,
  isFull,
  type Member,
  membersFound,
  OTHERS_MAX,
  toggled,
} from '../../../web/src/features/chat/pages/home/members.ts';

const member = (username: string, fullName: string): Member => ({
  id: username,
  userContactId: username,
  username,
  fullName,
  profileImageUrl: null,
  trusted: false,
});
const MEMBERS = [member('ana.m', 'Ana Marković'), member('b.okafor', 'Ben Okafor')];
const FULL = Array.from({ length: OTHERS_MAX }, (_, nth) => `member ${nth}`);

describe('the members of a new group', () => {
  test('are found by any part of their names, ignoring accents', () => {
    const found = (typed: string) => membersFound(MEMBERS, typed).map(({ username }) => username);
    expect(found('')).toEqual(['ana.m', 'b.okafor']);
    expect(found(' @AN')).toEqual(['ana.m']);
    expect(found('ic')).toEqual(['ana.m']);
    expect(found('x')).toEqual([]);
  });

  test('are selected and deselected with the same action', () => {
    expect(toggled(['ana'], 'ben')).toEqual(['ana', 'ben']);
    expect(toggled(['ana', 'ben'], 'ana')).toEqual(['ben']);
  });

  test('are limited to 49, not counting the creator of the group', () => {
    expect(OTHERS_MAX).toBe(49);
    expect(toggled(FULL, 'one more')).toEqual(FULL);
    expect(toggled(FULL, 'member 0')).toHaveLength(48);
    expect([isFull(FULL), isFull(FULL.slice(1))]).toEqual([true, false]);
  });

  test('are summarized with their number, and with the maximum once it is reached', () => {
    expect(chosenWords([])).toBe('Nobody chosen yet');
    expect(chosenWords(['ana'])).toBe('1 chosen');
    expect(chosenWords(FULL)).toBe('49 chosen. A group has room for 50 people, you included.');
  });
});
