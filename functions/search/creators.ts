import type { browseCreators } from '../../shared/api/browse.ts';
import type { Input, Output } from '../../shared/api/operation.ts';
import { PAGE_SIZE } from '../../shared/api/paging.ts';
import { invalidInput } from '../../shared/refusals.ts';
import { isPaused, pauseView } from '../../shared/rules/conversations/availability.ts';
import { startingPrice } from '../../shared/rules/conversations/tiers.ts';
import { hasVerifiedBadge } from '../../shared/rules/profiles/badge.ts';
import { categoryName, subCategoryName } from '../../shared/rules/profiles/categories.ts';
import { oddsOf } from '../../shared/rules/profiles/odds.ts';
import { remainingOf } from '../../shared/rules/profiles/response-rate.ts';
import {
  EVERYBODY,
  isListed,
  listsOf,
  PLACE,
  passes,
  subCategoriesOfProfile,
} from '../../shared/rules/search/browsing.ts';
import type { Instant } from '../../shared/time.ts';
import { isPublic, type User } from '../storage/accounts/users.ts';
import { browsePage, type Listed } from '../storage/search/browse.ts';
import type { TableReader } from '../storage/table.ts';

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
    throw invalidInput({ cursor: 'This cursor is not valid' });
  const list = asked.subCategoryId ?? asked.categoryId ?? EVERYBODY;
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
    listed.user ? [creatorView(listed, listed.user, now)] : [],
  );
  return { pageTotal: data.length + (next ? 1 : 0), data, ...(next && { cursor: next }) };
}

/** Whether an entry is still true of its account, and the account takes a message now if that is asked. */
function isShown(listed: Listed, list: string, asked: Asked, now: Instant): boolean {
  const { user } = listed;
  if (!user || !isPublic(user) || !isListed(user) || !listsOf(user).includes(list)) return false;
  const odds = oddsOf(listed.outcomes, now);
  const current = {
    price: startingPrice(user),
    ...(odds && { answered: odds.answered, ended: odds.ended }),
    ...(odds && odds.medianHours !== null && { hours: odds.medianHours }),
  };
  if (!passes(current, asked)) return false;
  return !asked.places || (placesLeftOf(listed, user) > 0 && !isPaused(user, now));
}

/** What is left of this month's commitment, and of the cap on waiting orders. */
function placesLeftOf({ reserved }: Listed, user: User): number {
  const { waitingMax = Number.POSITIVE_INFINITY, waitingCount = 0 } = user;
  const ofMonth = remainingOf(user.paidResponseCommitment, reserved);
  return Math.max(0, Math.min(ofMonth, waitingMax - waitingCount));
}

function creatorView(listed: Listed, user: User, now: Instant): Creator {
  const names = subCategoriesOfProfile(user).map(subCategoryName);
  return {
    id: user.id,
    username: user.username,
    fullName: user.fullName,
    profileImageUrl: user.avatarUrl ?? null,
    trusted: hasVerifiedBadge(user),
    categoryName: categoryName(user.categoryId),
    subCategoryNames: names.filter((name) => name !== null),
    paidResponsePrice: startingPrice(user),
    odds: oddsOf(listed.outcomes, now) ?? null,
    placesLeft: placesLeftOf(listed, user),
    ...pauseView(user, now),
  };
}
