import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import {
  previewUpgrade,
  savePaidRegistration,
  upgradeSubscription,
  viewPaymentMethod,
} from '#shared/api/billing.ts';
import { checkUser, refreshToken } from '#shared/api/current-session.ts';
import { cents, ZERO } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { storeLicense, storePricing } from '#web/features/auth/registration-choices.ts';
import { paths } from '#web/paths.ts';
import { serveCardFields, typeCard } from '../billing/fake-card-fields.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';
import type { Opened } from './play.ts';

/*
 * Payments of a plan whose response is lost. They have no idempotency key: the screen looks up whether the plan has started before it
 * says anything, and before it pays again.
 */

/** A payment of a plan: how to get to it, and what the screen shows once it is done. */
type PlanPayment = {
  readonly operation: typeof upgradeSubscription | typeof savePaidRegistration;
  readonly before: CurrentUser;
  readonly open: () => Promise<Opened>;
  readonly submit: string | RegExp;
  readonly done: (opened: Opened) => Promise<unknown>;
};

const PAYMENTS: Readonly<Record<string, PlanPayment>> = {
  'an upgrade': {
    operation: upgradeSubscription,
    before: ana,
    open: async () => {
      const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
      serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
      const opened = await openScreen(paths.subscription(), ana);
      const pricedAt = fromIso('2026-11-21T12:00:00.000Z');
      const price = { amount: cents(499), owed: ZERO, credit: ZERO, pricedAt };
      serve(previewUpgrade, () => success(previewUpgrade, { data: [price] }));
      await opened.user.click(await screen.findByRole('radio', { name: /^Professional/ }));
      await screen.findByText(/^You pay \$4\.99 today/);
      return opened;
    },
    submit: 'Upgrade Subscription',
    done: () => screen.findByText('You’re on Professional now.'),
  },
  'a registration': {
    operation: savePaidRegistration,
    before: { ...ana, licenseId: 'NONE' },
    open: async () => {
      serveCardFields();
      storeLicense('PROFESSIONAL');
      storePricing({ paidResponsePrice: cents(2_500), paidResponseCommitment: 10 });
      const viewer = { ...ana, licenseId: 'NONE' } as const;
      const opened = await openScreen(paths.registrationPaidCheckout(), viewer);
      await typeCard(opened.user, 'Ana Markovic');
      return opened;
    },
    submit: /^Pay .* and finish$/,
    done: async ({ pathname }) => {
      await waitFor(() => expect(pathname()).toBe(paths.dashboard()));
      await screen.findByText('We charged $4.99 for the first month of Professional.');
    },
  },
};

beforeEach(() => {
  const tokens = { access_token: accessToken(), user_id: ana.id, full_name: ana.fullName };
  serve(refreshToken, () => success(refreshToken, { ...tokens, avatar_url: null } as never));
});

const started = () =>
  serve(checkUser, () => success(checkUser, { data: [{ ...ana, licenseId: 'PROFESSIONAL' }] }));
const press = async ({ user }: Opened, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const UNKNOWN = /we don’t know yet whether you were charged/;

describe.each(Object.entries(PAYMENTS))('%s', (_, { operation, before, open, submit, done }) => {
  test.each([
    ['lost', lost],
    ['an error of the server', () => refusal('INTERNAL')],
  ])('is found paid by the screen itself if its response was %s', async (_how, loss) => {
    const opened = await open();
    serve(operation, () => {
      started();
      return loss();
    });
    await press(opened, submit);
    await done(opened);
    expect(callsOf(operation)).toHaveLength(1);
  });

  test('is said to be unknown while the account cannot be looked up, and is looked up before it is paid again', async () => {
    const opened = await open();
    serve(operation, () => {
      serve(checkUser, lost);
      return lost();
    });
    await press(opened, submit);
    await screen.findByText(UNKNOWN);
    started();
    await press(opened, submit);
    await done(opened);
    expect(callsOf(operation)).toHaveLength(1);
  });

  test('is said not to have started only if the account says so, and is paid by the next press', async () => {
    const opened = await open();
    serve(operation, lost);
    await press(opened, submit);
    await screen.findByText(/Your plan hasn’t started\. Please try again\./);
    serve(checkUser, () => success(checkUser, { data: [before] }));
    serve(operation, () => {
      started();
      return Response.json({
        status: 'SUCCESS',
        access_token: accessToken(),
        trusted: false,
      });
    });
    await press(opened, submit);
    await done(opened);
    expect(callsOf(operation)).toHaveLength(2);
  });
});
