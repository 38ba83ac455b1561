import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import { muteChat, viewChat, viewChatList } from '#shared/api/chat.ts';
import { viewChatMessagesSince } from '#shared/api/chat-messages.ts';
import { viewTopUserContacts, viewUserContactRequests } from '#shared/api/contacts.ts';
import { ANNOUNCEMENTS, type Announcement } from '#shared/rules/chat/announcements.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import { requestPolls } from '#web/api/requested-polls.ts';
import { captionDraftKey } from '#web/features/chat/pages/viewer/chat-drafts.ts';
import { daysOf, rowsOf } from '#web/features/chat/pages/viewer/message-log.ts';
import { newsWords } from '#web/features/chat/pages/viewer/message-words.ts';
import { HintedScreens } from '#web/features/live/show-hint.ts';
import { paths } from '#web/paths.ts';
import { answer, message } from '../../support/chat-fixtures.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben } from '../screen-fixtures.ts';
import { settled } from '../settled.ts';
import { cleo, direct, group, serveChat, serveNoChat } from './group-fixtures.ts';

/* An open group that changes: announcements, muting, and being removed. */

const from = ({ id, fullName }: typeof ana) => ({ userId: id, userName: fullName });
const person = ({ id, fullName }: typeof ana) => ({ userId: id, fullName });
const announced = (number: number, kind: Announcement['kind'], changes: object = {}) =>
  message(number, {
    ...from(ben),
    content: '',
    announcement: { kind, people: [] },
    ...changes,
  });
const added = announced(2, 'added', {
  announcement: { kind: 'added', people: [person(cleo), person(ana)] },
});

describe('an announcement', () => {
  test('is a row of its own, between the messages of its writer', () => {
    const messages = [
      message(1, from(ben)),
      added,
      announced(3, 'photo'),
      message(4, from(ben)),
      message(5, from(ben)),
    ];
    const rows = rowsOf(daysOf(messages, ana.id));
    const numbers = rows.map(({ slips }) => slips?.messages.map(({ number }) => number));
    expect(numbers).toEqual([undefined, [1], [2], [3], [4, 5]]);
    expect(rows.map(({ place, of }) => [place, of])).toEqual([
      [0, 4],
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
  });

  test('names the viewer and others, and has no actions, reactions or receipt', async () => {
    const own = announced(3, 'renamed', {
      ...from(ana),
      announcement: { kind: 'renamed', people: [], name: 'Permits' },
    });
    serveChat(group, [ana, ben, cleo], [message(1, from(ana)), added, own]);
    await openScreen(paths.chatViewer(group.id), ana);
    const line = await screen.findByText('Ben Okafor added Cleo Park and you');
    screen.getByText('You renamed the group to “Permits”');
    const row = within(line.closest('li') as HTMLElement);
    expect(row.queryAllByRole('button')).toEqual([]);
    expect(row.queryAllByRole('img')).toEqual([]);
    // The receipt in words stays at the newest message of the viewer.
    const receipts = screen.getAllByRole('button', { name: /^(Sent|Seen by)/ });
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.closest('li')?.textContent).toContain('Message 1');
  });

  test.each(ANNOUNCEMENTS)('that says %s is a sentence for screen readers', (kind) => {
    const news = announced(1, kind, {
      announcement: { kind, people: [person(ana)], name: 'Permits' },
    });
    expect(newsWords([news], ana.id)).toMatch(/^Ben Okafor (added|removed|left|renamed|changed)/);
    expect(newsWords([news, added], ana.id)).toBe('2 new messages');
  });
});

describe('the header of an open group', () => {
  const renamed = { ...group, name: 'Permits and visas' };
  const changes = () =>
    announced(2, 'renamed', { announcement: { kind: 'renamed', people: [], name: renamed.name } });

  test('is reloaded after every hint that the group has changed, even right after a hint about a message', async () => {
    serveChat(group, [ana, ben, cleo], [message(1, from(ben))]);
    await openScreen(paths.chatViewer(group.id), ana);
    await screen.findByRole('heading', { name: 'Permits' });
    const screens = new HintedScreens(ana.id, () => undefined);
    for (const name of ['Permits and visas', 'Visas']) {
      serveChat({ ...group, name });
      await act(async () => {
        screens.show({ kind: 'chatMessage', chatId: group.id, number: 1 });
        screens.show({ kind: 'chat', chatId: group.id });
      });
      await screen.findByRole('heading', { name });
    }
    screens.stop();
  });

  test('is reloaded after an announcement that was missed and then requested', async () => {
    serveChat(group, [ana, ben, cleo], [message(1, from(ben))]);
    await openScreen(paths.chatViewer(group.id), ana);
    await screen.findByText('Message 1');
    serveChat(renamed);
    serve(viewChatMessagesSince, () =>
      success(viewChatMessagesSince, { ...answer([]), data: [changes()], reads: [] }),
    );
    await act(() => requestPolls(group.id));
    await screen.findByText('Ben Okafor renamed the group to “Permits and visas”', {
      selector: '[data-message] span',
    });
    await screen.findByRole('heading', { name: renamed.name });
  });
});

describe('the menu of a chat', () => {
  test.each([
    ['a group', group],
    ['a chat of two people', direct],
  ])('mutes %s and shows it at once', async (_, chat) => {
    serveChat(chat);
    const { user } = await openScreen(paths.chatViewer(chat.id), ana);
    serve(muteChat, () => {
      serveChat({ ...chat, muted: true });
      return success(muteChat, {});
    });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Mute notifications' }));
    await screen.findByText('Notifications are off');
    await waitFor(() => expect(callsOf(muteChat)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'More' }));
    screen.getByRole('menuitem', { name: 'Unmute notifications' });
  });

  test('reverts a choice that could not be saved', async () => {
    serveChat({ ...group, muted: true });
    const { user } = await openScreen(paths.chatViewer(group.id), ana);
    serve(muteChat, lost);
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Unmute notifications' }));
    await screen.findByText(LOST_RESPONSE);
    screen.getByText('Notifications are off');
  });

  test('leads to the screen of the group, as the number of people does', async () => {
    serveChat(group);
    const { user, pathname } = await openScreen(paths.chatViewer(group.id), ana);
    const people = await screen.findByRole('link', { name: '3 people' });
    expect(people.getAttribute('href')).toBe(paths.chatGroup(group.id));
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Group info' }));
    await waitFor(() => expect(pathname()).toBe(paths.chatGroup(group.id)));
  });
});

test('the list of chats shows which ones are muted, and the photo of a group', async () => {
  serve(viewTopUserContacts, () => success(viewTopUserContacts, { pageTotal: 0, data: [] }));
  serve(viewUserContactRequests, () => success(viewUserContactRequests, { data: [] }));
  const photo = { ...group, avatar: '/media/group.jpg' };
  serve(viewChatList, () =>
    success(viewChatList, { pageTotal: 2, data: [photo, { ...direct, muted: true }] }),
  );
  await openScreen(paths.chat(), ana);
  const muted = await screen.findByText('Notifications are off');
  expect(muted.closest('li')?.textContent).toContain(direct.name);
  const row = screen.getByRole('link', { name: /Permits/ });
  expect(row.querySelector('img')?.getAttribute('src')).toBe('/media/group.jpg');
});

describe('a viewer who is removed while the group is open', () => {
  const removed = async () => {
    serveNoChat();
    await act(async () =>
      new HintedScreens(ana.id, () => undefined).show({ kind: 'chat', chatId: group.id }),
    );
  };

  test('sees a message about it, a link to the chats, and the unsent text', async () => {
    serveChat(group, [ana, ben, cleo], [message(1, from(ben))]);
    const { user } = await openScreen(paths.chatViewer(group.id), ana);
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'At nine?');
    await removed();
    await screen.findByText('You’re no longer in this group');
    await screen.findByText('At nine?');
    screen.getByRole('button', { name: 'Copy text' });
    const way = screen.getByRole('link', { name: 'Go to your chats' });
    expect(way.getAttribute('href')).toBe(paths.chat());
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('keeps the caption of a picture that was not sent', async () => {
    serveChat(group, [ana, ben, cleo], [message(1, from(ben))]);
    localStorage.setItem(captionDraftKey(group.id), 'The sea at nine');
    await openScreen(paths.chatViewer(group.id), ana);
    await screen.findByText('Message 1');
    await removed();
    await screen.findByText('The sea at nine');
  });

  test('keeps a message whose sending was refused', async () => {
    serveChat(group, [ana, ben, cleo], [message(1, from(ben))]);
    localStorage.setItem(
      OUTBOX_KEY,
      JSON.stringify([
        {
          kind: 'chat',
          localId: 'one',
          chatId: group.id,
          writerId: ana.id,
          html: '<p>On my way.</p>',
          at: 1,
          state: 'failed',
          tried: true,
          unconfirmed: false,
        },
      ]),
    );
    await openScreen(paths.chatViewer(group.id), ana);
    await screen.findByText('Not sent.');
    await removed();
    await screen.findByText('You’re no longer in this group');
    screen.getByText('On my way.');
  });

  test('causes no further requests', async () => {
    serveChat(group, [ana, ben, cleo], [message(1, from(ben))]);
    await openScreen(paths.chatViewer(group.id), ana);
    await screen.findByText('Message 1');
    await removed();
    await screen.findByText('You’re no longer in this group');
    const count = () => [viewChat, viewChatMessagesSince].map((one) => callsOf(one).length);
    const before = count();
    await act(() => settled(() => count().join()));
    expect(count()).toEqual(before);
  });

  test('sees the same on the screen of the group', async () => {
    serveChat(group);
    await openScreen(paths.chatGroup(group.id), ana);
    await screen.findByRole('list', { name: 'People' });
    await removed();
    await screen.findByText('You’re no longer in this group');
  });

  test('of a chat of two people sees that it does not exist', async () => {
    serveChat(direct);
    serve(viewChat, () => refusal('NOT_FOUND'));
    await openScreen(paths.chatViewer(direct.id), ana);
    await screen.findByRole('heading', { name: 'Chat not found' });
  });
});
