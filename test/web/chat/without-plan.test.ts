import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewMissedMessages } from '#shared/api/chat.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { cents, ZERO } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { CHAT, openChat, serveChat } from './served-chat.ts';

/* What both sides see of chats that somebody cannot open. docs/product/chat.md#without-a-plan */

const WAITS = /Ben can’t open chats right now\. What you write waits until they can\./;

test('whoever writes reads above the composer that the other person cannot open chats', async () => {
  serveChat({ count: 3, cannotOpen: 1 });
  await openChat();
  await screen.findByText(WAITS);
});

test('the page of a long message says that the other person cannot open chats', async () => {
  serveChat({ count: 3, cannotOpen: 1 });
  await openScreen(paths.chatReply(CHAT), ana);
  await screen.findByText(WAITS);
});

test('nobody reads that a chat cannot be opened if everybody can open it', async () => {
  serveChat({ count: 3, cannotOpen: 0 });
  const viewer = await openChat();
  await screen.findByRole('region', { name: 'Messages' });
  expect(screen.queryByText(WAITS)).toBeNull();
  viewer.close();
  await openScreen(paths.chatReply(CHAT), ana);
  await screen.findByText(/^Goes to Ben Okafor\.$/);
});

const withoutPlan = { ...ana, licenseId: 'FREE' } as const;
const missed = (messages: number) =>
  serve(viewMissedMessages, () =>
    success(viewMissedMessages, { data: [{ messages, chats: 2, more: false }] }),
  );

describe('Home', () => {
  beforeEach(() => {
    serve(viewInboxList, () => success(viewInboxList, { data: [], pageTotal: 0 } as never));
    serve(viewOrderList, () => success(viewOrderList, { data: [], pageTotal: 0 } as never));
    const pricing = { userId: ana.id, paidResponsePrice: cents(500), paidResponseCommitment: 10 };
    serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
    const figures = {
      userId: ana.id,
      pendingPayments: ZERO,
      pendingInbox: 0,
      accountBalance: ZERO,
      waitingAmount: ZERO,
      frozenAmount: ZERO,
      profileViews: 0,
      unreadInbox: 0,
      unreadOutbox: 0,
      contactRequests: 0,
      alerts: [],
    };
    serve(viewDashboardStats, () => success(viewDashboardStats, { data: [figures] }));
  });

  test('counts the messages that wait for somebody without a plan, and says what to do', async () => {
    missed(3);
    await openScreen(paths.dashboard(), withoutPlan);
    const tile = await screen.findByRole('link', { name: /^Chat/ });
    await screen.findByText('3 messages in 2 chats: choose a plan to read');
    expect(tile.textContent).toMatch(/3 new$/);
  });

  test('says to somebody without a plan for whom nothing waits that chat comes with a plan', async () => {
    missed(0);
    await openScreen(paths.dashboard(), withoutPlan);
    await screen.findByText('comes with a paid plan');
  });

  test('does not ask for missed messages on a paid plan', async () => {
    missed(3);
    await openScreen(paths.dashboard(), ana);
    await screen.findByText('your contacts and groups');
    expect(callsOf(viewMissedMessages)).toEqual([]);
  });
});

test('the plans say to somebody who wanted to chat how many messages wait', async () => {
  missed(3);
  await openScreen(paths.chat(), withoutPlan);
  await screen.findByText(/You haven’t read 3 messages in 2 chats\./);
});
