import * as z from 'zod/mini';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { invalidInput } from '#shared/refusals.ts';
import { searchedText } from '#shared/rules/search/search.ts';
import { finds } from '#shared/rules/search/topics.ts';
import { isPublic, type User } from '../storage/accounts/users.ts';
import { findableOf } from '../storage/search/findable.ts';
import { findMatches } from '../storage/search/search.ts';
import type { TableReader } from '../storage/table.ts';

/* Pages of the people whom a text finds. docs/product/search.md#results */

export type TextSearch = {
  readonly searchText: string;
  readonly skip?: number | undefined;
  readonly cursor?: string | undefined;
};

/** The cursor: the last match of the page, how many people were shown so far, and how many matched in all. */
const cursorParts = z.tuple([
  // JSON can contain a lone surrogate, which DynamoDB rejects.
  z.string().check(z.regex(/^\P{Surrogate}*$/u)),
  z.int().check(z.minimum(0)),
  z.int().check(z.minimum(0)),
]);
const FROM_THE_START = [undefined, 0, undefined] as const;

/** The most reads of accounts for one page. If few people pass a filter, the page ends there, with a cursor. */
const READS_MAX = 10;

/** Whether the text finds this account now: an index entry may be of an earlier name or bio. */
export const isFound = (user: User, searchText: string): boolean =>
  isPublic(user) && finds(searchedText(searchText), findableOf(user));

/** Returns a page of the rows that `rowsOf` makes of the people whom a text finds, without those that it leaves out. */
export async function foundPage<Row extends { readonly id: string }>(
  table: TableReader,
  search: TextSearch,
  rowsOf: (userIds: readonly string[]) => Promise<readonly Row[]>,
) {
  const text = searchedText(search.searchText);
  const [after, shownBefore, known] =
    search.cursor === undefined ? FROM_THE_START : readCursor(search.cursor);
  const matches = await findMatches(table, text, after);
  if (!matches) throw invalidCursor();
  const skipped = await matches.take(search.cursor === undefined ? (search.skip ?? 0) : 0);
  const people = new Map<string, Row>();
  let dropped = 0;
  let last: string | undefined;
  // Repeats only if an entry was left out, by a filter or because a name has just changed: the next matches fill the page.
  for (let reads = 0; people.size < PAGE_SIZE && reads < READS_MAX; reads += 1) {
    const hits = await matches.take(PAGE_SIZE - people.size);
    if (hits.length === 0) break;
    const rows = await rowsOf(hits.map(({ userId }) => userId));
    for (const row of rows) people.set(row.id, row);
    dropped += hits.length - rows.length;
    last = hits.at(-1)?.at;
  }
  const more = await matches.more();
  const shown = shownBefore + skipped.length + people.size;
  // The total grows while there are more matches than were counted, so that a client that pages by `skip` continues.
  const pageTotal = Math.max(known ?? matches.counted() - dropped, shown + (more ? 1 : 0));
  const cursor = more && last !== undefined ? cursorOf([last, shown, pageTotal]) : undefined;
  return { pageTotal, data: [...people.values()], ...(cursor && { cursor }) };
}

const cursorOf = (parts: z.infer<typeof cursorParts>) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

function readCursor(cursor: string): z.infer<typeof cursorParts> {
  try {
    return cursorParts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidCursor();
  }
}

const invalidCursor = () => invalidInput({ cursor: 'This cursor isn’t valid' });
