import { describe, expect, test } from '@jest/globals';
import { viewInboxList } from '#shared/api/conversation-lists.ts';
import { joined, withNewestPage } from '#web/api/loaded-pages.ts';
import { changeLists, pagedQuery, queryClient } from '#web/api/queries.ts';

/* Refreshing a list with many loaded pages by its first page. */

type Row = { id: string; at: number };
type Page = { data: Row[]; pageTotal: number; cursor?: string | undefined };
const MARKS = { id: 'id', moved: 'at' };

/** Parses rows: `c9` is the row c, changed at time 9. */
const row = (words: string): Row => ({ id: words[0] ?? '', at: Number(words.slice(1)) });
const page = (words: string, cursor?: string): Page => ({
  data: words === '' ? [] : words.split(' ').map(row),
  pageTotal: 100,
  cursor,
});
const loaded = (...pages: Page[]) => ({
  pages,
  pageParams: [undefined, ...pages.slice(1).map((_, nth) => `to ${nth}`)],
});
const rowsOf = (list: { pages: Page[] } | undefined) =>
  list?.pages.flatMap(({ data }) => data.map(({ id, at }) => `${id}${at}`)).join(' ');

describe('withNewestPage', () => {
  const list = loaded(page('f6 e5', 'x'), page('d4 c3', 'y'), page('b2 a1', 'z'));

  test('keeps the loaded rows if nothing is new', () => {
    expect(rowsOf(withNewestPage(list, page('f6 e5', 'x'), MARKS))).toBe('f6 e5 d4 c3 b2 a1');
  });

  test('keeps rows that no longer fit on the first page', () => {
    expect(rowsOf(withNewestPage(list, page('g7 f6', 'w'), MARKS))).toBe('g7 f6 e5 d4 c3 b2 a1');
  });

  test('shows a row that moved up only at its new position', () => {
    expect(rowsOf(withNewestPage(list, page('b8 f6', 'w'), MARKS))).toBe('b8 f6 e5 d4 c3 a1');
  });

  test('removes a loaded row that is missing on the newest page', () => {
    expect(rowsOf(withNewestPage(list, page('f6 d4', 'w'), MARKS))).toBe('f6 d4 c3 b2 a1');
  });

  test('is undefined if every row of the newest page is new or moved, because rows in between may be missing', () => {
    expect(withNewestPage(list, page('h9 b8', 'w'), MARKS)).toBeUndefined();
    const more = joined(page('h9 b8', 'w'), page('f6 e5', 'v'));
    expect(rowsOf(withNewestPage(list, more, MARKS))).toBe('h9 b8 f6 e5 d4 c3 a1');
  });

  test('continues with the cursor of the last loaded page', () => {
    const renewed = withNewestPage(list, page('g7 f6', 'w'), MARKS);
    expect(renewed?.pages.at(-1)?.cursor).toBe('z');
  });

  test('returns only the newest page if nothing follows it', () => {
    expect(rowsOf(withNewestPage(list, page('f6'), MARKS))).toBe('f6');
  });
});

test('changing the rows of a cached list keeps the time of its last fetch', () => {
  const { queryKey } = pagedQuery(viewInboxList, { filter: 'ALL' });
  const known = { pages: [{ data: [{ id: 'a' }], pageTotal: 1 }], pageParams: [undefined] };
  queryClient.setQueryData(queryKey, known as never, { updatedAt: 5 });
  changeLists(viewInboxList, () => []);
  expect(queryClient.getQueryState(queryKey)).toMatchObject({
    dataUpdatedAt: 5,
    data: { pages: [{ data: [] }] },
  });
  queryClient.clear();
});
