import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewUserContacts } from '#shared/api/contacts.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { type Call, callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, contactRow, inboxRow, orderRow } from '../screen-fixtures.ts';

/* Paged lists in jsdom: loading, empty, more rows, and pages that fail. */

type Listed = {
  readonly name: string;
  readonly address: string;
  readonly operation: OperationSpec;
  readonly label: string;
  readonly older: string;
  /** The link of the empty list, and where it leads. */
  readonly offer: readonly [words: string, to: string];
  /** A page with these numbers as rows. */
  readonly page: (rows: readonly number[], cursor?: string) => Response;
};

const LISTS: readonly Listed[] = [
  {
    name: 'inbox',
    address: paths.inbox(),
    operation: viewInboxList,
    label: 'Inbound Messages',
    older: 'Load Older Messages',
    offer: ['Share your profile', paths.myProfile()],
    page: (rows, cursor) =>
      success(viewInboxList, { pageTotal: 4, data: rows.map(inboxRow), cursor }),
  },
  {
    name: 'outbox',
    address: paths.orders(),
    operation: viewOrderList,
    label: 'Outbound Messages',
    older: 'Load Older Messages',
    offer: ['Find someone to ask', paths.userSearch()],
    page: (rows, cursor) =>
      success(viewOrderList, { pageTotal: 4, data: rows.map(orderRow), cursor }),
  },
  {
    name: 'list of contacts',
    address: paths.contacts(),
    operation: viewUserContacts,
    label: 'Contacts',
    older: 'Load more contacts',
    offer: ['Go to Search', paths.userSearch()],
    page: (rows, cursor) =>
      success(viewUserContacts, { pageTotal: 4, data: rows.map(contactRow), cursor }),
  },
];

const named = LISTS.map((list) => [list.name, list] as const);
const rowsOf = async ({ label }: Listed) =>
  (await screen.findByRole('list', { name: label })).querySelectorAll('li').length;

/** Serves the pages 1-2, 3-4 and 5-6 of a list. */
function servePages(list: Listed): void {
  serve(list.operation, ({ input }: Call) => {
    const cursor = input.get('cursor');
    if (cursor === null) return list.page([1, 2], 'second');
    return cursor === 'second' ? list.page([3, 4], 'third') : list.page([5, 6]);
  });
}

describe('a list', () => {
  test.each(named)('says that the %s is loading', async (_, list) => {
    serve(list.operation, () => new Promise(() => undefined));
    await openScreen(list.address, ana);
    const found = await screen.findAllByRole('status');
    expect(found.map(({ textContent }) => textContent)).toContain('Loading...');
  });

  test.each(named)('offers a way on if the %s is empty', async (_, list) => {
    serve(list.operation, () => list.page([]));
    await openScreen(list.address, ana);
    const [words, to] = list.offer;
    const link = await screen.findByRole('link', { name: words });
    expect(link.getAttribute('href')).toBe(to);
  });

  test.each(named)('offers to try again if the %s could not be loaded', async (_, list) => {
    serve(list.operation, () => refusal('UNAVAILABLE'));
    const { user } = await openScreen(list.address, ana);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(list.operation, () => list.page([1, 2]));
    await user.click(again);
    expect(await rowsOf(list)).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each(named)(
    'appends the next page of the %s, and the button keeps the focus',
    async (_, list) => {
      servePages(list);
      const { user } = await openScreen(list.address, ana);
      expect(await rowsOf(list)).toBe(2);
      const button = screen.getByRole('button', { name: list.older });
      await user.click(button);
      await waitFor(async () => expect(await rowsOf(list)).toBe(4));
      await waitFor(() => expect(document.activeElement).toBe(button));
      await user.click(button);
      await waitFor(async () => expect(await rowsOf(list)).toBe(6));
      expect(screen.queryByRole('button', { name: list.older })).toBeNull();
      const pages = callsOf(list.operation).map(({ input }) => input.get('cursor'));
      expect(pages.filter((cursor) => cursor !== null)).toEqual(['second', 'third']);
    },
  );

  test.each(named)(
    'keeps its rows if the next page of the %s fails, and loads it at the next press',
    async (_, list) => {
      servePages(list);
      const { user } = await openScreen(list.address, ana);
      expect(await rowsOf(list)).toBe(2);
      serve(list.operation, () => refusal('TOO_MANY_REQUESTS'));
      await user.click(screen.getByRole('button', { name: list.older }));
      await waitFor(() =>
        expect(callsOf(list.operation).at(-1)?.input.get('cursor')).toBe('second'),
      );
      expect(await rowsOf(list)).toBe(2);
      servePages(list);
      await user.click(await screen.findByRole('button', { name: list.older }));
      await waitFor(async () => expect(await rowsOf(list)).toBe(4));
    },
  );
});

test.each([
  [
    'a commitment of 0',
    { paidResponseCommitment: 0 },
    /^With a commitment of 0 no one can write to you/,
    ['Set price and commitment', paths.updateInboundMessageConfig()],
  ],
  [
    'a pause',
    { paidResponseCommitment: 10, paused: { until: null } },
    'You have paused, so no one can write to you.',
    ['Change your pause', paths.updateAvailability()],
  ],
] as const)(
  'the empty inbox of a user with %s says why, and leads to that setting',
  async (_, settings, why, [words, to]) => {
    const pricing = { userId: ana.id, paidResponsePrice: cents(2_500), ...settings };
    serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
    serve(viewInboxList, () => success(viewInboxList, { pageTotal: 0, data: [] }));
    await openScreen(paths.inbox(), ana);
    await screen.findByText(why);
    expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(to);
  },
);

test.each([
  ['inbox', paths.inbox(), viewInboxList],
  ['outbox', paths.orders(), viewOrderList],
] as const)(
  'the %s offers all messages if its filter finds none',
  async (_, address, operation) => {
    serve(operation, () => success(operation, { pageTotal: 0, data: [] }));
    const { user, search } = await openScreen(`${address}?filter=OPEN`, ana);
    expect(search()).toBe('?filter=OPEN');
    await user.click(await screen.findByRole('button', { name: 'Show all letters' }));
    expect(search()).toBe('');
  },
);
