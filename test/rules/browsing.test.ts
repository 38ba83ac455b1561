import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { ODDS_TIME, type Outcomes } from '#shared/rules/profiles/odds.ts';
import {
  type BrowseFilter,
  type Creator,
  creatorAt,
  isInForce,
  isListed,
  listingsOf,
  listsOf,
  PLACE,
  passes,
  sitemapPageOf,
  subCategoriesOfProfile,
} from '#shared/rules/search/browsing.ts';
import { entriesOf, finds } from '#shared/rules/search/topics.ts';
import { DAY, instant, later, toSeconds } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25));
const ID = '01J0000000000000000000000A';
const creator: Creator = {
  id: ID,
  username: 'ada',
  paidResponsePrice: cents(2_500),
  paidResponseCommitment: 5,
  categoryId: 'CATEGORY_01',
  subCategoryId: 'CATEGORY_01_02',
};

describe('a creator', () => {
  test.each<[string, Partial<Creator>, boolean]>([
    ['with a category and a commitment', {}, true],
    ['without a category', { categoryId: '' }, false],
    ['with a category that does not exist', { categoryId: 'CATEGORY_99' }, false],
    ['with a commitment of one message', { paidResponseCommitment: 1 }, true],
    ['without a commitment', { paidResponseCommitment: 0 }, false],
    ['who chose to be shown', { listing: 'SHOWN' }, true],
    ['who chose to be hidden', { listing: 'HIDDEN' }, false],
  ])('%s is listed: %s', (_, change, listed) =>
    expect(isListed({ ...creator, ...change })).toBe(listed),
  );

  test('is in the lists of all, of the category, and of each subcategory of it once', () => {
    const profile = {
      categoryId: 'CATEGORY_01',
      subCategoryId: 'CATEGORY_01_02',
      secondSubCategoryId: 'CATEGORY_02_01',
      thirdSubCategoryId: 'CATEGORY_01_02',
    };
    expect(subCategoriesOfProfile(profile)).toEqual(['CATEGORY_01_02']);
    expect(listsOf(profile)).toEqual(['ALL', 'CATEGORY_01', 'CATEGORY_01_02']);
    const three = { ...profile, secondSubCategoryId: 'CATEGORY_01_01' };
    expect(subCategoriesOfProfile(three)).toEqual(['CATEGORY_01_02', 'CATEGORY_01_01']);
    expect(listsOf({})).toEqual(['ALL']);
  });
});

/** Outcomes of orders that ended a day ago, by the hours to the answer; undefined for none. */
const outcomesOf = (...hours: (number | undefined)[]): Outcomes =>
  Object.fromEntries(
    hours.map((each, nth) => [
      `c${nth}`,
      { at: later(NOW, -DAY), ...(each !== undefined && { minutes: 60 * each }) },
    ]),
  );
const UNTIL = later(NOW, ODDS_TIME - DAY);

describe('the entries of a creator', () => {
  test('without odds are a single entry with the lowest price', () => {
    const entry = { [`1#${ID}`]: { price: 2_500 } };
    expect(listingsOf(creator, {}, NOW)).toEqual(entry);
    expect(listingsOf(creator, outcomesOf(1, 1, 1, 1), NOW)).toEqual(entry);
    const tiers = [{ name: 'a', promise: 'b', minimumLength: 200, price: cents(900) }];
    expect(listingsOf({ ...creator, tiers }, {}, NOW)).toEqual({ [`1#${ID}`]: { price: 900 } });
  });

  test.each([
    ['all are answered', [1, 1, 3, 4, 5], '0#0000#0003', { answered: 5, ended: 5, hours: 3 }],
    [
      'a third is not',
      [2, 2, undefined, 2, undefined, 2],
      '0#0334#0002',
      { answered: 4, ended: 6, hours: 2 },
    ],
    [
      'none is answered',
      [undefined, undefined, undefined, undefined, undefined],
      '0#1000#9999',
      { answered: 0, ended: 5 },
    ],
    [
      'all take very long',
      [20_000, 20_000, 20_000, 20_000, 20_000],
      '0#0000#9999',
      { answered: 5, ended: 5, hours: 20_000 },
    ],
  ])('rank by odds and speed if %s', (_, hours, rank, odds) =>
    expect(listingsOf(creator, outcomesOf(...hours), NOW)).toEqual({
      [`1#${ID}`]: { price: 2_500, until: UNTIL },
      [`${rank}#${ID}`]: { price: 2_500, until: UNTIL, ...odds, expiresAt: toSeconds(UNTIL) },
    }),
  );

  test('are in force one at a time: the one that ranks while there are odds', () => {
    const inForce = (place: string, until: typeof NOW | undefined) =>
      isInForce(place, { price: cents(100), ...(until && { until }) }, NOW);
    const [ranked, unranked] = [`0#0000#0001#${ID}`, `1#${ID}`];
    expect([inForce(ranked, later(NOW, 1)), inForce(unranked, later(NOW, 1))]).toEqual([
      true,
      false,
    ]);
    expect([inForce(ranked, NOW), inForce(unranked, NOW)]).toEqual([false, true]);
    expect([inForce(ranked, undefined), inForce(unranked, undefined)]).toEqual([false, true]);
  });
});

describe('a place in a list', () => {
  test('ends with the id of the creator', () => {
    for (const place of [`1#${ID}`, `0#0001#0002#${ID}`]) {
      expect(PLACE.test(place)).toBe(true);
      expect(creatorAt(place)).toBe(ID);
    }
  });

  test.each([
    `2#${ID}`,
    `1#${ID}x`,
    `x1#${ID}`,
    `1#${ID.slice(1)}`,
    `1#${ID.toLowerCase()}`,
    `0#${ID}`,
    `0#001#0002#${ID}`,
    `0#0001#002#${ID}`,
    `0#0001#000x#${ID}`,
    `0#000x#0001#${ID}`,
  ])('is not %s', (place) => expect(PLACE.test(place)).toBe(false));
});

describe('a filter', () => {
  const ranked = { price: cents(2_500), answered: 9, ended: 10, hours: 5 };
  const unranked = { price: cents(2_500) };
  test.each<[BrowseFilter, boolean, boolean]>([
    [{}, true, true],
    [{ priceFrom: cents(2_500), priceTo: cents(2_500) }, true, true],
    [{ priceFrom: cents(2_501) }, false, false],
    [{ priceTo: cents(2_499) }, false, false],
    [{ hours: 5 }, true, false],
    [{ hours: 4 }, false, false],
    [{ odds: 90 }, true, false],
    [{ odds: 91 }, false, false],
    [{ odds: 0 }, true, false],
  ])('by %j passes a creator with odds: %s, and one without: %s', (filter, withOdds, without) => {
    expect(passes(ranked, filter)).toBe(withOdds);
    expect(passes(unranked, filter)).toBe(without);
  });
});

test('the page of the sitemap follows from the last character of an id', () => {
  expect(['0', '1', 'Z', 'u', ''].map((end) => sitemapPageOf(`01J${end}`))).toEqual([
    0,
    1,
    31,
    0,
    sitemapPageOf('J'),
  ]);
});

describe('the topics of a person', () => {
  const ada = {
    username: 'ada',
    fullName: 'Ada Lovelace',
    hidden: false,
    topics: ['What I know about Poetical Science, and 日本語の文字'],
  };

  test.each([
    ['lace', true],
    ['poet', true],
    ['poetical sci', true],
    ['science, and', true],
    ['scie', true],
    ['etical', false],
    ['about', false],
    ['know', true],
    ['日本語の', true],
    ['mathematics', false],
  ])('are found by %j: %s', (text, found) => {
    expect(finds(text, ada)).toBe(found);
    const isIndexed = Object.entries(entriesOf(ada)).some(
      ([entry, from]) => entry.slice(1).startsWith(text) && text.length >= from,
    );
    expect(isIndexed).toBe(found);
  });

  test('are found by nobody while the person is hidden, but for the whole username', () => {
    const hidden = { ...ada, username: 'Ada.L', hidden: true };
    expect(['ada.l', 'ada.', 'lace', 'poet'].map((text) => finds(text, hidden))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(entriesOf(hidden)).toEqual({ '0ada.l': 5 });
    expect(entriesOf({ ...hidden, username: 'ada' })).toEqual({ '0ada': 3 });
    expect(entriesOf({ ...hidden, username: 'adal' })).toEqual({ '0adal': 4 });
  });

  test('have at most 60 entries, of words within the first 4,000 letters', () => {
    const words = Array.from({ length: 70 }, (_, nth) => `word${100 + nth}`).join(' ');
    const named = { ...ada, topics: [words] };
    expect([finds('word159', named), finds('word160', named)]).toEqual([true, false]);
    const late = (blanks: number) =>
      finds('late', { ...ada, topics: [`${'-'.repeat(blanks)}late`] });
    expect([late(3_996), late(3_997)]).toEqual([true, false]);
  });

  test('of fewer than four letters take no place from the others', () =>
    expect(finds('wxyz', { ...ada, topics: [...Array(60).fill('abc'), 'wxyz'] })).toBe(true));

  test.each(['about', 'the', 'would', 'your'])(
    'begin at no word like %s, which everybody uses',
    (word) => {
      const text = `${word} xyz`;
      expect(finds(text, { ...ada, topics: [text] })).toBe(false);
    },
  );
});
