import type { browseCreators } from '#shared/api/browse.ts';
import type { Input, Output } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { invalidInput } from '#shared/refusals.ts';
import { isPaused, pauseView } from '#shared/rules/conversations/availability.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { hasVerifiedBadge } from '#shared/rules/profiles/badge.ts';
import { categoryName, subCategoryName } from '#shared/rules/profiles/categories.ts';
import { oddsOf } from '#shared/rules/profiles/odds.ts';
import { remainingOf } from '#shared/rules/profiles/response-rate.ts';
import {
  EVERYBODY,
  isListed,
  listsOf,
  PLACE,
  passes,
  subCategoriesOfProfile,
} from '#shared/rules/search/browsing.ts';
import { aboutOf, excerptOf } from '#shared/rules/search/excerpts.ts';
import { isFoundBy, searchedText } from '#shared/rules/search/search.ts';
import type { Instant } from '#shared/time.ts';
import { isPublic, type User } from '../storage/accounts/users.ts';
import { browsePage, type Listed, listedUsers } from '../storage/search/browse.ts';
import type { TableReader } from '../storage/table.ts';
import { foundPage, isFound, type TextSearch } from './found-people.ts';

/* Pages of creators, for browsing and for the landing page. docs/product/discovery.md */

type Asked = Input<typeof browseCreators>;
type Creator = Output<typeof browseCreators>['data'][number];

/** Returns a page of creators as they are now, who pass the filters. Refuses an invalid cursor. */
export async function creatorsPage(
  table: TableReader,
  asked: Asked,
  now: Instant,
): Promise<Output<typeof browseCreators>> {
  if (asked.cursor !== undefined && !PLACE.test(asked.cursor))
    throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const list = listOf(asked);
  const { creators, next } = await browsePage(
    table,
    list,
    {
      filter: asked,
      isShown: (listed) => isShown(listed, list, asked, now),
      count: asked.limit ?? PAGE_SIZE,
      after: asked.cursor,
    },
    now,
  );
  const data = creators.flatMap((listed) =>
    listed.user ? [creatorView(listed, listed.user, undefined, now)] : [],
  );
  return { pageTotal: data.length + (next ? 1 : 0), data, ...(next && { cursor: next }) };
}

/** Returns a page of the listed creators whom a text finds and who pass the filters, in the order of a search. */
export function foundCreatorsPage(
  table: TableReader,
  asked: Asked & TextSearch,
  now: Instant,
): Promise<Output<typeof browseCreators>> {
  const { searchText } = asked;
  return foundPage(table, asked, async (userIds) => {
    const listed = await listedUsers(table, userIds, now);
    return listed.flatMap((one) =>
      one.user && isFound(one.user, searchText) && isShown(one, listOf(asked), asked, now)
        ? [creatorView(one, one.user, searchText, now)]
        : [],
    );
  });
}

const listOf = ({ subCategoryId, categoryId }: Asked) => subCategoryId ?? categoryId ?? EVERYBODY;

/** Whether an entry is still true of its account, and the account passes the filters. */
function isShown(listed: Listed, list: string, asked: Asked, now: Instant): boolean {
  const { user } = listed;
  if (!user || !isPublic(user) || !isListed(user) || !listsOf(user).includes(list)) return false;
  return passesFilter({ ...listed, user }, asked, now);
}

/** An account of a list, with what its row and the filters need. */
type Listing = Pick<Listed, 'outcomes' | 'reserved'> & { readonly user: User };

/** Whether an account passes the filters as it is now. */
export function passesFilter(listing: Listing, asked: Omit<Asked, 'limit'>, now: Instant): boolean {
  const { user, outcomes } = listing;
  const odds = oddsOf(outcomes, now);
  const current = {
    price: startingPrice(user),
    ...(odds && { answered: odds.answered, ended: odds.ended }),
    ...(odds && odds.medianHours !== null && { hours: odds.medianHours }),
  };
  const list = listOf(asked);
  if (list !== EVERYBODY && !listsOf(user).includes(list)) return false;
  if (!passes(current, asked)) return false;
  return !asked.places || (placesLeftOf(listing, user) > 0 && !isPaused(user, now));
}

/** What is left of this month's commitment, and of the cap on waiting orders. */
function placesLeftOf({ reserved }: Pick<Listed, 'reserved'>, user: User): number {
  const { waitingMax = Number.POSITIVE_INFINITY, waitingCount = 0 } = user;
  const ofMonth = remainingOf(user.paidResponseCommitment, reserved);
  return Math.max(0, Math.min(ofMonth, waitingMax - waitingCount));
}

function creatorView(
  listed: Listed,
  user: User,
  searchText: string | undefined,
  now: Instant,
): Creator {
  return {
    id: user.id,
    username: user.username,
    fullName: user.fullName,
    profileImageUrl: user.avatarUrl ?? null,
    trusted: hasVerifiedBadge(user),
    ...rowPartsOf({ ...listed, user }, searchText, now),
    ...pauseView(user, now),
  };
}

/** The parts of a row besides the name, with the sentence of the bio in which a text was found. */
export function rowPartsOf(listing: Listing, searchText: string | undefined, now: Instant) {
  const { user, outcomes } = listing;
  const names = subCategoriesOfProfile(user).map(subCategoryName);
  const bio = plainText(user.bio);
  const text = searchText === undefined ? undefined : searchedText(searchText);
  const isByName = text !== undefined && isFoundBy(user, text);
  const excerpt = text === undefined || isByName ? undefined : excerptOf(bio, text);
  return {
    categoryId: user.categoryId ?? null,
    categoryName: categoryName(user.categoryId),
    subCategoryNames: names.filter((name) => name !== null),
    about: aboutOf(bio),
    ...(excerpt && { excerpt }),
    paidResponsePrice: startingPrice(user),
    odds: oddsOf(outcomes, now) ?? null,
    placesLeft: placesLeftOf(listing, user),
  };
}
