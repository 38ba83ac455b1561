import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { browseCreators } from '#shared/api/browse.ts';
import type { Output } from '#shared/api/operation.ts';
import { cents } from '#shared/money.ts';
import { DAY, later } from '#shared/time.ts';
import { askedIn, withParts } from '#web/features/browse/browse-address.ts';
import { oddsLine, openingsLine } from '#web/features/browse/creator-words.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';

/* The screen of browsing. docs/product/discovery.md */

type Creator = Output<typeof browseCreators>['data'][number];

const vera: Creator = {
  id: ana.id,
  username: 'vera.lin',
  fullName: 'Vera Lin',
  profileImageUrl: null,
  trusted: true,
  categoryId: 'CATEGORY_07',
  categoryName: 'Legal & Compliance',
  subCategoryNames: ['Family Law'],
  about: 'Lawyer for families.',
  paidResponsePrice: cents(2_500),
  placesLeft: 50,
  odds: { answered: 9, ended: 10, medianHours: 19 },
};

const serveCreators = (data: Creator[], cursor?: string) =>
  serve(browseCreators, () =>
    success(browseCreators, { pageTotal: data.length, data, ...(cursor && { cursor }) }),
  );
/** What the list was last asked for. A few creators of another field, which have a limit, are asked for beside it. */
const asked = () =>
  callsOf(browseCreators)
    .map(({ input }) => Object.fromEntries(input))
    .findLast(({ limit }) => limit === undefined);

describe('an address of browsing', () => {
  test('names the category, the sub-category and the filters', () => {
    const address =
      'category=CATEGORY_07&sub=CATEGORY_07_02&from=5&to=7.50&hours=24&odds=90&places=1';
    expect(askedIn(new URLSearchParams(address))).toEqual({
      categoryId: 'CATEGORY_07',
      subCategoryId: 'CATEGORY_07_02',
      priceFrom: 500,
      priceTo: 750,
      hours: 24,
      odds: 90,
      places: true,
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

test('a row says when a paused creator is back, or how many openings are left if they are few', () => {
  const until = later(NOW, 3 * DAY);
  const { odds } = vera;
  const words = (more: Partial<Creator>) => openingsLine({ odds, placesLeft: 5, ...more });
  expect(words({ paused: { until } })).toMatch(/^Back on \w+ \d+/);
  expect(words({ paused: { until: null } })).toBe('Paused');
  expect(words({ placesLeft: 0 })).toBe('No openings left right now');
  expect(words({ placesLeft: 1 })).toBe('1 opening left');
  expect(words({ placesLeft: 11 })).toBeUndefined();
});

test('a row says the odds in one line, with the usual time if more than half were answered', () => {
  const words = (answered: number, medianHours: number | null) =>
    oddsLine({ odds: { answered, ended: 10, medianHours }, placesLeft: 5 });
  expect([words(9, 48), words(6, 49), words(7, 1), words(5, 1), words(0, null)]).toEqual([
    'Answered 9 of 10, usually in 48 hours',
    'Answered 6 of 10, usually in 3 days',
    'Answered 7 of 10, usually in 1 hour',
    'Answered 5 of 10',
    'Answered 0 of 10',
  ]);
});

test('the line of a new creator has the openings in place of odds', () => {
  const line = { odds: null, placesLeft: 19 };
  expect([oddsLine(line), openingsLine(line)]).toEqual(['New here, 19 openings left', undefined]);
  const full = { odds: null, placesLeft: 0 };
  expect([oddsLine(full), openingsLine(full)]).toEqual(['New here', 'No openings left right now']);
});

describe('the screen', () => {
  test('shows a visitor the creators, each as one link, how they are ranked, and the fields', async () => {
    serveCreators([vera]);
    const { user, search } = await openScreen(paths.browse());
    const row = await screen.findByRole('link', { name: /Vera Lin/ });
    expect(row.getAttribute('href')).toBe('/vera.lin?via=search');
    expect(row.textContent).toContain('Family Law');
    expect(row.textContent).toContain('Lawyer for families.');
    expect(row.textContent).toContain('Answered 9 of 10, usually in 19 hours');
    within(row).getByRole('img', { name: '$25 per answer' });
    expect(within(row).queryByRole('button')).toBeNull();
    screen.getByText('1 person, those who answer most first');
    await user.click(screen.getByRole('link', { name: 'Legal & Compliance' }));
    await screen.findByRole('link', { name: 'Legal & Compliance', current: true });
    await user.selectOptions(await screen.findByLabelText('Part of the field'), 'Family Law');
    await waitFor(() => expect(search()).toBe('?category=CATEGORY_07&sub=CATEGORY_07_02'));
    await waitFor(() =>
      expect(asked()).toEqual({ categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_02' }),
    );
  });

  test('opens the other fields in place', async () => {
    serveCreators([vera]);
    const { user } = await openScreen(paths.browse());
    const fields = await screen.findByRole('navigation', { name: 'Fields' });
    const shown = () =>
      within(fields)
        .getAllByRole('listitem')
        .filter(({ className }) => className === '');
    // All fields, the first two of a phone, and the button.
    expect(shown()).toHaveLength(4);
    await user.click(within(fields).getByRole('button', { name: 'More fields' }));
    expect(shown()).toHaveLength(13);
    expect(within(fields).queryByRole('button')).toBeNull();
  });

  test('searches among the creators while typing, and marks the word in the bio', async () => {
    serveCreators([
      { ...vera, excerpt: { before: 'Ask me about work ', found: 'permit', after: 's.' } },
    ]);
    const { user, search } = await openScreen(paths.browse('odds=90'));
    const field = await screen.findByRole('searchbox', { name: 'Name, field or topic' });
    expect(field.getAttribute('aria-describedby')).not.toBeNull();
    await user.type(field, 'permit');
    await waitFor(() => expect(search()).toBe('?odds=90&q=permit'));
    await waitFor(() => expect(asked()).toEqual({ odds: '90', searchText: 'permit' }));
    const row = await screen.findByRole('link', { name: /Vera Lin/ });
    expect(row.querySelector('mark')?.textContent).toBe('permit');
    expect(row.textContent).toContain('“Ask me about work permits.”');
    serveCreators([]);
    await user.type(field, 'x');
    await screen.findByRole('heading', { name: /^no users found$/i });
  });

  test('puts the filters into the address and asks for them', async () => {
    serveCreators([]);
    const { user, search } = await openScreen(paths.browse());
    await screen.findByText('No creator has chosen this field yet.');
    await user.selectOptions(screen.getByLabelText('Speed'), 'Within a day');
    await user.selectOptions(screen.getByLabelText('Odds of an answer'), '9 of 10 answered');
    await user.click(screen.getByRole('button', { name: 'Accepts letters now' }));
    await user.selectOptions(screen.getByLabelText('Price'), '$10 to $25');
    await waitFor(() => expect(search()).toBe('?hours=24&odds=90&places=1&from=10&to=25'));
    await waitFor(() =>
      expect(asked()).toEqual({
        hours: '24',
        odds: '90',
        places: 'true',
        priceFrom: '10',
        priceTo: '25',
      }),
    );
    await screen.findByText('No creator fits these filters. Try fewer of them.');
  });

  test('has the filters of a phone in a sheet, with their number at its button', async () => {
    serveCreators([vera]);
    const { user, search } = await openScreen(paths.browse('from=5&to=7.50&hours=24'));
    await user.click(await screen.findByRole('button', { name: 'Filters, 2 set' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    const price = sheet.getByLabelText('Price') as HTMLSelectElement;
    expect(price.selectedOptions[0]?.textContent).toBe('from $5.00 up to $7.50');
    await user.click(sheet.getByRole('button', { name: 'Remove all filters' }));
    await waitFor(() => expect(search()).toBe(''));
    await user.click(sheet.getByRole('checkbox', { name: 'Accepts letters now' }));
    await waitFor(() => expect(search()).toBe('?places=1'));
  });

  test('shows more on request, also after a page on which nobody passed the filters', async () => {
    const cursor = `1#${ana.id}`;
    serveCreators([], cursor);
    const { user } = await openScreen(paths.browse('to=5'));
    await screen.findByText(/Few creators fit these filters/);
    serveCreators([vera]);
    await user.click(screen.getByRole('button', { name: 'Show more people' }));
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

test('a visitor finds the ways to start beside Sign In, and not the page that is open', async () => {
  serve(browseCreators, () => success(browseCreators, { data: [], pageTotal: 0 }));
  await openScreen(paths.browse());
  const header = within(await screen.findByRole('banner'));
  expect(header.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'ReplyPaid',
    'Answer and earn',
    'Sign In',
  ]);
});
