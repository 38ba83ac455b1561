import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewAccountBalance, viewLedger } from '#shared/api/ledger.ts';
import { viewPayoutAccount } from '#shared/api/payouts.ts';
import { cents, ZERO } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, message, NOW } from '../screen-fixtures.ts';

/* The histories of a person's money: what their lines say, and that an empty one is not offered. */

const earning = {
  at: NOW,
  gross: cents(2_500),
  fee: cents(300),
  net: cents(2_200),
  feePercent: 10,
  feeFixed: cents(50),
};
const LINES = [
  {
    ...earning,
    id: 'answered:one',
    what: 'ANSWERED' as const,
    conversationId: message.id,
    personName: 'Ben Okafor',
    subject: 'Dry winters',
  },
  {
    id: 'payoutPaid:one',
    at: NOW,
    what: 'PAYOUT' as const,
    conversationId: null,
    personName: null,
    subject: null,
    feePercent: null,
    feeFixed: null,
    gross: cents(-2_200),
    fee: ZERO,
    net: cents(-2_200),
  },
];

test('a transaction about a letter names its sender and subject, and leads to it', async () => {
  serve(viewLedger, () => success(viewLedger, { data: LINES, pageTotal: LINES.length }));
  await openScreen(paths.ledger(), ana);
  const rows = await within(
    await screen.findByRole('list', { name: 'Transactions' }),
  ).findAllByRole('listitem');
  const [answered, payout] = rows.map((row) => within(row));
  const link = answered?.getByRole('link', { name: 'Ben Okafor: Dry winters' });
  expect(link?.getAttribute('href')).toBe(paths.inboxViewer(message.id));
  answered?.getByText('Your answer to a letter');
  expect(payout?.queryByRole('link')).toBeNull();
  payout?.getByText('− $22.00');
});

/** Serves a balance with this many transactions, and a payout account with or without payouts. */
function serveBalance(transactionCount: number, hasPayouts: boolean, frozenAmount = ZERO): void {
  const none = {
    userId: ana.id,
    messageCount: 0,
    totalMessages: 0,
    transactionCount,
    totalEarnings: ZERO,
    grossRevenue: ZERO,
    platformFees: ZERO,
    accountBalance: ZERO,
    debtAmount: ZERO,
    frozenAmount,
    outgoingAmount: ZERO,
    waitingAmount: ZERO,
  };
  serve(viewAccountBalance, () => success(viewAccountBalance, { data: [none] }));
  const account = {
    status: 'NONE' as const,
    nextPayoutDate: NOW,
    firstPayoutWaits: false,
    heldUntil: null,
    securityHoldUntil: null,
    nextPayoutAmount: ZERO,
    hasPayouts,
  };
  serve(viewPayoutAccount, () => success(viewPayoutAccount, { data: [account] }));
}

const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

describe('the account balance', () => {
  test('offers neither an empty transaction history nor an empty payout history', async () => {
    serveBalance(0, false);
    await openScreen(paths.accountBalance(), ana);
    await screen.findByRole('button', { name: 'Set up payouts' });
    await screen.findByText('What we owe you now');
    expect(links()).not.toContain('Transaction history');
    expect(links()).not.toContain('View Previous Payouts');
  });

  test('says how much is frozen, and where it came from', async () => {
    serveBalance(1, true, cents(1_860));
    await openScreen(paths.accountBalance(), ana);
    const heading = await screen.findByRole('heading', { name: 'Frozen until it’s settled' });
    expect(heading.parentElement?.textContent).toContain('$18.60');
    expect(links()).toContain('See what is frozen');
  });

  test('says nothing of frozen money while there is none', async () => {
    serveBalance(1, true);
    await openScreen(paths.accountBalance(), ana);
    await screen.findByText('What we owe you now');
    expect(links()).not.toContain('See what is frozen');
  });

  test('offers both histories as soon as they have a line', async () => {
    serveBalance(1, true);
    await openScreen(paths.accountBalance(), ana);
    await screen.findByRole('link', { name: 'Transaction history' });
    await screen.findByRole('link', { name: 'View Previous Payouts' });
  });

  test('says beside “Set up payouts” what waits for 72 hours after it', async () => {
    serveBalance(0, false);
    await openScreen(paths.accountBalance(), ana);
    await screen.findByRole('button', { name: 'Set up payouts' });
    screen.getByText(/^For 72 hours after that, no one can /);
  });
});

test('the subscription offers what was paid for plans only to people who have had a plan', async () => {
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  const { close } = await openScreen(paths.subscription(), ana);
  await screen.findByRole('link', { name: 'Add Payment Method' });
  expect(links()).not.toContain('What you paid for plans');
  close();
  await openScreen(paths.subscription(), { ...ana, hadPlan: true });
  await screen.findByRole('link', { name: 'What you paid for plans' });
});
