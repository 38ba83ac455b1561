import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { fromIso } from '#shared/time.ts';
import { checkWords } from '#web/features/links/pages/check-words.ts';
import { trustFacts } from '#web/features/profiles/pages/public/trust-words.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ben, bensProfile } from '../screen-fixtures.ts';

/* What is known of a person: on the profile, and the check of one's own links. docs/product/profiles.md#trust-panel */

const at = fromIso('2026-11-03T10:00:00.000Z');
const NOTHING = {
  phoneSince: null,
  cardName: false,
  identitySince: null,
  passkeySince: null,
  links: [],
  upheldClaims: 0,
};
const EVERYTHING = {
  phoneSince: at,
  cardName: true,
  identitySince: at,
  passkeySince: at,
  upheldClaims: 0,
  links: [
    { host: 'blog.example', verifiedAt: at },
    { host: 'shop.example', verifiedAt: at },
  ],
};

const factsOf = (more: Partial<typeof bensProfile>) => trustFacts({ ...bensProfile, ...more });
const titlesOf = (more: Partial<typeof bensProfile>) => factsOf(more).map(({ title }) => title);

describe('the facts about a person', () => {
  test('each have a date where there is one, and a sentence', () => {
    const facts = factsOf({ trust: EVERYTHING, creationDate: at, answeredCount: 1_200 });
    expect(facts.map(({ title }) => title)).toEqual([
      'Identity checked on Nov 3, 2026',
      'Phone confirmed, since Nov 3, 2026',
      'Card name matches',
      'Signs in with a passkey, since Nov 3, 2026',
      'blog.example links back, checked on Nov 3, 2026',
      'shop.example links back, checked on Nov 3, 2026',
      'Member since Nov 3, 2026',
      'No upheld claims in 1,200 answers',
    ]);
    for (const { meaning } of facts) expect(meaning).toMatch(/\.$/);
  });

  test('are those that hold, and no others', () => {
    const facts = factsOf({ trust: NOTHING, creationDate: at, answeredCount: 0 });
    expect(facts.map(({ title }) => title)).toEqual(['Member since Nov 3, 2026']);
  });

  test('name the upheld claims from the first one on', () => {
    const claims = (answeredCount: number, upheldClaims: number) =>
      titlesOf({ trust: { ...NOTHING, upheldClaims }, answeredCount }).at(-1);
    expect(claims(1, 0)).toBe('No upheld claims in 1 answer');
    expect(claims(9, 1)).toBe('1 upheld claim, and 9 answers without one');
    expect(claims(0, 2)).toBe('2 upheld claims, and 0 answers without one');
  });

  test('are not shown for the support account, or without `trust` from an older server', () => {
    expect(titlesOf({ trust: undefined })).toEqual([]);
  });
});

test('the badge of the profile opens the facts', async () => {
  serve(viewUserProfile, () =>
    success(viewUserProfile, {
      data: [{ ...bensProfile, badge: 'IDENTITY', trust: EVERYTHING }],
    }),
  );
  const { user } = await openScreen(paths.profile(ben.username));
  const badge = await screen.findByText('Verified');
  const panel = badge.closest('details');
  expect(panel?.open).toBe(false);
  await user.click(badge);
  expect(panel?.open).toBe(true);
  expect(panel?.textContent).toContain('Anyone can type a name, so it proves no identity.');
});

test.each([
  ['CARD_NAME', 'Card name matches; identity not verified'],
  ['NONE', 'Unverified'],
] as const)('the badge of a profile with %s says so', async (badge, words) => {
  serve(viewUserProfile, () => success(viewUserProfile, { data: [{ ...bensProfile, badge }] }));
  await openScreen(paths.profile(ben.username));
  await screen.findByText(words);
  expect(screen.queryByText('Verified')).toBeNull();
});

test.each([
  ['VERIFIED', /^The page links back/],
  ['NO_LINK_BACK', /found no link back/],
  ['NOT_HTTPS', /begin with https/],
  ['NOT_FOUND', /found no site/],
  ['TOO_SLOW', /within 5 seconds/],
  ['NO_ANSWER', /certificate/],
  ['NOT_HTML', /a file, not/],
  ['TOO_MANY_REDIRECTS', /redirects more than twice/],
  ['OTHER_SITE', /redirects to another site/],
] as const)('the check of a link says what it found: %s', (check, words) => {
  expect(checkWords(check)).toMatch(words);
});
