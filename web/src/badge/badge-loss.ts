import { badgeWith, losesBadge } from '../../../shared/rules/plans.ts';
import { hasBadgeAs } from '../../../shared/rules/profiles.ts';
import type { CurrentUser } from '../api/current-user.ts';

type Holder = Pick<CurrentUser, 'licenseId' | 'trusted' | 'fullName' | 'nameOnCard'>;

/** Whether somebody who has the badge loses it with a card in this name. */
export const losesBadgeWithCard = (holder: Holder, nameOnCard: string): boolean =>
  losesBadge(holder, badgeWith(holder, nameOnCard));

/** Whether somebody who has the badge loses it under this full name. */
export const losesBadgeAs = (holder: Holder, fullName: string): boolean => {
  const { nameOnCard } = holder;
  const held = { ...holder, ...(nameOnCard !== null && { card: { name: nameOnCard } }) };
  return losesBadge(holder, hasBadgeAs(fullName, held));
};
