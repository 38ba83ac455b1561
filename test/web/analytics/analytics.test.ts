import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewAnalytics } from '#shared/api/analytics.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { cents } from '#shared/money.ts';
import { dayOf, instant } from '#shared/time.ts';
import type { Analytics, WholeAnalytics } from '#web/features/analytics/pages/analytics-queries.ts';
import { keepSource, keptSource } from '#web/features/profiles/visit-source.ts';
import { paths } from '#web/paths.ts';
import { callsOf, catchBeacons, openScreen, serve, success } from '../open-screen.ts';
import { ana, bensProfile as profile } from '../screen-fixtures.ts';

/* The screen of the analytics, and how a visit gets its source. docs/product/analytics.md */

const today = dayOf(instant(Date.now()));
const counts = [{ day: today, view: 400, press: 60, draft: 30, paid: 20, answered: 15 }];
const none = { view: 0, press: 0, draft: 0, paid: 0, answered: 0 };
const whole: WholeAnalytics = {
  sources: [
    { source: 'direct', ...none },
    { source: 'qr', view: 400, press: 60, draft: 30, paid: 20, answered: 15 },
  ],
  months: [{ month: today.slice(0, 7), gross: cents(37_500), fees: cents(2_475) }],
  medianHours: 19,
  mostHours: 72,
  repeats: 5,
  refunded: cents(5_000),
  refunds: [{ reason: 'expired', count: 2 }],
  prices: [{ price: cents(2_500), views: 400, paid: 20 }],
};
const view = (more: Partial<Analytics> = {}): Analytics => ({
  days: 30,
  counts,
  currentPrice: cents(2_500),
  whole,
  ...more,
});

const open = async (analytics: Analytics) => {
  serve(viewAnalytics, ({ input }) =>
    success(viewAnalytics, { data: [{ ...analytics, days: Number(input.get('days')) }] }),
  );
  const { user } = await openScreen(paths.analytics(), { ...ana, licenseId: 'PROFESSIONAL' });
  await screen.findByRole('heading', { level: 1, name: 'Analytics' });
  return user;
};

describe('the screen', () => {
  test('shows each step with its share, and describes its charts', async () => {
    await open(view());
    const funnel = await screen.findByRole('region', { name: 'From view to answer' });
    expect(funnel.textContent).toContain('400');
    expect(funnel.textContent).toContain('60 · 15% of the views');
    expect(funnel.textContent).toContain('15 · 75% of the paid');
    const chart = await screen.findByRole('img', { name: /^Views, by day/ });
    expect(chart.querySelector('desc')?.textContent).toMatch(/, so far: 400\.$/);
  });

  test('shows sources, earnings, hours, repeat senders, refunds and prices on Professional', async () => {
    await open(view());
    const sources = await screen.findByRole('table', { name: 'The steps by source' });
    expect(within(sources).getByRole('row', { name: /^QR code/ }).textContent).toBe(
      'QR code40060302015',
    );
    await screen.findByText('Half within 19 hours, nine in ten within 3 days');
    await screen.findByText('5 of 20 letters (25%) came from people who had paid you before');
    await screen.findByText('$50.00 went back to senders');
    const earnings = screen.getByRole('table', { name: 'Earnings, by month', hidden: true });
    expect(earnings.textContent).toContain('$350.25');
    const prices = screen.getByRole('table', { name: 'Price simulator, by price', hidden: true });
    expect(prices.textContent).toContain('$25.00, your price');
  });

  test('asks the server for the period that is chosen', async () => {
    const user = await open(view());
    await user.click(await screen.findByRole('radio', { name: '12 months' }));
    await screen.findByRole('img', { name: /^Views, by month/ });
    expect(callsOf(viewAnalytics).map(({ input }) => input.get('days'))).toEqual(['30', '365']);
  });

  test('says what a price that is typed would bring, and refuses one too far away', async () => {
    const user = await open(view());
    const input = await screen.findByLabelText('Try a price');
    await user.type(input, '30');
    await screen.findByText(/^About \d.* paid letters per 100 views/);
    await user.type(input, '0');
    await screen.findByText('Enter a price from $12.50 to $50.00.');
  });

  test('says that there is too little for the price simulator, and what it needs', async () => {
    await open(view({ whole: { ...whole, prices: [] } }));
    await screen.findByText(/It needs 200 views and 5 paid letters in 13 months/);
  });

  test('leads to sharing the profile if nobody came', async () => {
    await open(view({ counts: [] }));
    const link = await screen.findByRole('link', { name: 'Share your profile' });
    expect(link.getAttribute('href')).toBe(paths.myProfile());
  });

  test('shows the funnel and what Professional adds on other plans, without a choice of period', async () => {
    await open(view({ whole: null }));
    await screen.findByRole('heading', { name: 'Professional shows the whole year' });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByText('Where people come from')).toBeNull();
  });
});

describe('the source of a visit', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('is sent with the view, and kept for the press, by id and username', async () => {
    serve(viewUserProfile, () => success(viewUserProfile, { data: [profile] }));
    await openScreen(`${paths.profile(profile.username)}?via=qr`, ana);
    await screen.findByRole('link', { name: /^Contact for/ });
    const [seen] = callsOf(viewUserProfile);
    expect([seen?.input.get('username'), seen?.input.get('via')]).toEqual([profile.username, 'qr']);
    expect([keptSource(profile.id), keptSource(profile.username)]).toEqual(['qr', 'qr']);
  });

  test('goes with the press of the contact button', async () => {
    const sent = catchBeacons();
    keepSource(profile, 'search');
    serve(viewUserProfile, () => success(viewUserProfile, { data: [profile] }));
    const { user } = await openScreen(paths.profile(profile.username), ana);
    await user.click(await screen.findByRole('link', { name: /^Contact for/ }));
    expect(sent).toEqual([`/api/recordContactPress id=${profile.id}&via=search`]);
  });

  test('is unknown without an address that names it', () => {
    expect(keptSource(profile.id)).toBeUndefined();
  });
});
