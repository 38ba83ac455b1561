import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { viewAccountBalance } from '#shared/api/ledger.ts';
import { createPayoutSetupLink, viewPayoutAccount } from '#shared/api/payouts.ts';
import { ZERO } from '#shared/money.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';

/* The set-up of payouts, which is on a page of Stripe's. */

beforeEach(() =>
  serve(viewAccountBalance, () =>
    success(viewAccountBalance, {
      data: [
        {
          userId: ana.id,
          messageCount: 0,
          totalMessages: 0,
          totalEarnings: ZERO,
          grossRevenue: ZERO,
          platformFees: ZERO,
          accountBalance: ZERO,
          debtAmount: ZERO,
          frozenAmount: ZERO,
          outgoingAmount: ZERO,
          waitingAmount: ZERO,
          transactionCount: 0,
        },
      ],
    }),
  ),
);

type Status = 'NONE' | 'READY';

const serveAccount = (status: Status) =>
  serve(viewPayoutAccount, () =>
    success(viewPayoutAccount, {
      data: [
        {
          status,
          nextPayoutDate: NOW,
          firstPayoutWaits: false,
          heldUntil: null,
          securityHoldUntil: null,
          nextPayoutAmount: ZERO,
          hasPayouts: false,
        },
      ],
    }),
  );

/** The app is left for another page of the same document: jsdom loads no other. */
const stripePage = () => `${window.location.href.split('#')[0]}#stripe`;

async function leaveForStripe() {
  serveAccount('NONE');
  serve(createPayoutSetupLink, () => success(createPayoutSetupLink, { url: stripePage() }));
  const { user } = await openScreen('/account-balance', ana);
  await user.click(await screen.findByRole('button', { name: 'Set up payouts' }));
  await waitFor(() => expect(window.location.hash).toBe('#stripe'));
  return user;
}

test('the set-up says before it leaves the app that Stripe’s page leads back', async () => {
  serveAccount('NONE');
  await openScreen('/account-balance', ana);
  await screen.findByText('Stripe asks you on its own page and brings you back here.');
});

test('whoever comes back from Stripe’s page without a word can press again', async () => {
  const user = await leaveForStripe();
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await user.click(await screen.findByRole('button', { name: 'Set up payouts' }));
  await waitFor(() => expect(callsOf(createPayoutSetupLink)).toHaveLength(2));
});

test('whoever comes back from Stripe’s page sees what it changed', async () => {
  await leaveForStripe();
  serveAccount('READY');
  const restored = new PageTransitionEvent('pageshow', { persisted: true });
  await act(async () => void window.dispatchEvent(restored));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Set up payouts/ })).toBeNull());
});
