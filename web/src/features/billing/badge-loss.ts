import { type Badge, badgeOf } from '#shared/rules/profiles/badge.ts';
import type { CurrentUser } from '../../api/current-user.ts';

/* What a user's profile loses beside the name: the Verified Account Badge, or the line “Card name matches”. */

type Holder = Pick<CurrentUser, 'licenseId' | 'fullName' | 'nameOnCard' | 'verifiedName'>;

/** A change of the account. `nameOnCard`: null if the card is removed. */
type Change = Partial<Pick<Holder, 'licenseId' | 'fullName' | 'nameOnCard'>>;

/** The badge before a change and after it. */
export type BadgeLoss = { readonly from: Badge; readonly to: Badge };

const RANK: Readonly<Record<Badge, number>> = { NONE: 0, CARD_NAME: 1, IDENTITY: 2 };

const badgeOfUser = ({ licenseId, fullName, nameOnCard, verifiedName }: Holder): Badge =>
  badgeOf({
    licenseId,
    fullName,
    ...(nameOnCard !== null && { card: { name: nameOnCard } }),
    ...(verifiedName !== null && { identity: { name: verifiedName } }),
  });

/** What the profile of a user loses with a change; undefined if nothing. */
export function badgeLossOf(user: Holder, change: Change): BadgeLoss | undefined {
  const [from, to] = [badgeOfUser(user), badgeOfUser({ ...user, ...change })];
  return RANK[to] < RANK[from] ? { from, to } : undefined;
}

const SHOWN: Readonly<Record<Badge, string>> = {
  NONE: '“Unverified”',
  CARD_NAME: '“Card name matches”',
  IDENTITY: 'the Verified Account Badge',
};

/** What a profile shows with a badge, as part of a sentence. */
export const shownBadge = (badge: Badge): string => SHOWN[badge];

/** The sentence before a card in another name is saved. */
export const otherCardWords = ({ fullName }: Holder, { from, to }: BadgeLoss): string =>
  `The name on this card isn’t your full name, ${fullName}. With it your profile shows ${SHOWN[to]} instead of ${SHOWN[from]}.`;

/** The sentence before a card of a wallet is saved, which tells no name. */
export const namelessCardWords = (_: Holder, { from, to }: BadgeLoss): string =>
  `A wallet doesn’t tell us the name on its card. With it your profile shows ${SHOWN[to]} instead of ${SHOWN[from]}.`;

/** The sentence after it was saved. */
export const afterOtherCard = ({ fullName }: Holder, { to }: BadgeLoss): string =>
  `Your profile shows ${SHOWN[to]} now, until a card in the name of ${fullName} is saved.`;

/** The sentence before the card is removed. */
export const removedCardWords = ({ from, to }: BadgeLoss): string =>
  `Without it your profile shows ${SHOWN[to]} instead of ${SHOWN[from]}.`;

/** The sentence before the plan is canceled. */
export const endedPlanWords = ({ from, to }: BadgeLoss): string =>
  `Your profile shows ${SHOWN[to]} instead of ${SHOWN[from]}`;

/** The sentence before another full name is saved. */
export const otherNameWords = ({ nameOnCard }: Holder, { from, to }: BadgeLoss): string =>
  from === 'IDENTITY'
    ? `Your new full name isn’t the one that Stripe verified for your payout account, so your profile loses its Verified Account Badge and shows ${SHOWN[to]}. The badge comes back with that name.`
    : `Your new full name isn’t the name on your card, ${nameOnCard}, so your profile shows ${SHOWN[to]} instead of ${SHOWN[from]}.`;

/** The sentence after it was saved. */
export const afterOtherName = ({ from, to }: BadgeLoss): string =>
  from === 'IDENTITY'
    ? 'Your Verified badge is gone until your full name is the one that Stripe verified.'
    : `Your profile shows ${SHOWN[to]} now, until your full name is the name on your card.`;
