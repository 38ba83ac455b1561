import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { showThanks, viewThanks } from '#shared/api/thanks.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, NOW } from '../screen-fixtures.ts';

/* Thank-yous on a profile, and the page on which its owner chooses them. docs/product/profiles.md#thanks */

const shownOnes = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    id: `one-${nth}`,
    text: `It helped ${nth}.`,
    name: nth === 0 ? 'Clara' : null,
    month: '2026-11',
  }));

const serveProfile = (count: number) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, {
      data: [
        {
          ...bensProfile,
          ...(count > 0 && {
            thanks: { thankedCount: 31, paidAnswerCount: 47, shown: shownOnes(count) },
          }),
        },
      ],
    }),
  );

describe('a profile', () => {
  test('shows three thank-yous, the whole number and who chose them, and all on a press', async () => {
    serveProfile(9);
    const { user } = await openScreen(paths.profile(ben.username), ana);
    const thanks = within(await screen.findByRole('region', { name: '31 of 47 said thanks' }));
    thanks.getByText(
      /^Each paid for an answer\. Ben chose these nine from those who agreed to be shown\.\s*$/,
    );
    thanks.getByText('Clara, November 2026');
    expect(thanks.getAllByText('Without a name, November 2026')).toHaveLength(2);
    const all = thanks.getByRole('button', { name: 'All 9' });
    await user.click(all);
    expect(thanks.getAllByRole('listitem')).toHaveLength(9);
    expect(all.getAttribute('aria-expanded')).toBe('true');
  });

  test('shows neither the number nor an empty list while nothing is chosen', async () => {
    serveProfile(0);
    await openScreen(paths.profile(ben.username), ana);
    await screen.findByRole('heading', { name: ben.fullName });
    expect(screen.queryByText(/said thanks/)).toBeNull();
  });

  test('leads its owner to the choice', async () => {
    serveProfile(1);
    await openScreen(paths.profile(ben.username), ben);
    const thanks = within(await screen.findByRole('region', { name: '31 of 47 said thanks' }));
    thanks.getByText(/You chose this one from those who agreed/);
    expect(thanks.getByRole('link', { name: 'Choose' }).getAttribute('href')).toBe(paths.thanks());
  });
});

describe('the page of thank-yous', () => {
  type Row = ReturnType<typeof row>;
  const row = (
    id: string,
    text: string | null,
    consent: { at: typeof NOW; name: string | null } | null,
    isShown = false,
  ) => ({
    id,
    subject: 'Refused at the counter',
    senderName: 'Clara Jung',
    senderAvatarUrl: null,
    thanks: { at: NOW, text, consent, isShown },
  });
  const serveRows = (data: Row[]) =>
    serve(viewThanks, () =>
      success(viewThanks, {
        data,
        pageTotal: data.length,
        thankedCount: data.length,
        paidAnswerCount: 5,
        shownCount: 1,
      }),
    );

  test('has four kinds, of which only what may be shown has a switch', async () => {
    serveRows([
      row('a', 'Shown.', { at: NOW, name: 'Clara' }, true),
      row('b', 'May be.', { at: NOW, name: null }),
      row('c', 'Private.', null),
      row('d', null, null),
    ]);
    await openScreen(paths.thanks(), ben);
    const list = within(await screen.findByRole('list', { name: 'Thank-yous' }));
    const rows = list.getAllByRole('listitem');
    expect(rows.map((one) => within(one).queryAllByRole('switch').length)).toEqual([1, 1, 0, 0]);
    screen.getByText(/^On your profile as “Clara, \w+ \d{4}”\.$/);
    screen.getByText(/^May be shown as “Without a name, \w+ \d{4}”\.$/);
    screen.getByText('Only for you. Clara didn’t agree to show it.');
    screen.getByText('Said thanks with one tap.');
    screen.getByText('4 of 5');
  });

  test('shows a sentence at once', async () => {
    serveRows([row('01J000000000000000000000AB', 'May be.', { at: NOW, name: null })]);
    serve(showThanks, () => success(showThanks, {}));
    const { user } = await openScreen(paths.thanks(), ben);
    await user.click(await screen.findByRole('switch'));
    expect(callsOf(showThanks).map(({ input }) => input.get('isShown'))).toEqual(['true']);
  });

  test('leads somewhere while nobody has said thanks', async () => {
    serveRows([]);
    await openScreen(paths.thanks(), ben);
    expect((await screen.findByRole('link', { name: 'Go to Inbox' })).getAttribute('href')).toBe(
      paths.inbox(),
    );
  });
});
