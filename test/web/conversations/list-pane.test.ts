import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import {
  createOrderMessage,
  viewInboxMessages,
  viewOrderMessages,
} from '#shared/api/conversation-messages.ts';
import { markInboxAsRead, viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { viewDrafts } from '#shared/api/drafts.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, message, NOW, orderRow } from '../screen-fixtures.ts';

/* The list beside the letter on a wide screen. docs/product/conversations.md#lists */

let wide: boolean;
let hasThreePanes: boolean;

// The pane loads when it is first shown, and compiling it takes longer than a test waits.
beforeAll(async () => {
  await import('#web/features/conversations/pages/inbox/InboxPane.tsx');
  await import('#web/features/conversations/pages/orders/OrdersPane.tsx');
  await import('#web/features/conversations/pages/inbox/ConversationMenu.tsx');
  await import('#web/features/conversations/thread/LetterPane.tsx');
  await import('#web/features/conversations/pages/inbox/AnswerPane.tsx');
  await import('#web/features/conversations/pages/orders/AboutPane.tsx');
});

beforeEach(() => {
  wide = true;
  hasThreePanes = false;
  // The app moves the focus only on later pages of a visit; on the first page the browser sets it.
  window.history.replaceState({ key: 'second', idx: 1 }, '');
  const { matchMedia } = window;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches:
      (wide && query === '(min-width: 62.5rem)') ||
      (hasThreePanes && query === '(min-width: 75rem)'),
  }));
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  serve(viewInboxList, () =>
    success(viewInboxList, { data: [inboxRow(1), inboxRow(2)], pageTotal: 2 } as never),
  );
  serve(viewOrderList, () =>
    success(viewOrderList, { data: [orderRow(1), orderRow(2)], pageTotal: 2 } as never),
  );
  serve(viewDrafts, () => success(viewDrafts, { data: [], pageTotal: 0 }));
  const opened = ({ input }: { input: URLSearchParams }) => {
    const id = input.get('id') ?? '';
    return { data: [{ ...message, id, subject: `Question ${id.at(-1)}` }] };
  };
  serve(viewInbox, (call) => success(viewInbox, opened(call)));
  serve(viewOrder, (call) => success(viewOrder, opened(call)));
  serve(viewInboxMessages, () => success(viewInboxMessages, { data: [], pageTotal: 0 }));
  serve(viewOrderMessages, () => success(viewOrderMessages, { data: [], pageTotal: 0 }));
});

const unreadQuestion: Message = {
  id: '01J0000000000000000000000Q',
  kind: 'QUESTION',
  body: '<p>Is this read?</p>',
  senderId: ben.id,
  senderName: ben.fullName,
  senderAvatar: null,
  dateTimeSent: NOW,
  messageRead: false,
  dateTimeRead: null,
};

/** Sorts elements as the document has them. */
const inDocument = (one: Element, other: Element) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

const pane = (name: string) => screen.findByRole('complementary', { name });

describe('on a wide screen', () => {
  test.each([
    ['the inbox', paths.inbox(), 'Inbound Messages', paths.inboxViewer(inboxRow(2).id), ana],
    ['the orders', paths.orders(), 'Outbound Messages', paths.orderViewer(orderRow(2).id), ben],
  ])('%s stays beside the letter that is opened from it', async (_, list, name, letter, viewer) => {
    const { user, pathname } = await openScreen(list, viewer);
    const before = await pane(name);
    screen.getByText('Choose a letter');
    await user.click(await within(before).findByRole('link', { name: /Question 2/ }));
    await screen.findByRole('heading', { level: 1, name: 'Question 2' });
    expect(pathname()).toBe(letter);
    expect(await pane(name)).toBe(before);
    const chosen = within(before).getByRole('link', { current: 'page' });
    expect(chosen.textContent).toContain('Question 2');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  test('there is one main region, and the list is not in it', async () => {
    await openScreen(paths.inbox(), ana);
    const list = await pane('Inbound Messages');
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getByRole('main').contains(list)).toBe(false);
  });

  test('a letter says its place among those to answer, with ways to its neighbors', async () => {
    const { user, pathname } = await openScreen(paths.inboxViewer(inboxRow(2).id), ana);
    await screen.findByText('2 of 2 to answer');
    await user.click(screen.getByRole('link', { name: 'Letter above' }));
    await screen.findByText('1 of 2 to answer');
    expect(pathname()).toBe(paths.inboxViewer(inboxRow(1).id));
  });

  test('the filter of the list stays while letters are opened', async () => {
    const { user, search } = await openScreen(`${paths.inbox()}?filter=OPEN`, ana);
    const list = await pane('Inbound Messages');
    await user.click(await within(list).findByRole('link', { name: /Question 1/ }));
    await screen.findByRole('heading', { level: 1, name: 'Question 1' });
    expect(search()).toBe('');
    const filter = within(list).getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    expect(filter.value).toBe('OPEN');
    await user.selectOptions(filter, 'EXPIRED');
    await waitFor(() =>
      expect(callsOf(viewInboxList).map(({ input }) => input.get('filter'))).toContain('EXPIRED'),
    );
    screen.getByRole('heading', { level: 1, name: 'Question 1' });
  });

  test.each([
    ['a decline', paths.decline(inboxRow(1).id), 'Decline letter', 'Inbound Messages', ana],
    ['a reply', paths.orderReply(orderRow(1).id), 'Reply to Message', 'Outbound Messages', ben],
  ])(
    'the list stays beside the form of %s, with its letter marked',
    async (_, form, title, name, viewer) => {
      await openScreen(form, viewer);
      await screen.findByRole('heading', { level: 1, name: title });
      const marked = await within(await pane(name)).findByRole('link', { current: true });
      expect(marked.textContent).toContain('Question 1');
      expect(screen.queryByRole('complementary', { name: 'The letter' })).toBeNull();
    },
  );
});

describe('on a screen with room for three panes', () => {
  beforeEach(() => {
    hasThreePanes = true;
  });

  test.each([
    ['a question before the answer', paths.askFirst(inboxRow(1).id), 'Inbound Messages', ana],
    ['a reply to an order', paths.orderReply(orderRow(1).id), 'Outbound Messages', ben],
  ])(
    'list and letter stand before the form of %s, which has the only h1',
    async (_, form, name, viewer) => {
      await openScreen(form, viewer);
      const list = await pane(name);
      const letter = await pane('The letter');
      await within(letter).findByRole('heading', { level: 2, name: 'Question 1' });
      const main = screen.getByRole('main');
      const order = [list, letter, main];
      expect([...order].sort(inDocument)).toEqual(order);
      const headings = screen.getAllByRole('heading', { level: 1 });
      expect(headings).toHaveLength(1);
      expect(main.parentElement?.contains(headings[0] ?? null)).toBe(true);
    },
  );

  test.each([
    ['the letter', paths.inboxViewer(inboxRow(1).id)],
    ['the form of its answer', paths.paidReply(inboxRow(1).id)],
  ])('list, letter and answer are side by side at the address of %s', async (_, address) => {
    await openScreen(address, ana);
    const list = await pane('Inbound Messages');
    const answer = await pane('Your answer');
    await within(answer).findByRole('textbox', { name: 'Your answer to Ben' });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Question 1' });
    const main = screen.getByRole('main');
    expect(main.contains(heading)).toBe(true);
    const order = [list, main, answer];
    expect([...order].sort(inDocument)).toEqual(order);
    within(answer).getByRole('link', { name: /^Ask/ });
    within(answer).getByRole('button', { name: /^Send and earn/ });
    expect(within(main).queryByRole('link', { name: /^Reply and earn/ })).toBeNull();
  });

  test('an arrow opens the next letter with an answer of its own', async () => {
    const { user, pathname } = await openScreen(paths.inboxViewer(inboxRow(1).id), ana);
    await screen.findByText('1 of 2 to answer');
    expect(screen.getByRole('button', { name: 'Letter above' })).toHaveProperty('disabled', true);
    const editor = await screen.findByRole('textbox', { name: 'Your answer to Ben' });
    await user.click(screen.getByRole('link', { name: 'Letter below' }));
    await screen.findByRole('heading', { level: 1, name: 'Question 2' });
    expect(pathname()).toBe(paths.inboxViewer(inboxRow(2).id));
    await waitFor(() => expect(editor.isConnected).toBe(false));
    await screen.findByRole('textbox', { name: 'Your answer to Ben' });
  });

  test('the answer session has the list and the answer beside its letter from the start', async () => {
    const { user } = await openScreen(paths.answer(), ana);
    await pane('Inbound Messages');
    const heading = () => screen.findByRole('heading', { level: 2, name: /^Question/ });
    const { textContent: before } = await heading();
    const first = await screen.findByRole('textbox', { name: 'Your answer to Ben' });
    screen.getByRole('button', { name: /^Send and earn/ });
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(async () => expect((await heading()).textContent).not.toBe(before));
    await waitFor(() => expect(first.isConnected).toBe(false));
    await screen.findByRole('textbox', { name: 'Your answer to Ben' });
  });

  test('a letter that waits for nothing has no answer beside it', async () => {
    serve(viewInbox, () =>
      success(viewInbox, { data: [{ ...message, status: 'OPEN', moneyState: 'CHARGED' }] }),
    );
    await openScreen(paths.inboxViewer(message.id), ana);
    await screen.findByRole('textbox', { name: 'Write to Ben, free of charge' });
    expect(screen.queryByRole('complementary', { name: 'Your answer' })).toBeNull();
  });

  test('an order has its state beside it, and a free reply is written under it', async () => {
    serve(viewOrder, () =>
      success(viewOrder, { data: [{ ...message, status: 'OPEN', moneyState: 'CHARGED' }] }),
    );
    serve(createOrderMessage, () => success(createOrderMessage, {} as never));
    const { user } = await openScreen(paths.orderViewer(message.id), ben);
    const about = await pane('About this letter');
    await within(about).findByRole('button', { name: /timeline$/ });
    expect(
      within(screen.getByRole('main')).queryByRole('button', { name: /timeline$/ }),
    ).toBeNull();
    const field = await screen.findByRole('textbox', { name: 'Write to Ana, free of charge' });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Please enter a message');
    await user.type(field, 'Thank you.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(callsOf(createOrderMessage)).not.toEqual([]));
    expect(new Set(callsOf(createOrderMessage).map(({ key }) => key)).size).toBe(1);
    expect(field).toHaveProperty('value', '');
  });

  test('a letter that does not exist leaves its place to the sentence that says so', async () => {
    serve(viewInbox, () => refusal('NOT_FOUND'));
    await openScreen(paths.askFirst(inboxRow(9).id), ana);
    await screen.findByRole('heading', { level: 1, name: 'Letter not found' });
    await pane('Inbound Messages');
    expect(screen.queryByRole('complementary', { name: 'The letter' })).toBeNull();
  });

  test('a letter beside its form is marked as read', async () => {
    serve(viewInboxMessages, () =>
      success(viewInboxMessages, { data: [unreadQuestion], pageTotal: 1 }),
    );
    serve(markInboxAsRead, () => success(markInboxAsRead, {} as never));
    await openScreen(paths.askFirst(inboxRow(1).id), ana);
    await within(await pane('The letter')).findByText('Is this read?');
    await waitFor(() => expect(callsOf(markInboxAsRead)).toHaveLength(1));
  });
});

test('on a phone the inbox is the screen, without a list beside it', async () => {
  wide = false;
  await openScreen(paths.inbox(), ana);
  const link = await screen.findByRole('link', { name: /Question 1/ });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByRole('main').contains(link)).toBe(true);
});
