import * as z from 'zod/mini';
import type { Output } from '../../shared/api/operation.ts';
import { PAGE_SIZE } from '../../shared/api/paging.ts';
import { searchUsers } from '../../shared/api/search.ts';
import { formatMoney } from '../../shared/money.ts';
import { invalidInput } from '../../shared/refusals.ts';
import { isOpen } from '../../shared/rules/conversations/availability.ts';
import { startingPrice } from '../../shared/rules/conversations/tiers.ts';
import { hasVerifiedBadge } from '../../shared/rules/profiles/badge.ts';
import { remainingOf } from '../../shared/rules/profiles/response-rate.ts';
import { searchedText } from '../../shared/rules/search/search.ts';
import { finds } from '../../shared/rules/search/topics.ts';
import type { Instant } from '../../shared/time.ts';
import { commitmentOf } from '../accounts/blocked-accounts.ts';
import { serve } from '../serve.ts';
import { isPublic, type User } from '../storage/accounts/users.ts';
import { recipientsVisibleTo, type VisibleRecipient } from '../storage/contacts/contacts.ts';
import { findableOf } from '../storage/search/findable.ts';
import { findMatches } from '../storage/search/search.ts';
import type { TableReader } from '../storage/table.ts';

/**
 * Returns the people whose username or full name contains a text, or whose bio or field has a word that begins with it. Those with
 * a name of which a word begins with the text come first.
 */
export const handler = serve(searchUsers, (input, { table, caller, now }) =>
  searchPage(table, input, caller.userId, now),
);

/* Search results. docs/product/search.md#results */

type Found = Output<typeof searchUsers>['data'][number];
type Search = {
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

/** Returns a page of the people whom the text finds now. An index entry of an earlier name or bio is skipped. */
async function searchPage(table: TableReader, search: Search, viewerId: string, now: Instant) {
  const text = searchedText(search.searchText);
  const [after, shownBefore, known] =
    search.cursor === undefined ? FROM_THE_START : readCursor(search.cursor);
  const matches = await findMatches(table, text, after);
  if (!matches) throw invalidCursor();
  const skipped = await matches.take(search.cursor === undefined ? (search.skip ?? 0) : 0);
  const people = new Map<string, Found>();
  let dropped = 0;
  let last: string | undefined;
  // Repeats only if an entry was skipped because a name has just changed: the next matches fill the page.
  while (people.size < PAGE_SIZE) {
    const hits = await matches.take(PAGE_SIZE - people.size);
    if (hits.length === 0) break;
    const ids = hits.map(({ userId }) => userId);
    const seen = await recipientsVisibleTo(table, viewerId, ids, now);
    const found = seen.flatMap(({ user, ...rest }) =>
      user && isFound(user, text) ? [foundView(user, rest, now)] : [],
    );
    for (const person of found) people.set(person.id, person);
    dropped += hits.length - found.length;
    last = hits.at(-1)?.at;
  }
  const more = await matches.more();
  const shown = shownBefore + skipped.length + people.size;
  // The total grows while there are more matches than were counted, so that a client that pages by `skip` continues.
  const pageTotal = Math.max(known ?? matches.counted() - dropped, shown + (more ? 1 : 0));
  const cursor = more && last !== undefined ? cursorOf([last, shown, pageTotal]) : undefined;
  return { pageTotal, data: [...people.values()], ...(cursor && { cursor }) };
}

const isFound = (user: User, text: string) => isPublic(user) && finds(text, findableOf(user));

function foundView(
  user: User,
  { state, reserved, blocksViewer }: Omit<VisibleRecipient, 'user'>,
  now: Instant,
): Found {
  const paidResponseCommitment = blocksViewer ? 0 : commitmentOf(user);
  return {
    id: user.id,
    userContactId: state === 'NONE' ? null : user.id,
    fullName: user.fullName,
    username: user.username,
    profileImageUrl: user.avatarUrl ?? null,
    trusted: hasVerifiedBadge(user),
    contact: state === 'CONTACT',
    active: remainingOf(paidResponseCommitment, reserved) > 0 && isOpen(user, now),
    paidResponseCommitment,
    paidResponsePriceFormatted: formatMoney(startingPrice(user)),
  };
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

const invalidCursor = () => invalidInput({ cursor: 'This cursor is not valid' });
