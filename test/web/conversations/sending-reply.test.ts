import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { createOrderMessage, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewOrder } from '#shared/api/conversations.ts';
import { instant, MINUTE } from '#shared/time.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import type { PendingReply } from '#web/features/conversations/thread/pending-replies.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, type Conversation, message } from '../screen-fixtures.ts';

/* A free reply that is sent while the messages of its conversation load: the responses come in any order. */

const WORDS = 'Thank you, I will do so.';
const order: Conversation = {
  ...message,
  senderId: ana.id,
  senderName: ana.fullName,
  status: 'OPEN',
  recipientId: ben.id,
  recipientName: ben.fullName,
};

/** Ana's reply as the server has it. */
const stored = (at: number): Message => ({
  id: '01J0000000000000000000000S',
  kind: 'REPLY',
  senderId: ana.id,
  senderName: ana.fullName,
  senderAvatar: null,
  body: `<p>${WORDS}</p>`,
  dateTimeSent: instant(at),
  messageRead: true,
  dateTimeRead: null,
});

/** Opens Ana's order with a reply that was being sent when its page was closed. `messages`: what the server has stored. */
async function openWhileSending(messages: readonly Message[]) {
  const pending: PendingReply & { readonly kind: string } = {
    kind: 'reply',
    tried: true,
    localId: crypto.randomUUID(),
    conversationId: order.id,
    writerId: ana.id,
    side: 'sender',
    body: `<p>${WORDS}</p>`,
    at: Date.now(),
    state: 'waiting',
  };
  localStorage.setItem(OUTBOX_KEY, JSON.stringify([pending]));
  const page = { pageTotal: messages.length, data: [...messages] };
  serve(viewOrderMessages, () => success(viewOrderMessages, page));
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  serve(createOrderMessage, async () => {
    await held;
    return success(createOrderMessage, { data: [stored(Date.now())] });
  });
  await openScreen(paths.orderViewer(order.id), ana);
  await waitFor(() => expect(callsOf(createOrderMessage)).toHaveLength(1));
  await screen.findAllByText(WORDS);
  return () => act(async () => respond());
}

const shown = () => screen.getAllByText(WORDS).length;
const isPending = () => localStorage.getItem(OUTBOX_KEY) !== null;

beforeEach(() => serve(viewOrder, () => success(viewOrder, { data: [order] })));

test('a reply that is among the messages before its own response is shown once', async () => {
  const respond = await openWhileSending([stored(Date.now())]);
  expect({ shown: shown(), isPending: isPending() }).toEqual({ shown: 1, isPending: true });
  await respond();
  await waitFor(() => expect(isPending()).toBe(false));
  expect(shown()).toBe(1);
});

test('a reply that has arrived is shown once while the conversation loads again', async () => {
  const respond = await openWhileSending([]);
  await screen.findByText('Sending...');
  const page = { pageTotal: 1, data: [stored(Date.now())] };
  serve(viewOrderMessages, () => success(viewOrderMessages, page));
  serve(viewOrder, () => new Promise<never>(() => {}));
  await respond();
  await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
  expect(shown()).toBe(1);
});

test('a reply with the words of an earlier one is shown beside it while it is sent', async () => {
  await openWhileSending([stored(Date.now() - MINUTE)]);
  await screen.findByText('Sending...');
  expect(shown()).toBe(2);
});

test('a double tap sends one reply, and its draft is gone', async () => {
  const draft = `orderReply_${order.id}`;
  localStorage.setItem(draft, `<p>${WORDS}</p>`);
  serve(viewOrderMessages, () => success(viewOrderMessages, { pageTotal: 0, data: [] }));
  serve(createOrderMessage, () => success(createOrderMessage, { data: [stored(Date.now())] }));
  const { user, pathname } = await openScreen(paths.orderReply(order.id), ana);
  // Both taps hit the button: the page changes only after the second.
  const send = await screen.findByRole('button', { name: 'Send Message' });
  await user.dblClick(send);
  await waitFor(() => expect(pathname()).toBe(paths.orderViewer(order.id)));
  await waitFor(() => expect(isPending()).toBe(false));
  expect(callsOf(createOrderMessage).map(({ input }) => input.get('messageBody'))).toEqual([
    `<p>${WORDS}</p>`,
  ]);
  expect(localStorage.getItem(draft)).toBeNull();
});
