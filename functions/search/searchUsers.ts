import type { Input, Output } from '../../shared/api/operation.ts';
import { searchUsers } from '../../shared/api/search.ts';
import { formatMoney } from '../../shared/money.ts';
import { isOpen, pauseView } from '../../shared/rules/conversations/availability.ts';
import { startingPrice } from '../../shared/rules/conversations/tiers.ts';
import { hasVerifiedBadge } from '../../shared/rules/profiles/badge.ts';
import { remainingOf } from '../../shared/rules/profiles/response-rate.ts';
import type { Instant } from '../../shared/time.ts';
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
    return seen.flatMap(({ user, ...rest }) =>
      user && isFound(user, input.searchText) && passesFilter({ user, ...rest }, input, now)
        ? [foundView(user, rest, input, now)]
        : [],
    );
  }),
);

/* Search results. docs/product/search.md#results */

type Found = Output<typeof searchUsers>['data'][number];

function foundView(
  user: User,
  recipient: Omit<VisibleRecipient, 'user'>,
  { searchText }: Input<typeof searchUsers>,
  now: Instant,
): Found {
  const { state, reserved, blocksViewer } = recipient;
  const paidResponseCommitment = blocksViewer ? 0 : commitmentOf(user);
  const active = remainingOf(paidResponseCommitment, reserved) > 0 && isOpen(user, now);
  const parts = rowPartsOf({ user, ...recipient }, searchText, now);
  return {
    id: user.id,
    userContactId: state === 'NONE' ? null : user.id,
    fullName: user.fullName,
    username: user.username,
    profileImageUrl: user.avatarUrl ?? null,
    trusted: hasVerifiedBadge(user),
    contact: state === 'CONTACT',
    active,
    paidResponseCommitment,
    paidResponsePriceFormatted: formatMoney(startingPrice(user)),
    ...parts,
    placesLeft: paidResponseCommitment === 0 ? 0 : parts.placesLeft,
    // To somebody who is blocked, the person takes no messages, whatever else they set.
    ...(!blocksViewer && pauseView(user, now)),
  };
}
