import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { blockUser, unblockUser } from '#shared/api/blocks.ts';
import { viewChat, viewChatParticipants } from '#shared/api/chat.ts';
import { deleteChatMessage, editChatMessage, viewChatMessages } from '#shared/api/chat-messages.ts';
import { reportContent } from '#shared/api/reports.ts';
import { REPORT_TEXT_MAX } from '#shared/rules/desk/reports.ts';
import { instant } from '#shared/time.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';

/* Blocking the other person of a chat and reporting it, from the screen of the chat. */

const CHAT = '01J0000000000000000000000D';
const chat = {
  id: CHAT,
  name: ben.fullName,
  description: 'Hello',
  avatar: null,
  unread: 0,
  dateTimeModified: NOW,
  direct: true,
  userId: ben.id as string | null,
  deleted: false,
  blocked: false,
  memberCount: 2,
  ownerId: null,
  muted: false,
};
const person = ({ id, fullName, username }: typeof ana) => ({
  id,
  fullName,
  username,
  profileImageUrl: null,
});
const serveChat = (changes: Partial<typeof chat> = {}) =>
  serve(viewChat, () => success(viewChat, { data: [{ ...chat, ...changes }] }));

beforeEach(() => {
  // jsdom has no IntersectionObserver.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  serveChat();
  serve(viewChatParticipants, () =>
    success(viewChatParticipants, { data: [person(ana), person(ben)] }),
  );
  serveMessages(message(2, ana, '<p>Stop it</p>'), message(1, ben, '<p>You fool</p>'));
});

function message(number: number, writer: typeof ana, content: string, more: object = {}) {
  return {
    id: `${CHAT}-${number}`,
    number,
    userId: writer.id,
    userName: writer.fullName,
    content,
    userAvatar: null,
    dateTimeSent: NOW,
    readReceipt: false,
    readUserIds: [],
    ...more,
  };
}

/** Serves these messages, the newest first. */
const serveMessages = (...data: readonly ReturnType<typeof message>[]) =>
  serve(viewChatMessages, () =>
    success(viewChatMessages, {
      pageTotal: 2,
      sinceTime: NOW,
      revision: 0,
      typingUserId: null,
      typingAvatarUrl: null,
      reads: [ana, ben].map(({ id: userId }) => ({ userId, upTo: 2 })),
      data: [...data],
    }),
  );

const open = () => openScreen(paths.chatViewer(CHAT), ana);
type User = Awaited<ReturnType<typeof open>>['user'];
const press = (name: string) => screen.findByRole('button', { name });
async function choose(user: User, item: string) {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('blocking in a chat', () => {
  test('asks for confirmation, and then replaces the composer with a button to unblock', async () => {
    serve(blockUser, () => success(blockUser, {}));
    const { user } = await open();
    await choose(user, 'Block Ben');
    await screen.findByText(/^You leave the groups that you are both in\./);
    serveChat({ deleted: true, blocked: true });
    await user.click(await press('Block Ben'));
    await screen.findByText('You blocked Ben.', { selector: '.action-bar p' });
    expect(callsOf(blockUser).map(({ input }) => input.get('userId'))).toEqual([ben.id]);
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    serve(unblockUser, () => success(unblockUser, {}));
    serveChat({ deleted: true });
    await user.click(await press('Unblock'));
    await user.click(await press('Unblock Ben'));
    await screen.findByText(/You’re no longer contacts/);
  });

  test('that fails keeps the dialog open with the reason', async () => {
    serve(blockUser, () => refusal('TOO_MANY_REQUESTS'));
    const { user } = await open();
    await choose(user, 'Block Ben');
    await user.click(await press('Block Ben'));
    await screen.findByRole('alert');
    await screen.findByRole('textbox', { name: 'Message' });
  });

  test('is not offered in a group', async () => {
    serveChat({ direct: false, userId: null, name: 'Walks' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Report…' });
    expect(screen.queryByRole('menuitem', { name: /Block/ })).toBeNull();
  });
});

describe('editing a message', () => {
  async function edit(user: User) {
    await user.click(await screen.findByText('Stop it'));
    await user.click(await press('Edit message'));
    return within(await screen.findByRole('dialog')).findByRole<HTMLTextAreaElement>('textbox');
  }

  test('keeps what is typed over a reload until it is saved', async () => {
    const now = instant(Date.now());
    const own = message(2, ana, '<p>Stop it</p>', { dateTimeSent: now });
    serveMessages(own);
    const first = await open();
    const box = await edit(first.user);
    await first.user.clear(box);
    await first.user.type(box, 'Please stop');
    first.close();

    const second = await open();
    expect((await edit(second.user)).value).toBe('Please stop');
    serve(editChatMessage, () => success(editChatMessage, { data: [own] }));
    await second.user.click(await press('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = callsOf(editChatMessage);
    expect(sent?.input.get('messageText')).toContain('Please stop');
    second.close();

    const third = await open();
    expect((await edit(third.user)).value).toBe('Stop it');
  });
});

describe('the focus after a dialog that was opened from the actions of a message', () => {
  const actions = () => screen.findByRole('button', { name: /^Actions for your message/ });

  async function chooseAction(name: string) {
    serveMessages(message(2, ana, '<p>Stop it</p>', { dateTimeSent: instant(Date.now()) }));
    const { user } = await open();
    (await actions()).focus();
    await user.keyboard('{Enter}');
    await user.click(await press(name));
    return user;
  }

  test('is on their button when an edit is left', async () => {
    const user = await chooseAction('Edit message');
    const field = within(await screen.findByRole('dialog')).getByRole('textbox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.click(await press('Close'));
    const button = await actions();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('is on the row of the message when it was deleted', async () => {
    const user = await chooseAction('Delete message');
    const deleted = { ...message(2, ana, ''), deleted: true as const };
    serve(deleteChatMessage, () => success(deleteChatMessage, { data: [deleted] }));
    const [, confirm] = await screen.findAllByRole('button', {
      name: 'Delete message',
      hidden: true,
    });
    await user.click((confirm ?? (await press('Delete message'))) as HTMLElement);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Message deleted'));
    expect(document.activeElement?.tagName).toBe('LI');
  });
});

describe('reporting', () => {
  const said = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /What happened/ });

  test('a chat needs a reason and sends it with the text', async () => {
    serve(reportContent, () => success(reportContent, { alreadyOpen: false }));
    const { user } = await open();
    await choose(user, 'Report…');
    await screen.findByText(/Staff see the newest message and the ten before it/);
    await user.click(await press('Send report'));
    await screen.findByText('Please choose a reason');
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]));
    await user.click(screen.getByRole('radio', { name: 'Threats' }));
    await user.type(said(), 'Every day');
    await user.click(await press('Send report'));
    await screen.findByText('Reported. We tell you when it’s decided.');
    const [sent] = callsOf(reportContent);
    expect(Object.fromEntries(sent?.input ?? [])).toEqual({
      subjectType: 'CHAT',
      subjectId: CHAT,
      within: '',
      reasonCode: 'THREAT',
      text: 'Every day',
    });
    expect(sent?.key).not.toBeNull();
    expect(callsOf(blockUser)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a message names it by its time and can block its writer, who is tried again without a second report', async () => {
    serve(reportContent, () => success(reportContent, { alreadyOpen: false }));
    serve(blockUser, () => refusal('UNAVAILABLE'));
    const { user } = await open();
    await user.click(await screen.findByText('You fool'));
    await user.click(await press('Report message'));
    await screen.findByText(/Staff see this message and the ten before it/);
    await user.click(screen.getByRole('radio', { name: 'Bullying or harassment' }));
    await user.click(screen.getByRole('checkbox', { name: 'Also block Ben' }));
    await user.click(await press('Send report'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      `Your report was sent, but Ben may not be blocked yet. ${LOST_RESPONSE}`,
    );
    serve(blockUser, () => success(blockUser, {}));
    await user.click(await press('Send report'));
    await screen.findByText('Reported. We tell you when it’s decided.');
    expect(callsOf(reportContent).map(({ input }) => input.get('subjectId'))).toEqual([
      new Date(NOW).toISOString(),
    ]);
    expect(callsOf(blockUser)).toHaveLength(3);
  });

  test('a picture without a caption shows what is reported', async () => {
    serveMessages(message(1, ben, '', { picture: { url: '/media/x.jpg', width: 4, height: 3 } }));
    const { user } = await open();
    await user.click(
      await screen.findByRole('button', { name: /^Actions for the message of Ben Okafor/ }),
    );
    await user.click(await press('Report message'));
    const dialog = screen.getByRole('dialog');
    expect(dialog.querySelector('blockquote')?.textContent).toBe('Picture');
  });

  test('keeps the text after a lost response and is repeated with the same key', async () => {
    serve(reportContent, lost);
    const { user } = await open();
    await choose(user, 'Report…');
    await user.click(screen.getByRole('radio', { name: 'Something else' }));
    await user.type(said(), 'It is odd');
    await user.click(await press('Send report'));
    await screen.findByRole('alert');
    expect(said().value).toBe('It is odd');
    serve(reportContent, () => success(reportContent, { alreadyOpen: false }));
    await user.click(await press('Send report'));
    await waitFor(() => expect(callsOf(reportContent)).toHaveLength(3));
    expect(new Set(callsOf(reportContent).map(({ key }) => key)).size).toBe(1);
  });

  test('keeps the reason and what is typed over a reload', async () => {
    serve(reportContent, () => success(reportContent, { alreadyOpen: false }));
    const first = await open();
    await choose(first.user, 'Report…');
    await first.user.click(screen.getByRole('radio', { name: 'Threats' }));
    await first.user.type(said(), 'It is odd');
    first.close();
    const second = await open();
    await choose(second.user, 'Report…');
    expect(said().value).toBe('It is odd');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Threats' }).checked).toBe(true);
    await second.user.click(await press('Send report'));
    await waitFor(() => expect(callsOf(reportContent)).toHaveLength(1));
    expect(callsOf(reportContent)[0]?.input.get('reasonCode')).toBe('THREAT');
  });

  test('begins without a reason and a text after it was sent', async () => {
    serve(reportContent, () => success(reportContent, { alreadyOpen: false }));
    const first = await open();
    await choose(first.user, 'Report…');
    await first.user.click(screen.getByRole('radio', { name: 'Threats' }));
    await first.user.type(said(), 'It is odd');
    await first.user.click(await press('Send report'));
    await screen.findByText('Reported. We tell you when it’s decided.');
    first.close();
    const second = await open();
    await choose(second.user, 'Report…');
    expect(said().value).toBe('');
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });

  test('with a text that is too long has its error at the field', async () => {
    const { user } = await open();
    await choose(user, 'Report…');
    await user.click(screen.getByRole('radio', { name: 'Something else' }));
    await user.click(said());
    await user.paste('a'.repeat(REPORT_TEXT_MAX + 1));
    await user.click(await press('Send report'));
    expect(said().getAttribute('aria-invalid')).toBe('true');
    expect(callsOf(reportContent)).toEqual([]);
  });

  test('is not offered for the viewer’s own message', async () => {
    const { user } = await open();
    await user.click(await screen.findByText('Stop it'));
    await screen.findByRole('button', { name: 'Copy text' });
    expect(screen.queryByRole('button', { name: 'Report message' })).toBeNull();
  });
});
