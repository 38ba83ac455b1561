import type { Instant } from '../../time.ts';
import type { LicenseId } from '../accounts/accounts.ts';
import { isPaid } from '../billing/plans.ts';

/*
 * Badges: how far the name of an account is checked. The Verified Account badge needs a name that Stripe verified for the
 * payout account. The name on a card is not verified, since anybody can type it, so a profile shows it only as that.
 */

export const BADGES = ['NONE', 'CARD_NAME', 'IDENTITY'] as const;
/** `IDENTITY`: the Verified Account badge. `CARD_NAME`: the name typed with the card matches the full name. */
export type Badge = (typeof BADGES)[number];

/** The name that Stripe verified for somebody's payout account. */
export type VerifiedIdentity = {
  readonly name: string;
  /** The payout account that it was verified for. */
  readonly accountId: string;
  readonly verifiedAt: Instant;
};

/** The attributes of an account that determine its badge. */
export type BadgeHeld = {
  readonly licenseId: LicenseId;
  readonly fullName: string;
  readonly card?: { readonly name?: string };
  readonly identity?: Pick<VerifiedIdentity, 'name'>;
  readonly blockedAt?: Instant;
};

/** The badge of an account. It is computed and never stored, so it follows changes of name, plan, card and identity. */
export function badgeOf({ licenseId, fullName, card, identity, blockedAt }: BadgeHeld): Badge {
  if (!isPaid(licenseId) || blockedAt !== undefined) return 'NONE';
  if (identity && sameName(fullName, identity.name)) return 'IDENTITY';
  return card?.name !== undefined && sameName(fullName, card.name) ? 'CARD_NAME' : 'NONE';
}

/** Whether an account has the Verified Account badge. */
export const hasVerifiedBadge = (held: BadgeHeld): boolean => badgeOf(held) === 'IDENTITY';

/** Whether a change makes an account lose the badge. False at the end of a plan, which has an alert of its own. */
export const losesBadge = (before: BadgeHeld, after: BadgeHeld): boolean =>
  isPaid(after.licenseId) && hasVerifiedBadge(before) && !hasVerifiedBadge(after);

/** Whether two names match, ignoring case, spaces and accents, which cards rarely have. */
export function sameName(one: string, other: string): boolean {
  const [mine, theirs] = [plainName(one), plainName(other)];
  return mine !== '' && mine === theirs;
}

const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
