import { ID_ALPHABET } from '../../ids.ts';
import type { Cents } from '../../money.ts';
import { type Instant, toSeconds } from '../../time.ts';
import { startingPrice, type Tier } from '../conversations/tiers.ts';
import { categoryOf, isSubCategoryOf } from '../profiles/categories.ts';
import { isHidden } from '../profiles/listing.ts';
import { type Outcomes, oddsOf, oddsUntil } from '../profiles/odds.ts';

/*
 * Browsing: the lists of creators by category and sub-category, and one of all of them. docs/product/discovery.md
 *
 * A list has an entry for each creator, sorted by rank. It contains what can be filtered by, so that a filter reads entries and
 * not accounts. A creator with odds has a second entry, which ranks them and expires with the odds; until then the first one
 * is passed over.
 */

/** The list of all creators. */
export const EVERYBODY = 'ALL';

/** The sub-categories of a profile, at most three. One that is not of its category does not count. */
export function subCategoriesOfProfile(profile: Fields): string[] {
  const { categoryId, subCategoryId, secondSubCategoryId, thirdSubCategoryId } = profile;
  const chosen = [subCategoryId, secondSubCategoryId, thirdSubCategoryId];
  return [...new Set(chosen)].filter(
    (id): id is string => id !== undefined && isSubCategoryOf(id, categoryId),
  );
}

type Fields = {
  readonly categoryId?: string;
  readonly subCategoryId?: string;
  readonly secondSubCategoryId?: string;
  readonly thirdSubCategoryId?: string;
};

/** What decides whether a public account is listed, where, and with which entries. */
export type Creator = Fields & {
  readonly id: string;
  readonly username: string;
  readonly listing?: string;
  readonly paidResponsePrice: Cents;
  readonly tiers?: readonly Tier[];
  /** The number of paid messages that the account accepts in a month. */
  readonly paidResponseCommitment: number;
};

/** Whether a public account is listed: it has a category, takes paid messages, and is not hidden. */
export const isListed = (creator: Creator): boolean =>
  categoryOf(creator.categoryId) !== undefined &&
  creator.paidResponseCommitment > 0 &&
  !isHidden(creator);

/** The lists that a listed creator is in. */
export const listsOf = (creator: Fields): string[] => [
  EVERYBODY,
  ...(creator.categoryId ? [creator.categoryId] : []),
  ...subCategoriesOfProfile(creator),
];

/** An entry of a list. */
export type Listing = {
  /** The lowest price at which the creator answers. */
  readonly price: Cents;
  /** Until when the odds of the creator count. Absent without odds. */
  readonly until?: Instant;
  /** The odds, in an entry that ranks. `hours` is absent if none was answered. */
  readonly answered?: number;
  readonly ended?: number;
  readonly hours?: number;
  /** Epoch seconds at which an entry that ranks expires. */
  readonly expiresAt?: number;
};

/** The entries of a creator in every list, by the place in it. */
export function listingsOf(
  creator: Creator,
  outcomes: Outcomes,
  now: Instant,
): Readonly<Record<string, Listing>> {
  const price = startingPrice(creator);
  const odds = oddsOf(outcomes, now);
  const until = oddsUntil(outcomes, now);
  const unranked = { [`1#${creator.id}`]: { price, ...(until !== undefined && { until }) } };
  if (!odds || until === undefined) return unranked;
  const { answered, ended, medianHours } = odds;
  const rank = `0#${digits(1_000 - Math.floor((1_000 * answered) / ended))}#${digits(medianHours ?? SLOWEST)}`;
  const ranked = {
    price,
    until,
    answered,
    ended,
    expiresAt: toSeconds(until),
    ...(medianHours !== null && { hours: medianHours }),
  };
  return { ...unranked, [`${rank}#${creator.id}`]: ranked };
}

const SLOWEST = 9_999;
const digits = (count: number) => String(Math.min(count, SLOWEST)).padStart(4, '0');

/** A place in a list. Cursors are places, and come from clients. */
export const PLACE = /^(0#\d{4}#\d{4}|1)#[0-9A-Z]{26}$/;

/** The id of the creator of an entry. */
export const creatorAt = (place: string): string => place.slice(place.lastIndexOf('#') + 1);

/** Whether the entry at a place counts: the one that ranks while there are odds, otherwise the other one. */
export function isInForce(place: string, { until }: Listing, now: Instant): boolean {
  const ranks = until !== undefined && now < until;
  return place.startsWith('0') === ranks;
}

/** What a visitor filters by; absent parts are not asked for. */
export type BrowseFilter = {
  readonly priceFrom?: Cents | undefined;
  readonly priceTo?: Cents | undefined;
  /** Half of the answers came within so many hours. */
  readonly hours?: number | undefined;
  /** The percentage of messages that were answered. */
  readonly odds?: number | undefined;
};

/** Whether an entry passes a filter. Creators without odds do not pass one by speed or odds. */
export function passes(listing: Listing, filter: BrowseFilter): boolean {
  const { price, answered = 0, ended = 0, hours } = listing;
  if (filter.priceFrom !== undefined && price < filter.priceFrom) return false;
  if (filter.priceTo !== undefined && price > filter.priceTo) return false;
  if (filter.hours !== undefined && (hours === undefined || hours > filter.hours)) return false;
  return filter.odds === undefined || (ended > 0 && 100 * answered >= filter.odds * ended);
}

/** The number of pages of the sitemap. A page holds at most 50,000 addresses. https://www.sitemaps.org/protocol.html */
export const SITEMAP_PAGES = 32;
export const SITEMAP_PAGE_MAX = 50_000;

/** The page of the sitemap that an account is on. The last characters of an id are random, so the pages grow alike. */
export function sitemapPageOf(userId: string): number {
  return Math.max(0, ID_ALPHABET.indexOf(userId.slice(-1)));
}
