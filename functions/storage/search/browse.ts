import type { Outcomes } from '#shared/rules/profiles/odds.ts';
import {
  type BrowseFilter,
  creatorAt,
  isInForce,
  type Listing,
  passes,
} from '#shared/rules/search/browsing.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import { ifNotExpired, type User } from '../accounts/users.ts';
import { browsePartition, type Key, monthKey, oddsKey, sitemapList, userKey } from '../keys.ts';
import type { Month } from '../month-counters.ts';
import type { TableReader } from '../table.ts';

/*
 * Reading the lists of browsing. A list is read from the best rank on, or from a cursor, and only as far as a page needs; reads are
 * eventually consistent. An entry may be of an earlier account, so what is shown is read from the account.
 */

/** An entry is about 150 bytes, so a read of this many entries costs 2 to 4 read units. */
const ENTRIES_PER_READ = 200;
/** The most reads for one page: 1,000 entries. A page whose filter few creators pass ends there, with a cursor. */
const READS_MAX = 5;

/** A creator of a list. */
export type Listed = {
  readonly user: User | undefined;
  readonly outcomes: Outcomes;
  /** How many messages of this month's commitment are reserved. */
  readonly reserved: number;
};

/** `next`: the cursor of the next page; undefined at the end of the list. */
export type BrowsePage = { readonly creators: readonly Listed[]; readonly next?: string };

type Entry = Key & Listing;

/**
 * Returns the next creators of a list who pass the filter, at most `count`, and whom `isShown` accepts as their account is now. Fewer
 * at the end of the list, and when 1,000 entries were read.
 */
export async function browsePage(
  table: TableReader,
  list: string,
  asked: {
    readonly filter: BrowseFilter;
    readonly isShown: (listed: Listed) => boolean;
    readonly count: number;
    readonly after?: string | undefined;
  },
  now: Instant,
): Promise<BrowsePage> {
  const partition = browsePartition(list);
  const creators: Listed[] = [];
  let after = asked.after;
  for (let reads = 1; reads <= READS_MAX; reads += 1) {
    const { items, next } = await table.query<Entry>({
      partition,
      ...(after !== undefined && { from: { pk: partition, sk: after } }),
      // Without a filter nearly every entry is shown.
      limit: reads === 1 && isEmpty(asked.filter) ? 2 * asked.count : ENTRIES_PER_READ,
    });
    const passing = items.filter(
      (entry) => isInForce(entry.sk, entry, now) && passes(entry, asked.filter),
    );
    while (passing.length > 0) {
      const batch = passing.splice(0, asked.count - creators.length);
      const ids = batch.map(({ sk }) => creatorAt(sk));
      const shown = (await listedUsers(table, ids, now)).filter(asked.isShown);
      creators.push(...shown);
      if (creators.length < asked.count) continue;
      const hasMore = passing.length > 0 || next !== undefined;
      return { creators, ...(hasMore && { next: batch.at(-1)?.sk ?? '' }) };
    }
    if (!next) return { creators };
    after = String(next.sk);
  }
  return { creators, ...(after !== undefined && { next: after }) };
}

const isEmpty = ({ priceFrom, priceTo, hours, odds }: BrowseFilter) =>
  [priceFrom, priceTo, hours, odds].every((part) => part === undefined);

/** Reads accounts, their odds and what is left of their month, in one call. Eventually consistent. */
export async function listedUsers(
  table: TableReader,
  userIds: readonly string[],
  now: Instant,
): Promise<Listed[]> {
  const keys = userIds.flatMap((userId) => [
    userKey(userId),
    monthKey(userId, monthOf(now)),
    oddsKey(userId),
  ]);
  const found = await table.getMany<unknown>(keys, 'eventual');
  return userIds.map((_, nth) => {
    const [user, month, ended] = found.slice(3 * nth, 3 * nth + 3);
    return {
      user: ifNotExpired(user as User | undefined, now),
      reserved: (month as Partial<Month> | undefined)?.reservedCount ?? 0,
      outcomes: (ended as { outcomes?: Outcomes } | undefined)?.outcomes ?? {},
    };
  });
}

/** Returns the usernames on a page of the sitemap, at most `max`. */
export async function sitemapUsernames(
  table: TableReader,
  page: number,
  max: number,
): Promise<string[]> {
  const partition = browsePartition(sitemapList(page));
  const usernames: string[] = [];
  let from: { pk: string; sk: string } | undefined;
  do {
    const { items, next } = await table.query<{ username: string }>({
      partition,
      limit: max - usernames.length,
      ...(from && { from }),
    });
    usernames.push(...items.map(({ username }) => username));
    from = next as typeof from;
  } while (from && usernames.length < max);
  return usernames;
}
