import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfile } from '#shared/api/profiles.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { isStillVerified } from '#shared/rules/links/link-checks.ts';
import { isVisible } from '#shared/rules/links/link-visibility.ts';
import { badgeOf, sameName } from '#shared/rules/profiles/badge.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';

type Profile = Output<typeof viewUserProfile>['data'][number];

/** The most verified links that a profile lists: the newest. */
const LINKS_MAX = 10;

/**
 * What is known of a person, from their account alone (docs/product/profiles.md#trust-panel); undefined for the product's own
 * account.
 */
export function trustFacts(user: User, now: Instant): Profile['trust'] {
  const { username, verified, phoneNumber, phoneChangedAt, createdAt, fullName, card } = user;
  if (username === SUPPORT_USERNAME) return undefined;
  const { identity, passkeyCount = 0, passkeySince, upheldClaimCount = 0 } = user;
  return {
    // A registration whose phone is not confirmed within a day is deleted.
    phoneSince: verified && phoneNumber !== '' ? (phoneChangedAt ?? createdAt) : null,
    cardName: card?.name !== undefined && sameName(fullName, card.name),
    identitySince: (badgeOf(user) === 'IDENTITY' && identity?.verifiedAt) || null,
    passkeySince: (passkeyCount > 0 && passkeySince) || null,
    links: verifiedLinks(user, now),
    upheldClaims: upheldClaimCount,
  };
}

const verifiedLinks = ({ verifiedLinks: links = {} }: User, now: Instant) =>
  Object.values(links)
    .filter(({ at, visibility }) => isStillVerified(at, now) && isVisible(visibility, now))
    .sort((one, other) => other.at - one.at)
    .slice(0, LINKS_MAX)
    .map(({ host, at }) => ({ host, verifiedAt: at }));
