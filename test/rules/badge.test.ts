import { describe, expect, test } from '@jest/globals';
import { type BadgeHeld, badgeOf, losesBadge, sameName } from '#shared/rules/profiles/badge.ts';
import { instant } from '#shared/time.ts';

describe('comparing two names', () => {
  test.each([
    ['Ana Marković', 'ANA MARKOVIC'],
    ['Ana  Markovic', ' ana markovic '],
    ['Zoë Ångström', 'ZOE ANGSTROM'],
    ['李 小龙', '李 小龙'],
    ['Ａｎａ Markovic', 'Ana\t\u00a0Markovic'],
  ])('finds them equal: %p and %p', (one, other) => expect(sameName(one, other)).toBe(true));

  test.each([
    ['Ana Markovic', 'Ana'],
    ['Ana Markovic', 'AnaMarkovic'],
    ['Ana Markovic', 'Markovic Ana'],
    ['Ana Markovic', 'Anna Markovic'],
    // The first letter of the second name is Cyrillic.
    ['Ana Markovic', 'Аna Markovic'],
    ['', ''],
    ['  ', ' '],
  ])('finds them different: %p and %p', (one, other) => expect(sameName(one, other)).toBe(false));
});

const named = (licenseId: BadgeHeld['licenseId'], onCard?: string, verified?: string) => ({
  licenseId,
  fullName: 'Ana Marković',
  ...(onCard !== undefined && { card: { name: onCard } }),
  ...(verified !== undefined && { identity: { name: verified } }),
});

describe('the Verified Account badge', () => {
  test.each([
    [named('STARTER'), 'NONE'],
    [named('STARTER', 'Ben Okafor'), 'NONE'],
    [named('STARTER', 'ANA MARKOVIC'), 'CARD_NAME'],
    [named('STARTER', undefined, 'Ana Markovic'), 'IDENTITY'],
    [named('STARTER', 'Ben Okafor', 'Ana Markovic'), 'IDENTITY'],
    [named('PROFESSIONAL', 'ANA MARKOVIC', 'ana marković'), 'IDENTITY'],
    [named('STARTER', 'ANA MARKOVIC', 'Ben Okafor'), 'CARD_NAME'],
    [named('STARTER', undefined, 'Ben Okafor'), 'NONE'],
    [named('STARTER', undefined, ''), 'NONE'],
    [named('FREE', 'ANA MARKOVIC', 'Ana Markovic'), 'NONE'],
    [named('NONE', 'ANA MARKOVIC', 'Ana Markovic'), 'NONE'],
    [{ ...named('STARTER', 'Ana Markovic', 'Ana Markovic'), blockedAt: instant(1) }, 'NONE'],
  ] as const)('for %j is %s', (held, badge) => expect(badgeOf(held)).toBe(badge));

  test('is lost with another name or identity, but not with a change of the card or the plan', () => {
    const held = named('STARTER', 'Ana Markovic', 'Ana Markovic');
    expect(losesBadge(held, { ...held, fullName: 'Eve Marković' })).toBe(true);
    expect(losesBadge(held, named('STARTER', 'Ana Markovic'))).toBe(true);
    expect(losesBadge(held, { ...held, fullName: 'ANA MARKOVIĆ' })).toBe(false);
    expect(losesBadge(held, named('STARTER', 'Ben Okafor', 'Ana Markovic'))).toBe(false);
    expect(losesBadge(held, { ...held, licenseId: 'FREE' })).toBe(false);
    expect(losesBadge(named('STARTER', 'Ana Markovic'), named('STARTER', 'Ben'))).toBe(false);
  });
});
