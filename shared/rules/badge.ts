import type { Instant } from '../time.ts';
import type { LicenseId } from './accounts.ts';
import { isPaid } from './plans.ts';

/*
 * What is known of the name that somebody shows. The Verified Account badge needs a name that Stripe verified for a
 * payout account; a name that was typed with a card is anybody's to type, so it is shown as what it is.
 */

export const BADGES = ['NONE', 'CARD_NAME', 'IDENTITY'] as const;
/** `IDENTITY`: the Verified Account badge. `CARD_NAME`: the name typed with the card is the full name. */
export type Badge = (typeof BADGES)[number];

/** The name that Stripe verified for somebody's payout account. */
export type VerifiedIdentity = {
  readonly name: string;
  /** The payout account that it was verified for. */
  readonly accountId: string;
  readonly verifiedAt: Instant;
};

/** What an account says that its badge goes by. */
export type BadgeHeld = {
  readonly licenseId: LicenseId;
  readonly fullName: string;
  readonly card?: { readonly name?: string };
  readonly identity?: Pick<VerifiedIdentity, 'name'>;
  readonly blockedAt?: Instant;
};

/** The badge of an account as it stands: nothing of it is stored, so it follows each change of name, plan, card and identity. */
export function badgeOf({ licenseId, fullName, card, identity, blockedAt }: BadgeHeld): Badge {
  if (!isPaid(licenseId) || blockedAt !== undefined) return 'NONE';
  if (identity && sameName(fullName, identity.name)) return 'IDENTITY';
  return card?.name !== undefined && sameName(fullName, card.name) ? 'CARD_NAME' : 'NONE';
}

/** Whether an account has the Verified Account badge. */
export const isTrusted = (held: BadgeHeld): boolean => badgeOf(held) === 'IDENTITY';

/** Whether somebody who pays for the badge has it and is about to lose it. The end of a plan is told by itself. */
export const losesBadge = (before: BadgeHeld, after: BadgeHeld): boolean =>
  isPaid(after.licenseId) && isTrusted(before) && !isTrusted(after);

/** Whether two names are one person's: case, spaces and accents, which few cards have, make no difference. */
export function sameName(one: string, other: string): boolean {
  const [mine, theirs] = [plainName(one), plainName(other)];
  return mine !== '' && mine === theirs;
}

const plainName = (name: string) =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim().toLowerCase();
