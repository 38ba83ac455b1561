import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import {
  previewUpgrade,
  savePaidRegistration,
  upgradeSubscription,
  viewPaymentMethod,
} from '#shared/api/billing.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { cents, ZERO } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { storeLicense, storePricing } from '#web/features/auth/registration-choices.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';
import { serveCardFields, updatedAmounts, walletSheet, walletsMade } from './fake-card-fields.ts';

/* Plans that are paid in the sheet of a wallet. */

const beginner = { ...ana, licenseId: 'FREE' as const };
const visa = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
const PRICED_AT = '2026-11-21T12:00:00.000Z';
/** What Apple Pay is told of a plan. */
const recurring = (name: string, price: number) => ({
  recurringPaymentRequest: {
    paymentDescription: `ReplyPaid ${name}`,
    managementURL: `${window.location.origin}${paths.subscription()}`,
    regularBilling: {
      label: `${name}, each month`,
      amount: price,
      recurringPaymentIntervalUnit: 'month',
      recurringPaymentIntervalCount: 1,
    },
  },
});

/** Serves what a plan costs today, and the saved cards. */
function servePlan(amount: number, cards: readonly (typeof visa)[] = []) {
  const price = { amount: cents(amount), credit: ZERO, owed: ZERO, pricedAt: fromIso(PRICED_AT) };
  serve(previewUpgrade, () => success(previewUpgrade, { data: [price] }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [...cards] }));
}

const started = (licenseId: 'STARTER' | 'PROFESSIONAL') => () => {
  serve(checkUser, () => success(checkUser, { data: [{ ...ana, licenseId }] }));
  return success(upgradeSubscription, { access_token: accessToken() });
};

beforeEach(() => serveCardFields({ wallets: ['applePay', 'link'] }));

describe('a plan', () => {
  const choose = async (viewer: CurrentUser = beginner, plan = /^Starter/) => {
    const opened = await openScreen(paths.subscription(), viewer);
    await opened.user.click(await screen.findByRole('radio', { name: plan }));
    return opened;
  };

  test('is paid in one sheet without a card on file: today’s price and each month from then on', async () => {
    servePlan(199);
    serve(upgradeSubscription, started('STARTER'));
    const { pathname } = await choose();
    await screen.findByText('or add a card');
    await screen.findByText(/^You pay \$1\.99 today and every month/);
    expect(walletsMade).toMatchObject([
      { mode: 'subscription', amount: 199, paymentMethodCreation: 'manual' },
    ]);
    const line = { name: 'Starter, first month', amount: 199 };
    expect(walletSheet.open('apple_pay')).toEqual([
      { lineItems: [line], applePay: recurring('Starter', 199) },
    ]);
    expect(callsOf(upgradeSubscription)).toEqual([]);
    walletSheet.confirm('apple_pay');
    await screen.findByText('You’re on Starter now. It renews with Apple Pay, Visa 4242.');
    await waitFor(() => expect(pathname()).toBe(paths.settings()));
    const [sent] = callsOf(upgradeSubscription);
    expect(Object.fromEntries(sent?.input ?? [])).toMatchObject({
      licenseId: 'STARTER',
      paymentMethodId: 'pm_apple_pay',
      price: '1.99',
      pricedAt: PRICED_AT,
    });
  });

  test('is paid with another wallet than the saved card, with what it costs today', async () => {
    servePlan(393, [visa]);
    serve(upgradeSubscription, started('PROFESSIONAL'));
    await choose({ ...ana, licenseId: 'STARTER' }, /^Professional/);
    await screen.findByText('or pay another way');
    await screen.findByText(/^You pay \$3\.93 today/);
    await waitFor(() => expect(updatedAmounts.at(-1)).toBe(393));
    expect(walletSheet.open('link')).toMatchObject([
      { lineItems: [{ name: 'Professional, today', amount: 393 }] },
    ]);
    walletSheet.confirm('link');
    await screen.findByText('You’re on Professional now. It renews with Link.');
  });

  test('is not charged if the sheet is closed', async () => {
    servePlan(199);
    await choose();
    await screen.findByText('or add a card');
    walletSheet.open('apple_pay');
    walletSheet.close();
    await screen.findByText('You closed Apple Pay. Nothing is charged.');
    expect(callsOf(upgradeSubscription)).toEqual([]);
  });

  test('names the card that was declined in a wallet, and closes its sheet', async () => {
    servePlan(199);
    serve(upgradeSubscription, () => refusal('CARD_DECLINED'));
    const { pathname } = await choose();
    await screen.findByText('or add a card');
    walletSheet.open('apple_pay');
    const paymentFailed = walletSheet.confirm('apple_pay');
    const box = await screen.findByRole('alert');
    within(box).getByText(/^Your bank declined Visa 4242 in Apple Pay\./);
    await waitFor(() => expect(paymentFailed).toHaveBeenCalled());
    expect(pathname()).toBe(paths.subscription());
  });

  test('asks before a wallet takes from the profile what a named card shows', async () => {
    servePlan(393, [visa]);
    serve(upgradeSubscription, started('PROFESSIONAL'));
    const named = { ...ana, licenseId: 'STARTER' as const, nameOnCard: ana.fullName };
    const { user } = await choose(named, /^Professional/);
    await screen.findByText('or pay another way');
    await screen.findByText(/^You pay \$3\.93 today/);
    walletSheet.open('apple_pay');
    const paymentFailed = walletSheet.confirm('apple_pay');
    await screen.findByText(/^A wallet doesn’t tell us the name on its card\./);
    await user.click(screen.getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(paymentFailed).toHaveBeenCalled());
    expect(callsOf(upgradeSubscription)).toEqual([]);
  });

  test('says which card or wallet renews it', async () => {
    const saved = { ...visa, wallet: 'google_pay' as const };
    servePlan(393, [saved]);
    const planRenewsAt = fromIso('2026-12-21T12:00:00.000Z');
    await openScreen(paths.subscription(), { ...ana, licenseId: 'STARTER', planRenewsAt });
    await screen.findByText(/^Renews on .*, with Google Pay, Visa 4242$/);
  });
});

describe('a registration on a paid plan', () => {
  const open = () => {
    storeLicense('PROFESSIONAL');
    storePricing({ paidResponsePrice: cents(2_500), paidResponseCommitment: 10 });
    return openScreen(paths.registrationPaidCheckout(), { ...ana, licenseId: 'NONE' });
  };

  test('is finished with a wallet, which needs no name on the card', async () => {
    serve(savePaidRegistration, () => {
      serve(checkUser, () => success(checkUser, { data: [{ ...ana, licenseId: 'PROFESSIONAL' }] }));
      return success(savePaidRegistration, { access_token: accessToken(), trusted: false });
    });
    const { pathname } = await open();
    await screen.findByText('or pay by card');
    expect(walletSheet.open('link')).toEqual([
      {
        lineItems: [{ name: 'Professional, first month', amount: 499 }],
        applePay: recurring('Professional', 499),
      },
    ]);
    walletSheet.confirm('link');
    await waitFor(() => expect(pathname()).toBe(paths.dashboard()));
    const [sent] = callsOf(savePaidRegistration);
    expect(sent?.input.get('paymentMethodId')).toBe('pm_link');
    expect(sent?.input.get('byWallet')).toBe('true');
    expect(sent?.input.get('creditCardName')).toBeNull();
  });

  test('is not finished with a wallet that is closed or declined', async () => {
    serve(savePaidRegistration, () => refusal('CARD_DECLINED'));
    const { pathname } = await open();
    await screen.findByText('or pay by card');
    walletSheet.open('apple_pay');
    walletSheet.close();
    await screen.findByText('You closed Apple Pay. Nothing is charged.');
    walletSheet.open('apple_pay');
    const paymentFailed = walletSheet.confirm('apple_pay');
    await screen.findByText(/Your bank declined Visa 4242 in Apple Pay\./);
    expect(paymentFailed).toHaveBeenCalled();
    expect(pathname()).toBe(paths.registrationPaidCheckout());
  });
});
