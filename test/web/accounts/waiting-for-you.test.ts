import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewDashboardStats } from '../../../shared/api/accounts.ts';
import { viewInboxList, viewOrderList } from '../../../shared/api/conversation-lists.ts';
import { viewInboundSettings } from '../../../shared/api/inbound-settings.ts';
import { cents, ZERO } from '../../../shared/money.ts';
import { DAY, instant, later } from '../../../shared/time.ts';
import type { InboxRow, OrderRow } from '../../../web/src/features/conversations/conversation.ts';
import { paths } from '../../../web/src/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, NOW, orderRow } from '../screen-fixtures.ts';

/* What Home lists under "Waiting for you", and what the lists say about money. */

/** Serves lists in which every filter finds these rows, and the figures that belong to them. */
function serveLists(inbox: readonly InboxRow[], orders: readonly OrderRow[]) {
  const pending = inbox.filter(({ status }) => status === 'PENDING');
  serve(viewInboxList, ({ input }) => {
    const data = [...(input.get('filter') === 'PENDING' ? pending : inbox)];
    return success(viewInboxList, { data, pageTotal: data.length } as never);
  });
  serve(viewOrderList, () =>
    success(viewOrderList, { data: [...orders], pageTotal: orders.length } as never),
  );
  const figures = {
    ...{ userId: ana.id, pendingPayments: ZERO, pendingInbox: pending.length },
    ...{ accountBalance: ZERO, waitingAmount: ZERO, profileViews: 0, unreadInbox: 0 },
    ...{ unreadOutbox: orders.filter((row) => !row.messageRead).length },
    ...{ contactRequests: 0, alerts: [] },
  };
  serve(viewDashboardStats, () => success(viewDashboardStats, { data: [figures] }));
}

beforeEach(() => {
  const pricing = { userId: ana.id, paidResponsePrice: cents(500), paidResponseCommitment: 10 };
  serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
});

const order = (nth: number, changes: Partial<OrderRow>): OrderRow => ({
  ...orderRow(nth),
  ...{ senderId: ana.id, senderName: ana.fullName, recipientId: ben.id },
  ...{ recipientName: ben.fullName, lastMessageUserId: ben.id, messageRead: false },
  ...changes,
});

/** The subjects in a list of Home. */
async function listed(name: string): Promise<string[]> {
  const list = await screen.findByRole('list', { name });
  return within(list)
    .getAllByRole('link')
    .map((row) => row.textContent?.match(/Question \d/)?.[0] ?? '');
}

test('Home lists the newest message to answer, however many have nearer deadlines', async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((nth) => ({
    ...inboxRow(nth),
    timeReceived: later(NOW, nth),
    deadlineAt: later(NOW, nth * DAY),
  }));
  serveLists(rows, []);
  await openScreen(paths.dashboard(), ana);
  expect(await listed('Waiting for you')).toEqual([
    'Question 1',
    'Question 2',
    'Question 3',
    'Question 6',
  ]);
});

test('Home lists what waits for the user, and nothing that waits for nobody', async () => {
  const claimed = { ...inboxRow(1), status: 'OPEN', claimState: 'OPEN' } as const;
  const expired = { ...inboxRow(2), deadlineAt: instant(NOW - 1) };
  serveLists(
    [claimed, expired],
    [
      order(3, { status: 'NEEDS_INFO' }),
      order(4, { status: 'OPEN', claimState: 'IMPROVED', messageRead: true }),
      order(5, { status: 'OPEN' }),
      order(6, { status: 'EXPIRED' }),
      order(7, { status: 'DECLINED' }),
      order(8, { status: 'OPEN', claimState: 'OPEN', messageRead: true }),
    ],
  );
  await openScreen(paths.dashboard(), ana);
  expect(await listed('Waiting for you')).toEqual(['Question 1', 'Question 4', 'Question 3']);
  expect(await listed('Answers to read')).toEqual(['Question 5']);
});

test('Home offers the next step if nothing waits, also with an unread order that ended', async () => {
  serveLists([], [order(6, { status: 'EXPIRED' })]);
  await openScreen(paths.dashboard(), ana);
  await screen.findByText('Tell people where to write to you');
  expect(screen.queryByRole('list', { name: 'Waiting for you' })).toBeNull();
});

test.each(['PENDING', 'OPEN', 'EXPIRED', 'DECLINED', 'REPORTED', 'CANCELLED'] as const)(
  'a row of the outbox has no amount when it is %s',
  async (status) => {
    serveLists([], [order(1, { status, moneyState: 'RELEASED' })]);
    await openScreen(paths.orders(), ana);
    const row = await screen.findByRole('link', { name: /Question 1/ });
    expect(row.textContent).not.toMatch(/\$|Free/);
  },
);
