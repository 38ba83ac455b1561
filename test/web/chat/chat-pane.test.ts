import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewChatList } from '#shared/api/chat.ts';
import { viewTopUserContacts, viewUserContactRequests } from '#shared/api/contacts.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { MORNING } from '../../support/chat-fixtures.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, contactRow } from '../screen-fixtures.ts';
import { CHAT, serveChat } from './served-chat.ts';

/* The chats beside an open chat on a wide screen. docs/product/chat.md#chat-home */

let wide: boolean;

beforeAll(() => import('#web/features/chat/pages/home/ChatPane.tsx'));

beforeEach(() => {
  wide = true;
  const { matchMedia } = window;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: wide && query === '(min-width: 62.5rem)',
  }));
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  serveChat({ count: 3 });
  const chat = {
    id: CHAT,
    name: ben.fullName,
    description: 'See you on Monday',
    avatar: null,
    unread: 0,
    dateTimeModified: instant(MORNING),
    direct: true,
    userId: ben.id,
    deleted: false,
    blocked: false,
    memberCount: 2,
    ownerId: null,
    muted: false,
  };
  serve(viewChatList, () => success(viewChatList, { pageTotal: 1, data: [chat] }));
  serve(viewUserContactRequests, () => success(viewUserContactRequests, { data: [] } as never));
  serve(viewTopUserContacts, () =>
    success(viewTopUserContacts, { pageTotal: 1, data: [contactRow(1)] }),
  );
});

test('on a wide screen the chats stay beside the chat that is opened from them', async () => {
  const { user, pathname } = await openScreen(paths.chat(), ana);
  const pane = await screen.findByRole('complementary', { name: 'Chat' });
  screen.getByText('Choose a chat');
  await user.click(await within(pane).findByRole('link', { name: /See you on Monday/ }));
  await screen.findByRole('region', { name: 'Messages' });
  expect(pathname()).toBe(paths.chatViewer(CHAT));
  expect(await screen.findByRole('complementary', { name: 'Chat' })).toBe(pane);
  const chosen = within(pane).getByRole('link', { current: 'page' });
  expect(chosen.textContent).toContain('See you on Monday');
});

test('on a phone the chats are a screen of their own, and so is an open chat', async () => {
  wide = false;
  const { user } = await openScreen(paths.chat(), ana);
  await user.click(await screen.findByRole('link', { name: /See you on Monday/ }));
  await screen.findByRole('region', { name: 'Messages' });
  expect(screen.queryByRole('complementary')).toBeNull();
});
