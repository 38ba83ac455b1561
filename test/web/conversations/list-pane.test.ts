import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewInboxList, viewOrderList } from '../../../shared/api/conversation-lists.ts';
import { viewInboxMessages, viewOrderMessages } from '../../../shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '../../../shared/api/conversations.ts';
import { viewDrafts } from '../../../shared/api/drafts.ts';
import { paths } from '../../../web/src/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, message, orderRow } from '../screen-fixtures.ts';

/* The list beside the letter on a wide screen. docs/product/conversations.md#lists */

let wide: boolean;

// The pane loads when it is first shown, and compiling it takes longer than a test waits.
beforeAll(async () => {
  await import('../../../web/src/features/conversations/pages/inbox/InboxPane.tsx');
  await import('../../../web/src/features/conversations/pages/orders/OrdersPane.tsx');
  await import('../../../web/src/features/conversations/pages/inbox/ConversationMenu.tsx');
});

beforeEach(() => {
  wide = true;
  // The app moves the focus only on later pages of a visit; on the first page the browser sets it.
  window.history.replaceState({ key: 'second', idx: 1 }, '');
  const { matchMedia } = window;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: wide && query === '(min-width: 62.5rem)',
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

const pane = (name: string) => screen.findByRole('complementary', { name });

describe('on a wide screen', () => {
  test.each([
    ['the inbox', paths.inbox(), 'Inbound Messages', paths.inboxViewer(inboxRow(2).id), ana],
    ['the orders', paths.orders(), 'Outbound Messages', paths.orderViewer(orderRow(2).id), ben],
  ])('%s stays beside the letter that is opened from it', async (_, list, name, letter, viewer) => {
    const { user, pathname } = await openScreen(list, viewer);
    const before = await pane(name);
    screen.getByText('Choose a message');
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

  test('the filter of the list stays while letters are opened', async () => {
    const { user, search } = await openScreen(`${paths.inbox()}?filter=OPEN`, ana);
    const list = await pane('Inbound Messages');
    await user.click(await within(list).findByRole('link', { name: /Question 1/ }));
    await screen.findByRole('heading', { level: 1, name: 'Question 1' });
    expect(search()).toBe('');
    const filter = within(list).getByRole<HTMLSelectElement>('combobox', { name: 'Filter by' });
    expect(filter.value).toBe('OPEN');
    await user.selectOptions(filter, 'EXPIRED');
    await waitFor(() =>
      expect(callsOf(viewInboxList).map(({ input }) => input.get('filter'))).toContain('EXPIRED'),
    );
    screen.getByRole('heading', { level: 1, name: 'Question 1' });
  });

  test('a form about a message has no list beside it', async () => {
    await openScreen(paths.decline(inboxRow(1).id), ana);
    await screen.findByRole('heading', { level: 1, name: 'Decline message' });
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

test('on a phone the inbox is the screen, without a list beside it', async () => {
  wide = false;
  await openScreen(paths.inbox(), ana);
  const link = await screen.findByRole('link', { name: /Question 1/ });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByRole('main').contains(link)).toBe(true);
});
