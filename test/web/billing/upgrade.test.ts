import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { previewUpgrade, upgradeSubscription, viewPaymentMethod } from '#shared/api/billing.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { cents, ZERO } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';

const PRICED_AT = fromIso('2026-11-21T12:00:00.000Z');
const price = (amount: number, credit = 0) => ({
  amount: cents(amount),
  credit: cents(credit),
  owed: ZERO,
  pricedAt: PRICED_AT,
});

/** Serves what an upgrade costs today, and a card. */
function servePrice(...prices: readonly ReturnType<typeof price>[]) {
  const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
  let asked = 0;
  serve(previewUpgrade, () => {
    const next = prices[Math.min(asked, prices.length - 1)];
    asked += 1;
    return next ? success(previewUpgrade, { data: [next] }) : refusal('WRONG_STATUS');
  });
}

const starter = { ...ana, licenseId: 'STARTER' as const };
const choose = async ({ user }: Pick<Awaited<ReturnType<typeof openScreen>>, 'user'>) =>
  user.click(await screen.findByRole('radio', { name: /^Professional/ }));
const upgradeButton = () => screen.findByRole('button', { name: 'Upgrade Subscription' });

test('an upgrade shows exactly what is charged today, and sends it with the upgrade', async () => {
  servePrice(price(393, 106));
  serve(upgradeSubscription, () => success(upgradeSubscription, { access_token: accessToken() }));
  const opened = await openScreen(paths.subscription(), starter);
  await choose(opened);
  await screen.findByText(
    'You pay $3.93 today: $4.99, minus $1.06 for the rest of your Starter month. Your new month starts today.',
  );
  await opened.user.click(await upgradeButton());
  await waitFor(() => expect(callsOf(upgradeSubscription)).toHaveLength(1));
  const [sent] = callsOf(upgradeSubscription);
  expect(Object.fromEntries(sent?.input ?? [])).toMatchObject({
    price: '3.93',
    pricedAt: '2026-11-21T12:00:00.000Z',
  });
});

test('an upgrade whose amount has changed charges nothing, says so and shows the new amount', async () => {
  servePrice(price(393, 106), price(499));
  serve(upgradeSubscription, () => refusal('PRICE_CHANGED'));
  const opened = await openScreen(paths.subscription(), starter);
  await choose(opened);
  await screen.findByText(/^You pay \$3\.93 today/);
  await opened.user.click(await upgradeButton());
  await screen.findByText(/Nothing was charged/);
  await screen.findByText('You pay $4.99 today. Your new month starts today.');
  expect(opened.pathname()).toBe(paths.subscription());
});

test('an upgrade cannot be bought while its amount is unknown', async () => {
  servePrice();
  const opened = await openScreen(paths.subscription(), starter);
  await choose(opened);
  await screen.findByText('We couldn’t work out what you’d pay today. Nothing was charged.');
  expect(screen.queryByRole('button', { name: 'Upgrade Subscription' })).toBeNull();
  servePrice(price(393, 106));
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^You pay \$3\.93 today/);
});

test('a renewal that failed is paid with the amount that is owed', async () => {
  servePrice({ ...price(149), owed: cents(149) });
  await openScreen(paths.subscription(), { ...starter, planPaymentFailed: true });
  await screen.findByRole('button', { name: 'Pay $1.49 now' });
});

test('an upgrade to Professional, after which nothing is left to upgrade to, leads to the settings', async () => {
  servePrice(price(499));
  serve(upgradeSubscription, () => {
    serve(checkUser, () => success(checkUser, { data: [{ ...ana, licenseId: 'PROFESSIONAL' }] }));
    return success(upgradeSubscription, { access_token: accessToken() });
  });
  const { user, pathname } = await openScreen(paths.subscription(), ana);
  await user.click(await screen.findByRole('radio', { name: /^Professional/ }));
  await screen.findByText(/^You pay \$4\.99 today/);
  await user.click(await upgradeButton());
  await screen.findByText('You’re on Professional now.');
  await waitFor(() => expect(pathname()).toBe(paths.settings()));
});

test('what one keeps of an answer has its row before the price arrives, so that nothing below it moves', async () => {
  servePrice(price(393));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pricing = {
    userId: ana.id,
    paidResponsePrice: cents(2_500),
    paidResponseCommitment: 10,
  };
  serve(viewInboundSettings, async () => {
    await held;
    return success(viewInboundSettings, { data: [pricing] });
  });
  await openScreen(paths.subscription(), starter);
  await screen.findAllByText('You keep of your price');
  const rows = screen.getAllByRole('row').length;
  release();
  await screen.findAllByText('You keep of your $25.00');
  expect(screen.getAllByRole('row')).toHaveLength(rows);
});
