import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { searchChatMessages, viewChatMessages } from '#shared/api/chat-messages.ts';
import { callsOf, lost, serve } from '../open-screen.ts';
import { openChat, type ServedChat, serveChat, slipOf } from './served-chat.ts';

/* The search in a chat. */

const field = () => screen.getByRole('searchbox', { name: 'Search in this chat' });
const results = () => screen.findByRole('region', { name: 'Messages found' });

/** Opens a chat, and the search in it from its menu. */
async function openSearch(chat: ServedChat) {
  serveChat(chat);
  const opened = await openChat();
  await opened.user.click(await screen.findByRole('button', { name: 'More' }));
  await opened.user.click(screen.getByRole('menuitem', { name: 'Search in this chat' }));
  await screen.findByRole('searchbox');
  return opened;
}

const rowsIn = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('listitem')
    .map((row) => row.textContent);

/** A chat in which one message is about the annex. */
const withAnnex = (count: number, at: number) => ({
  count,
  contentOf: (number: number) =>
    number === at ? '<p>The <b>Ann</b>ex is ready</p>' : `<p>Line ${number}</p>`,
});

test('the search opens with the focus in its field, and Escape returns the focus to the menu', async () => {
  const { user } = await openSearch({ count: 3 });
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('searchbox')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })),
  );
});

test('a text is searched after a pause, and shows at once that it is', async () => {
  const { user } = await openSearch(withAnnex(3, 2));
  await user.keyboard('annex');
  screen.getByText('Searching...');
  const list = await results();
  await within(list).findByText('1 message found');
  expect(callsOf(searchChatMessages)).toHaveLength(1);
});

test('Enter searches without a pause, and a result shows its writer and the matched words', async () => {
  const { user } = await openSearch(withAnnex(3, 2));
  await user.keyboard('READY annex{Enter}');
  expect(callsOf(searchChatMessages).map(({ input }) => input.get('searchText'))).toEqual([
    'READY annex',
  ]);
  const row = await within(await results()).findByRole('button', { name: /^Ben Okafor/ });
  expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Annex',
    'ready',
  ]);
});

test('a single character is not searched', async () => {
  const { user } = await openSearch({ count: 3 });
  await user.keyboard('a{Enter}');
  screen.getByText('Enter at least 2 characters.');
  expect(callsOf(searchChatMessages)).toHaveLength(0);
});

test('the messages behind the results cannot be reached', async () => {
  const { user } = await openSearch({ count: 3 });
  const behind = () => slipOf(3)?.closest('[inert]') !== null;
  expect(behind()).toBe(false);
  await user.keyboard('line');
  expect(behind()).toBe(true);
  await user.clear(field());
  expect(behind()).toBe(false);
});

test('the search goes on by itself until something is found', async () => {
  const { user } = await openSearch(withAnnex(450, 120));
  await user.keyboard('annex{Enter}');
  const list = await results();
  await within(list).findByText('1 message found so far');
  expect(callsOf(searchChatMessages)).toHaveLength(4);
});

test('after five calls without a match, older messages are searched by a button', async () => {
  const { user } = await openSearch(withAnnex(750, 120));
  await user.keyboard('annex{Enter}');
  const list = await results();
  await within(list).findByText('Nothing found so far');
  expect(callsOf(searchChatMessages)).toHaveLength(5);
  await user.click(within(list).getByRole('button', { name: 'Search older messages' }));
  await within(list).findByText('1 message found so far');
  await user.click(within(list).getByRole('button', { name: 'Search older messages' }));
  await within(list).findByText('1 message found');
  expect(within(list).queryByRole('button', { name: 'Search older messages' })).toBeNull();
});

test('a search without matches says so', async () => {
  const { user } = await openSearch({ count: 3 });
  await user.keyboard('zebra{Enter}');
  await screen.findByRole('heading', { name: 'No messages found' });
  screen.getByText('Nothing written in this chat contains “zebra”.');
});

test('a search that fails can be repeated', async () => {
  const { user } = await openSearch(withAnnex(3, 2));
  serve(searchChatMessages, lost);
  await user.keyboard('annex{Enter}');
  await screen.findByText('We couldn’t search. Please try again.');
  serveChat(withAnnex(3, 2));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('1 message found');
});

test('a failure in older messages keeps the results, and can be repeated', async () => {
  const { user } = await openSearch(withAnnex(150, 150));
  await user.keyboard('annex{Enter}');
  const more = await screen.findByRole('button', { name: 'Search older messages' });
  serve(searchChatMessages, lost);
  await user.click(more);
  await screen.findByText('We couldn’t search any further. Please try again.');
  expect(rowsIn(await results())).toHaveLength(1);
  serveChat(withAnnex(150, 150));
  await user.click(more);
  await screen.findByText('1 message found');
});

test('a chosen result closes the list, and its message is highlighted and has the focus', async () => {
  const { user } = await openSearch(withAnnex(2_000, 1_950));
  await user.keyboard('annex{Enter}');
  await user.click(await screen.findByRole('button', { name: /annex/i }));
  await waitFor(() => expect(document.activeElement).toBe(slipOf(1_950)));
  expect(slipOf(1_950)?.className).toContain('slip-highlighted');
  expect(screen.queryByRole('region', { name: 'Messages found' })).toBeNull();
  // The search stays, for the next result.
  await user.click(field());
  expect(rowsIn(await results())).toHaveLength(1);
  // The page around the message is no larger than needed.
  expect(callsOf(viewChatMessages).map(({ input }) => input.get('limit'))).toEqual([null, '51']);
});
