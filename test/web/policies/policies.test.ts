import { describe, expect, test } from '@jest/globals';
import { REGISTRATION_TIME } from '#functions/storage/accounts/users.ts';
import { CODE_TIME, EXPIRED_CODE_TIME } from '#functions/storage/auth/verification-codes.ts';
import { EARLIER_USERNAME_TIME } from '#functions/storage/profiles/profiles.ts';
import { RESPONSE_DAYS } from '#shared/rules/conversations/state-machine.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import type { Policy } from '#web/features/policies/policy.ts';
import { privacyPolicy } from '#web/features/policies/privacy-policy.ts';
import { usagePolicy } from '#web/features/policies/usage-policy.ts';

const textOf = ({ summary, sections }: Policy) =>
  [
    summary,
    ...sections.flatMap(({ body }) =>
      body.flatMap((part) => (typeof part === 'string' ? [part] : part.points)),
    ),
  ].join('\n');

describe('the policies', () => {
  test('cover the topics that the specification names', () => {
    const headings = ({ sections }: Policy) => sections.map(({ heading }) => heading);
    expect(headings(usagePolicy)).toEqual(
      expect.arrayContaining([
        'Universal standards',
        'High-risk use-case requirements',
        'Waiver of legal action',
      ]),
    );
    expect(headings(privacyPolicy)).toEqual(
      expect.arrayContaining([
        'Data collected',
        'Personal information',
        'Use of information',
        'Security',
      ]),
    );
  });

  test.each([usagePolicy, privacyPolicy])(
    '$title has a date, and each entry of its table of contents links to one section',
    ({ since, sections }) => {
      expect(new Date(since).toISOString()).toContain(since);
      const ids = sections.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    },
  );

  test('mention only periods that the code uses', () => {
    const privacy = textOf(privacyPolicy);
    expect([REGISTRATION_TIME, CODE_TIME, EARLIER_USERNAME_TIME]).toEqual([
      DAY,
      10 * MINUTE,
      90 * DAY,
    ]);
    expect(privacy).toContain('never confirmed: one day');
    expect(EXPIRED_CODE_TIME).toBe(DAY);
    expect(privacy).toContain('text message: good for ten minutes');
    expect(privacy).toContain('go a day later');
    expect(privacy).toContain('new one for 90 days');
    expect(RESPONSE_DAYS).toBe(10);
    expect(textOf(usagePolicy)).toContain('no answer comes within 10 days');
  });
});
