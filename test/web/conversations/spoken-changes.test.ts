import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { declineInbox, viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { setLive } from '#web/api/is-live.ts';
import { HintedScreens } from '#web/features/live/show-hint.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* What screen readers hear when the state of an open conversation changes. */

beforeEach(() => {
  serve(viewOrderMessages, () => success(viewOrderMessages, { pageTotal: 0, data: [] }));
  serve(viewInboxMessages, () => success(viewInboxMessages, { pageTotal: 0, data: [] }));
});

const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

const answered: Partial<Conversation> = {
  status: 'OPEN',
  moneyState: 'CHARGED',
  timeline: [
    { event: 'ANSWERED', at: NOW, moneyState: 'HELD' },
    { event: 'CAPTURED', at: NOW, moneyState: 'CHARGED' },
  ],
};

test('an answer that arrives in an open order is announced with what was charged', async () => {
  setLive(true);
  const hinted = new HintedScreens(ana.id, () => undefined);
  const sent = { senderId: ana.id, senderName: ana.fullName };
  const order = { ...message, ...sent, recipientId: ben.id, recipientName: ben.fullName };
  serve(viewOrder, () => success(viewOrder, { data: [order] }));
  await openScreen(paths.orderViewer(order.id), ana);
  await screen.findByRole('heading', { level: 1, name: order.subject });
  serve(viewOrder, () => success(viewOrder, { data: [{ ...order, ...answered }] }));
  await act(async () =>
    hinted.show({ kind: 'conversation', conversationId: order.id, side: 'order' }),
  );
  await waitFor(() => expect(spoken().join()).toMatch(/Ben answered.*\$25\.00 charged\./));
  hinted.stop();
  setLive(false);
});

test('what an answer earned is announced once', async () => {
  setLive(true);
  const hinted = new HintedScreens(ana.id, () => undefined);
  serve(viewInbox, () => success(viewInbox, { data: [message] }));
  await openScreen(paths.inboxViewer(message.id), ana);
  await screen.findByRole('heading', { level: 1, name: message.subject });
  serve(viewInbox, () => success(viewInbox, { data: [{ ...message, ...answered }] }));
  await act(async () =>
    hinted.show({ kind: 'conversation', conversationId: message.id, side: 'inbox' }),
  );
  await waitFor(() => expect(spoken()).toContain('Answered, $22.00 earned.'));
  hinted.stop();
  setLive(false);
});

test('the outcome of a form that ends a conversation is announced after it', async () => {
  serve(viewInbox, () => success(viewInbox, { data: [message] }));
  const { user, pathname } = await openScreen(paths.decline(message.id), ana);
  const submit = await screen.findByRole('button', { name: 'Decline' });
  const declined: Partial<Conversation> = {
    status: 'DECLINED',
    moneyState: 'RELEASED',
    timeline: [{ event: 'DECLINED', at: NOW, moneyState: 'RELEASED' }],
  };
  serve(declineInbox, () => {
    serve(viewInbox, () => success(viewInbox, { data: [{ ...message, ...declined }] }));
    return success(declineInbox, {});
  });
  await user.click(submit);
  await waitFor(() => expect(pathname()).toBe(paths.inboxViewer(message.id)));
  await waitFor(() => expect(spoken().join()).toContain('You declined'));
});
