import { describe, expect, test } from '@jest/globals';
import { announcementWords } from '#shared/rules/chat/announcement-words.ts';

const person = (fullName: string) => ({ userId: fullName.toLowerCase(), fullName });
const [ana, ben, cleo, dan] = ['Ana', 'Ben', 'Cleo', 'Dan'].map(person) as [
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
];

describe('an announcement', () => {
  test('names up to three people, and counts the others', () => {
    const added = (...people: (typeof ana)[]) => announcementWords({ kind: 'added', people }, ana);
    expect(added(ben)).toBe('Ana added Ben');
    expect(added(ben, cleo)).toBe('Ana added Ben and Cleo');
    expect(added(ben, cleo, dan)).toBe('Ana added Ben, Cleo and Dan');
    expect(added(ben, cleo, dan, dan)).toBe('Ana added Ben, Cleo and 2 others');
  });

  test('calls the reader “you”', () => {
    const left = { kind: 'left', people: [ben] } as const;
    expect(announcementWords(left, ana)).toBe('Ana left. The group now belongs to Ben');
    expect(announcementWords(left, ana, { viewerId: ben.userId })).toBe(
      'Ana left. The group now belongs to you',
    );
    expect(announcementWords({ kind: 'left', people: [] }, ana, { viewerId: ana.userId })).toBe(
      'You left',
    );
  });

  test('calls a removed person whose account no longer exists “somebody”', () => {
    expect(announcementWords({ kind: 'removed', people: [] }, ana)).toBe('Ana removed someone');
  });

  test('says the new name and the new photo', () => {
    expect(announcementWords({ kind: 'renamed', people: [], name: 'Permits' }, ana)).toBe(
      'Ana renamed the group to “Permits”',
    );
    expect(announcementWords({ kind: 'photo', people: [] }, ana)).toBe(
      'Ana changed the picture of the group',
    );
  });
});
