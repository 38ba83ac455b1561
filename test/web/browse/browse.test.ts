import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { browseCreators } from '../../../shared/api/browse.ts';
import type { Output } from '../../../shared/api/operation.ts';
import { cents } from '../../../shared/money.ts';
import { DAY, later } from '../../../shared/time.ts';
import { askedIn, withParts } from '../../../web/src/features/browse/pages/browse-address.ts';
import { oddsWords, placesWords } from '../../../web/src/features/browse/pages/CreatorRow.tsx';
import { paths } from '../../../web/src/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';

/* The screen of browsing. docs/product/discovery.md */

type Creator = Output<typeof browseCreators>['data'][number];

const vera: Creator = {
  ...{ id: ana.id, username: 'vera.lin', fullName: 'Vera Lin', profileImageUrl: null },
  ...{ trusted: true, categoryId: 'CATEGORY_07', categoryName: 'Legal & Compliance' },
  ...{ subCategoryNames: ['Family Law'], about: 'Lawyer for families.' },
  ...{ paidResponsePrice: cents(2_500), placesLeft: 50 },
  odds: { answered: 9, ended: 10, medianHours: 19 },
};

const serveCreators = (data: Creator[], cursor?: string) =>
  serve(browseCreators, () =>
    success(browseCreators, { pageTotal: data.length, data, ...(cursor && { cursor }) }),
  );
const asked = () => Object.fromEntries(callsOf(browseCreators).at(-1)?.input ?? []);

describe('an address of browsing', () => {
  test('names the category, the sub-category and the filters', () => {
    const address =
      'category=CATEGORY_07&sub=CATEGORY_07_02&from=5&to=7.50&hours=24&odds=90&places=1';
    expect(askedIn(new URLSearchParams(address))).toEqual({
      ...{ categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_02' },
      ...{ priceFrom: 500, priceTo: 750, hours: 24, odds: 90, places: true },
    });
  });

  test('is read without the parts that are not valid', () => {
    const address =
      'category=CATEGORY_7&sub=CATEGORY_07_02&from=cheap&to=-1&hours=5&odds=all&places=no';
    expect(askedIn(new URLSearchParams(address))).toEqual({});
  });

  test('loses the sub-category with another category, and a filter that is emptied', () => {
    const search = new URLSearchParams('category=CATEGORY_07&sub=CATEGORY_07_02&from=5');
    expect(withParts(search, { category: 'CATEGORY_01' })).toBe('category=CATEGORY_01&from=5');
    expect(withParts(search, { from: '' })).toBe('category=CATEGORY_07&sub=CATEGORY_07_02');
  });
});

test('a row says when a paused creator is back, or how many places are left if they are few', () => {
  const until = later(NOW, 3 * DAY);
  expect(placesWords({ placesLeft: 5, paused: { until } })).toMatch(/^Back on \w+ \d+/);
  expect(placesWords({ placesLeft: 5, paused: { until: null } })).toBe('Paused');
  expect(placesWords({ placesLeft: 0 })).toBe('No openings left right now');
  expect(placesWords({ placesLeft: 1 })).toBe('1 opening left');
  expect(placesWords({ placesLeft: 11 })).toBeUndefined();
});

test('a row says the odds, with the usual time if more than half were answered', () => {
  const words = (answered: number, medianHours: number | null) =>
    oddsWords({ odds: { answered, ended: 10, medianHours } });
  expect(oddsWords({ odds: null })).toBe('New here');
  expect([words(9, 48), words(6, 49), words(5, 1), words(0, null)]).toEqual([
    'Answered 9 of 10, usually within 48 h',
    'Answered 6 of 10, usually within 3 days',
    'Answered 5 of 10',
    'Answered 0 of 10',
  ]);
});

describe('the screen', () => {
  test('shows a visitor the creators, how they are ranked, and the categories', async () => {
    serveCreators([vera]);
    const { user, search } = await openScreen(paths.browse());
    const row = await screen.findByRole('link', { name: /Vera Lin/ });
    expect(row.getAttribute('href')).toBe('/vera.lin?via=search');
    expect(row.textContent).toContain('Family Law');
    expect(row.textContent).toContain('Answered 9 of 10, usually within 19 h');
    within(row).getByRole('img', { name: '$25 per answer' });
    screen.getByText(/^Sorted by how many letters creators answer/);
    await user.click(screen.getByRole('link', { name: 'Legal & Compliance' }));
    await screen.findByRole('heading', { level: 1, name: 'Legal & Compliance' });
    await user.click(screen.getByRole('link', { name: 'Family Law' }));
    expect(search()).toBe('?category=CATEGORY_07&sub=CATEGORY_07_02');
    await waitFor(() =>
      expect(asked()).toEqual({ categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_02' }),
    );
    await screen.findByRole('link', { name: 'Family Law', current: true });
  });

  test('puts the filters into the address and asks for them', async () => {
    serveCreators([]);
    const { user, search } = await openScreen(paths.browse());
    await screen.findByText('No creator has chosen this field yet.');
    await user.click(screen.getByText('Filters'));
    await user.selectOptions(screen.getByLabelText('Speed'), 'Usually within a day');
    await user.selectOptions(
      screen.getByLabelText('Odds of an answer'),
      'Answers at least 9 of 10',
    );
    await user.click(screen.getByRole('checkbox'));
    await user.type(screen.getByLabelText('Price to'), '50{Enter}');
    await waitFor(() => expect(search()).toBe('?hours=24&odds=90&places=1&to=50'));
    await waitFor(() =>
      expect(asked()).toEqual({ hours: '24', odds: '90', places: 'true', priceTo: '50' }),
    );
    expect((screen.getByLabelText('Price to') as HTMLInputElement).value).toBe('50');
    await screen.findByText('No creator fits these filters. Try fewer of them.');
    await user.click(screen.getByRole('button', { name: 'Remove all filters' }));
    await waitFor(() => expect(search()).toBe(''));
    await waitFor(() =>
      expect((screen.getByLabelText('Price to') as HTMLInputElement).value).toBe(''),
    );
  });

  test('says at the field that the highest price is below the lowest, and does not apply it', async () => {
    serveCreators([vera]);
    const { user, search } = await openScreen(paths.browse('from=20'));
    await user.type(await screen.findByLabelText('Price to'), '5{Enter}');
    await screen.findByText('The highest price is below the lowest');
    expect(search()).toBe('?from=20');
  });

  test('shows more on request, also after a page on which nobody passed the filters', async () => {
    const cursor = `1#${ana.id}`;
    serveCreators([], cursor);
    const { user } = await openScreen(paths.browse('to=5'));
    await screen.findByText(/Few creators fit these filters/);
    serveCreators([vera]);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: /Vera Lin/ });
    expect(asked()).toEqual({ priceTo: '5', cursor });
  });

  test('says that the creators could not be loaded, and tries again', async () => {
    serve(browseCreators, () => refusal('TOO_MANY_REQUESTS'));
    const { user } = await openScreen(paths.browse());
    await screen.findByText('We couldn’t load the creators.');
    serveCreators([vera]);
    await user.click(screen.getByRole('button', { name: /again/i }));
    await screen.findByRole('link', { name: /Vera Lin/ });
  });
});
