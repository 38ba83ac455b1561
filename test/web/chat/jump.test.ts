import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewChatMessages } from '#shared/api/chat-messages.ts';
import { callsOf, lost, serve } from '../open-screen.ts';
import { openChat, serveChat, slipOf } from './served-chat.ts';

/* New messages above the screen when a chat is opened, and jumps to them. */

const pill = (count: number) => screen.queryByRole('button', { name: `${count} new messages` });
const line = () => document.querySelector('.new-line');

/** Opens a chat and waits for its newest message. */
async function openLoaded(chat: Parameters<typeof serveChat>[0]) {
  serveChat(chat);
  const opened = await openChat();
  await waitFor(() => expect(slipOf(chat.count)).not.toBeNull());
  return opened;
}

test('a chat opens at its newest message and says how many new ones are above', async () => {
  await openLoaded({ count: 57, read: 20 });
  expect(pill(37)).not.toBeNull();
  expect(line()).toBeNull();
});

test('the button loads older messages and goes to the line above the first new one', async () => {
  const { user } = await openLoaded({ count: 157, read: 20 });
  await user.click(pill(137) as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(line()));
  expect(line()?.nextElementSibling?.querySelector('[data-number]')).toBe(slipOf(21));
  expect(pill(137)).toBeNull();
  expect(document.querySelector('.slip-highlighted')).toBeNull();
});

test('if all messages are new, the button goes to the first message', async () => {
  const { user } = await openLoaded({ count: 50, read: 0 });
  await user.click(pill(50) as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(slipOf(1)));
  expect(line()).toBeNull();
});

test('without new messages, or with the line in view, there is no button', async () => {
  const { close } = await openLoaded({ count: 50 });
  expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  close();
  await openLoaded({ count: 50, read: 45 });
  expect(line()).not.toBeNull();
  expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
});

test('a jump to the beginning of a chat of 2,000 messages takes 20 requests', async () => {
  const { user } = await openLoaded({ count: 2_000, read: 1 });
  const before = callsOf(viewChatMessages).length;
  await user.click(pill(1_999) as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(line()));
  expect(callsOf(viewChatMessages)).toHaveLength(before + 20);
  // Only what is near the screen is mounted.
  expect(document.querySelectorAll('[data-number]').length).toBeLessThan(200);
});

test('a jump can be canceled, and the button stays', async () => {
  const { user } = await openLoaded({ count: 157, read: 20 });
  const answers: ((page: Response) => void)[] = [];
  serve(viewChatMessages, () => new Promise((resolve) => answers.push(resolve)));
  await user.click(pill(137) as HTMLElement);
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  screen.getByText('Fetching older messages...');
  await user.click(cancel);
  expect(screen.queryByText('Fetching older messages...')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages' })),
  );
  expect(pill(137)).not.toBeNull();
  expect(answers).toHaveLength(1);
});

test('a jump that fails can be repeated', async () => {
  const chat = { count: 157, read: 20 };
  const { user } = await openLoaded(chat);
  serve(viewChatMessages, lost);
  await user.click(pill(137) as HTMLElement);
  await screen.findByText('Older messages couldn’t be loaded.');
  serveChat(chat);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.activeElement).toBe(line()));
  expect(screen.queryByText('Older messages couldn’t be loaded.')).toBeNull();
});
