import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { viewInboxList } from '#shared/api/conversation-lists.ts';
import { paths } from '#web/paths.ts';
import { type Call, openScreen, serve, success } from '../open-screen.ts';
import { ana, inboxRow } from '../screen-fixtures.ts';

/* Lists that are longer than a few screens, in jsdom. Rows have no height there, so their usual height is assumed. */

const ROW_HEIGHT = 88;

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, nth) => inboxRow(first + nth));

/** Opens an inbox whose first page has this many conversations, and the second one 40 more. */
async function openInbox(count: number) {
  serve(viewInboxList, ({ input }: Call) => {
    const isSecond = input.get('cursor') !== null;
    const data = isSecond ? rowsFrom(count + 1, 40) : rowsFrom(1, count);
    return success(viewInboxList, {
      pageTotal: count + 40,
      data,
      cursor: isSecond ? undefined : 'second',
    });
  });
  const opened = await openScreen(paths.inbox(), ana);
  const list = await screen.findByRole('list', { name: 'Inbound Messages' });
  return { ...opened, list };
}

/** The numbers of the mounted rows, by their subjects. */
const mountedIn = (list: HTMLElement) =>
  [...list.querySelectorAll('[data-index]')].map((row) =>
    Number(/Question (\d+)/.exec(row.textContent ?? '')?.[1]),
  );

const linkTo = (list: HTMLElement, number: number) =>
  list.querySelectorAll<HTMLElement>('[data-index] a')[mountedIn(list).indexOf(number)];

/** Scrolls so that the row with this number is at the top of the screen. */
async function scrollTo(list: HTMLElement, number: number): Promise<void> {
  const top = -(number - 1) * ROW_HEIGHT;
  jest.spyOn(list, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect);
  await act(async () => document.dispatchEvent(new Event('scroll')));
}

test('a list of three screens is mounted as a whole', async () => {
  const { list } = await openInbox(60);
  expect(mountedIn(list)).toHaveLength(60);
  expect(list.querySelector('[aria-setsize], li[aria-hidden]')).toBeNull();
});

test('of a longer list only the rows near the screen are mounted, and screen readers know their places', async () => {
  const { list } = await openInbox(200);
  expect(mountedIn(list).slice(0, 3)).toEqual([1, 2, 3]);
  expect(mountedIn(list).length).toBeLessThan(40);
  await scrollTo(list, 100);
  const numbers = mountedIn(list);
  expect(numbers).toContain(100);
  expect(numbers[0]).toBeGreaterThan(80);
  expect(numbers.at(-1)).toBeLessThan(130);
  const [first] = list.querySelectorAll('[data-index]');
  expect(first?.getAttribute('aria-posinset')).toBe(String(numbers[0]));
  expect(first?.getAttribute('aria-setsize')).toBe('200');
});

test('the row with the focus stays mounted with its neighbors wherever the list is scrolled', async () => {
  const { list, user } = await openInbox(200);
  const focused = linkTo(list, 5);
  focused?.focus();
  await scrollTo(list, 150);
  expect(mountedIn(list).slice(0, 3)).toEqual([4, 5, 6]);
  await waitFor(() => expect(document.activeElement).toBe(focused));
  await user.tab();
  await waitFor(() => expect(document.activeElement).toBe(linkTo(list, 6)));
  await scrollTo(list, 1);
  await waitFor(() => expect(document.activeElement).toBe(linkTo(list, 6)));
});

test('a list that becomes long keeps what is mounted, and its next page can be reached', async () => {
  const { list, user } = await openInbox(50);
  const last = linkTo(list, 50);
  await user.click(screen.getByRole('button', { name: 'Load Older Messages' }));
  await waitFor(() => expect(list.querySelector('[aria-setsize="90"]')).not.toBeNull());
  expect(linkTo(list, 50)).toBe(last);
  await scrollTo(list, 85);
  expect(mountedIn(list)).toContain(90);
  expect(mountedIn(list)).not.toContain(50);
});

test('all rows are printed', async () => {
  const { list } = await openInbox(200);
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  expect(mountedIn(list)).toHaveLength(200);
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(mountedIn(list).length).toBeLessThan(40);
});
