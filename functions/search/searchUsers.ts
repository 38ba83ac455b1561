import type { Input, Output } from '#shared/api/operation.ts';
import { searchUsers } from '#shared/api/search.ts';
import { formatMoney } from '#shared/money.ts';
import { isOpen, pauseView } from '#shared/rules/conversations/availability.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { hasVerifiedBadge } from '#shared/rules/profiles/badge.ts';
import { remainingOf } from '#shared/rules/profiles/response-rate.ts';
import type { Instant } from '#shared/time.ts';
import { commitmentOf } from '../accounts/blocked-accounts.ts';
import { serve } from '../serve.ts';
import type { User } from '../storage/accounts/users.ts';
import { recipientsVisibleTo, type VisibleRecipient } from '../storage/contacts/contacts.ts';
import { passesFilter, rowPartsOf } from './creators.ts';
import { foundPage, isFound } from './found-people.ts';

/**
 * Returns the people whose username or full name contains a text, or whose bio or field has a word that begins with it. Those with
 * a name of which a word begins with the text come first.
 */
export const handler = serve(searchUsers, (input, { table, caller, now }) =>
  foundPage(table, input, async (userIds) => {
    const seen = await recipientsVisibleTo(table, caller.userId, userIds, now);
    return seen.flatMap(({ user, ...rest }) => {
      if (!user || !isFound(user, input.searchText)) return [];
      const shown = asSeen(user, rest);
      return passesFilter({ user: shown, ...rest }, input, now)
        ? [foundView(shown, rest, input, now)]
        : [];
    });
  }),
);

/* Search results. docs/product/search.md#results */

type Found = Output<typeof searchUsers>['data'][number];

type Relation = Omit<VisibleRecipient, 'user'>;

/** The account as the viewer may know it. To somebody who is blocked, it takes no messages, whatever else its person sets. */
function asSeen(user: User, { blocksViewer }: Relation): User {
  if (!blocksViewer) return { ...user, paidResponseCommitment: commitmentOf(user) };
  const { pause: _, ...rest } = user;
  return { ...rest, paidResponseCommitment: 0 };
}

function foundView(
  user: User,
  recipient: Relation,
  { searchText }: Input<typeof searchUsers>,
  now: Instant,
): Found {
  const { state, reserved } = recipient;
  const { paidResponseCommitment } = user;
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
    ...rowPartsOf({ user, ...recipient }, searchText, now),
    ...pauseView(user, now),
  };
}
