import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { type Cents, cents, ZERO } from '#shared/money.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';
import type { InboxRow, OrderRow } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, NOW, orderRow } from '../screen-fixtures.ts';

/* What Home lists first, and what the lists say about money. docs/product/accounts.md#dashboard */

/** Serves lists in which every filter finds these rows, and the figures that belong to them. */
function serveLists(
  inbox: readonly InboxRow[],
  orders: readonly OrderRow[],
  changes: Partial<Record<'pendingPayments' | 'accountBalance' | 'frozenAmount', Cents>> = {},
) {
  const pending = inbox.filter(({ status }) => status === 'PENDING');
  serve(viewInboxList, ({ input }) => {
    const data = [...(input.get('filter') === 'PENDING' ? pending : inbox)];
    return success(viewInboxList, { data, pageTotal: data.length } as never);
  });
  serve(viewOrderList, () =>
    success(viewOrderList, { data: [...orders], pageTotal: orders.length } as never),
  );
  const figures = {
    userId: ana.id,
    pendingPayments: ZERO,
    pendingInbox: pending.length,
    accountBalance: ZERO,
    waitingAmount: ZERO,
    frozenAmount: ZERO,
    profileViews: 0,
    unreadInbox: 0,
    unreadOutbox: orders.filter((row) => !row.messageRead).length,
    contactRequests: 0,
    alerts: [],
    ...changes,
  };
  serve(viewDashboardStats, () => success(viewDashboardStats, { data: [figures] }));
}

beforeEach(() => {
  const pricing = { userId: ana.id, paidResponsePrice: cents(500), paidResponseCommitment: 10 };
  serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
});

const order = (nth: number, changes: Partial<OrderRow>): OrderRow => ({
  ...orderRow(nth),
  senderId: ana.id,
  senderName: ana.fullName,
  recipientId: ben.id,
  recipientName: ben.fullName,
  lastMessageUserId: ben.id,
  messageRead: false,
  ...changes,
});

/** The subjects in a list of Home. */
async function listed(name: string): Promise<string[]> {
  const list = await screen.findByRole('list', { name });
  return within(list)
    .getAllByRole('link')
    .map((row) => row.textContent?.match(/Question \d/)?.[0] ?? '');
}

/** The names of the figures, in their order. */
async function figures(): Promise<string[]> {
  const list = await screen.findByRole('list', { name: 'Your figures' });
  return within(list)
    .getAllByRole('link')
    .map((figure) => figure.firstChild?.textContent ?? '');
}

test('Home lists the newest message to answer, however many have nearer deadlines', async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((nth) => ({
    ...inboxRow(nth),
    timeReceived: later(NOW, nth),
    deadlineAt: later(NOW, nth * DAY),
  }));
  serveLists(rows, []);
  await openScreen(paths.dashboard(), ana);
  expect(await listed('Waiting for your answer')).toEqual([
    'Question 1',
    'Question 2',
    'Question 3',
    'Question 6',
  ]);
  screen.getByRole('link', { name: 'Answer 6 letters' });
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
  expect(await listed('Waiting for your answer')).toEqual(['Question 1']);
  expect(await listed('Waiting for you')).toEqual(['Question 3', 'Question 4', 'Question 5']);
});

test('Home lists a claim after what expires within a day, and before everything that is due later', async () => {
  serveLists(
    [
      { ...inboxRow(1), deadlineAt: later(NOW, 5 * DAY) },
      { ...inboxRow(2), status: 'OPEN', claimState: 'OPEN' },
      { ...inboxRow(3), deadlineAt: later(NOW, HOUR), expiringSoon: true },
    ],
    [],
  );
  await openScreen(paths.dashboard(), ana);
  expect(await listed('Waiting for your answer')).toEqual([
    'Question 3',
    'Question 2',
    'Question 1',
  ]);
});

test('Home says what the answers earn together', async () => {
  serveLists([inboxRow(1), inboxRow(2)], [], { pendingPayments: cents(4_400) });
  await openScreen(paths.dashboard(), ana);
  const section = await screen.findByRole('region', { name: 'Waiting for your answer' });
  within(section).getByText('$44.00');
});

test('beside a claim, whose amount was earned before, Home says that the sum is for the letters', async () => {
  const claimed = { ...inboxRow(3), status: 'OPEN', claimState: 'OPEN' } as const;
  serveLists([inboxRow(1), inboxRow(2), claimed], [], { pendingPayments: cents(4_400) });
  await openScreen(paths.dashboard(), ana);
  const section = await screen.findByRole('region', { name: 'Waiting for your answer' });
  expect(section.textContent).toContain('a claim · $44.00 for 2 letters');
});

test.each(['OPEN', 'INVITED', 'COMPLETED'] as const)(
  'Home says of an unread answer that it is one, in a conversation that is %s',
  async (status) => {
    serveLists([], [order(1, { status })]);
    await openScreen(paths.dashboard(), ana);
    const list = await screen.findByRole('list', { name: 'Waiting for you' });
    within(list).getByText('Answered');
  },
);

test.each([
  ['a question', { status: 'NEEDS_INFO' }, 'Reply to Ben', paths.giveInformation],
  ['an unread answer', { status: 'OPEN' }, 'Read Ben’s answer', paths.orderViewer],
] as const)('Home leads a sender to %s with one action', async (_, changes, name, path) => {
  serveLists([], [order(1, changes)]);
  await openScreen(paths.dashboard(), ana);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(path(order(1, {}).id));
});

test('Home has one main action: the messages to answer come before the own orders', async () => {
  serveLists([inboxRow(1)], [order(2, { status: 'NEEDS_INFO' })]);
  await openScreen(paths.dashboard(), ana);
  await screen.findByRole('link', { name: 'Answer 1 letter' });
  expect(await listed('Waiting for you')).toEqual(['Question 2']);
  expect(screen.queryByRole('link', { name: 'Reply to Ben' })).toBeNull();
});

test('Home lists the orders that wait for an answer by their deadlines', async () => {
  const waiting = { status: 'PENDING', messageRead: true } as const;
  serveLists(
    [],
    [
      order(1, { ...waiting, deadlineAt: later(NOW, 6 * DAY) }),
      order(2, { ...waiting, deadlineAt: later(NOW, 2 * DAY) }),
      order(3, { ...waiting, deadlineAt: instant(NOW - 1) }),
    ],
  );
  await openScreen(paths.dashboard(), ana);
  expect(await listed('Waiting for an answer')).toEqual(['Question 2', 'Question 1']);
});

test('Home offers people to ask first to somebody who has only asked, and the money first to others', async () => {
  serveLists([], [order(1, { status: 'OPEN', messageRead: true })]);
  const asking = await openScreen(paths.dashboard(), ana);
  await screen.findByRole('heading', { name: 'Ask someone' });
  expect(await figures()).toEqual([
    'Active Outbox',
    'Pending Inbox',
    'Account Balance',
    'Profile Views',
  ]);
  asking.close();
  serveLists([{ ...inboxRow(1), status: 'OPEN' }], []);
  await openScreen(paths.dashboard(), ana);
  expect(await figures()).toEqual([
    'Account Balance',
    'Pending Inbox',
    'Profile Views',
    'Active Outbox',
  ]);
  expect(screen.queryByRole('heading', { name: 'Ask someone' })).toBeNull();
});

test('Home tells somebody who takes no messages what answering brings', async () => {
  const pricing = { userId: ana.id, paidResponsePrice: cents(500), paidResponseCommitment: 0 };
  serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
  serveLists([], []);
  await openScreen(paths.dashboard(), { ...ana, licenseId: 'FREE' });
  await screen.findByRole('heading', { name: 'Earn with your own answers' });
  screen.getByRole('link', { name: 'Set price and commitment' });
  screen.getByRole('link', { name: 'See the plans' });
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

test('Home says beside the balance how much is frozen', async () => {
  serveLists([], [], { accountBalance: cents(4_670), frozenAmount: cents(2_335) });
  await openScreen(paths.dashboard(), ana);
  const list = await screen.findByRole('list', { name: 'Your figures' });
  const balance = await within(list).findByRole('link', { name: /^Account Balance/ });
  expect(balance.textContent).toContain('$46.70');
  expect(balance.textContent).toContain('and $23.35 frozen');
});
