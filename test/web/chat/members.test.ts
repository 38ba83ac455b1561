import { describe, expect, test } from '@jest/globals';
import {
  chosenWords,
  isFull,
  type Member,
  membersFound,
  OTHERS_MAX,
  toggled,
} from '#web/features/chat/pages/home/members.ts';

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
    expect(toggled(['ana'], 'ben', OTHERS_MAX)).toEqual(['ana', 'ben']);
    expect(toggled(['ana', 'ben'], 'ana', OTHERS_MAX)).toEqual(['ben']);
  });

  test('are limited to 49, not counting the creator of the group', () => {
    expect(OTHERS_MAX).toBe(49);
    expect(toggled(FULL, 'one more', OTHERS_MAX)).toEqual(FULL);
    expect(toggled(FULL, 'member 0', OTHERS_MAX)).toHaveLength(48);
    expect([isFull(FULL, OTHERS_MAX), isFull(FULL.slice(1), OTHERS_MAX)]).toEqual([true, false]);
  });

  test('are limited to the room that a group has left', () => {
    expect(toggled(['ana'], 'ben', 1)).toEqual(['ana']);
    expect(chosenWords(['ana'], 1)).toBe('1 chosen. A group has room for 50 people, you included.');
  });

  test('are summarized with their number, and with the maximum once it is reached', () => {
    expect(chosenWords([], OTHERS_MAX)).toBe('No one chosen yet');
    expect(chosenWords(['ana'], OTHERS_MAX)).toBe('1 chosen');
    expect(chosenWords(FULL, OTHERS_MAX)).toBe(
      '49 chosen. A group has room for 50 people, you included.',
    );
  });
});
