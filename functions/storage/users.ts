import type { Cents } from '../../shared/money.ts';
import type { LicenseId } from '../../shared/rules/accounts.ts';
import { HOUR, type Instant, toSeconds } from '../../shared/time.ts';
import { type Key, phoneKey, referralKey, userKey, usernameKey } from './keys.ts';
import type { TableReader } from './table.ts';

/*
 * Accounts: one item a person, and a claim item for each of the three things that are one person's only
 * (username, phone number, referral code). A registration whose phone is never confirmed lapses after a
 * day, with all it claimed: its items carry `expiresAt`, and nobody reads or respects them from then on.
 */

/** How long a registration holds its username and phone number before the phone is confirmed. */
export const REGISTRATION_TIME = 24 * HOUR;

export const THEMES = ['light', 'dark', 'system'] as const;

/** The card on file at the payment provider, as much of it as people see. */
export type Card = { readonly id: string; readonly brand: string; readonly lastFour: string };

export type SocialNetwork = 'bluesky' | 'instagram' | 'tikTok' | 'linkedin' | 'youTube';

export type User = Key & {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  /** E.164. Empty for the product's own account, which has no phone. */
  readonly phoneNumber: string;
  /** Empty where nobody can sign in with a password. */
  readonly passwordHash: string;
  /** The phone number was confirmed by a code. */
  readonly verified: boolean;
  readonly licenseId: LicenseId;
  /** The Verified Account badge. */
  readonly trusted: boolean;
  readonly paidResponsePrice: Cents;
  /** Paid messages taken in a calendar month; 0 means none. */
  readonly paidResponseCommitment: number;
  readonly referralCode: string;
  readonly invitedByUserId?: string;
  readonly createdAt: Instant;
  readonly lastLoginAt?: Instant;
  /** When the person was last seen, to a few minutes; `previousVisitAt` is the end of the visit before this one. */
  readonly lastSeenAt?: Instant;
  readonly previousVisitAt?: Instant;
  readonly theme: (typeof THEMES)[number];
  /** HTML, sanitised when it was written. */
  readonly bio: string;
  readonly avatarUrl?: string;
  /** As they were typed: a handle or an address. */
  readonly socials?: Readonly<Partial<Record<SocialNetwork, string>>>;
  readonly categoryId?: string;
  readonly subCategoryId?: string;
  readonly stripeCustomerId?: string;
  readonly card?: Card;
  /** Paid messages that ended, and those of them that were answered. Counted where a conversation ends. */
  readonly endedCount?: number;
  readonly answeredCount?: number;
  /** Epoch seconds at which an unconfirmed registration lapses; absent once the phone is confirmed. */
  readonly expiresAt?: number;
};

/** What one side of a conversation sees of the other. */
export type PublicFace = {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
};

export function publicFaceOf(user: User): PublicFace {
  const { id, fullName, username, avatarUrl = null } = user;
  return { id, fullName, username, avatarUrl };
}

type Claim = { readonly userId: string; readonly expiresAt?: number };

/** Whether an item still counts: engines remove lapsed ones late. */
const stands = <Found extends { readonly expiresAt?: number }>(
  found: Found | undefined,
  now: Instant,
): Found | undefined =>
  found && (found.expiresAt === undefined || found.expiresAt > toSeconds(now)) ? found : undefined;

/** The account of an id, or undefined when there is none or its registration lapsed. */
export async function userById(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<User | undefined> {
  return stands(await table.get<User>(userKey(userId)), now);
}

/** Several accounts in one read, in the order of the ids. */
export async function usersById(
  table: TableReader,
  userIds: readonly string[],
  now: Instant,
): Promise<(User | undefined)[]> {
  const found = await table.getMany<User>(userIds.map(userKey));
  return found.map((user) => stands(user, now));
}

/** The id behind a username, or undefined when it is free. Costs one read. */
export async function userIdOfUsername(table: TableReader, username: string, now: Instant) {
  return stands(await table.get<Claim>(usernameKey(username)), now)?.userId;
}

/** The id behind a phone number in E.164, or undefined when it is free. Costs one read. */
export async function userIdOfPhone(table: TableReader, phoneNumber: string, now: Instant) {
  return stands(await table.get<Claim>(phoneKey(phoneNumber)), now)?.userId;
}

/** The id behind a referral code, or undefined when nobody has it. Costs one read. */
export async function userIdOfReferralCode(table: TableReader, code: string, now: Instant) {
  return stands(await table.get<Claim>(referralKey(code)), now)?.userId;
}

export async function userByUsername(table: TableReader, username: string, now: Instant) {
  const userId = await userIdOfUsername(table, username, now);
  return userId === undefined ? undefined : userById(table, userId, now);
}

export async function userByPhone(table: TableReader, phoneNumber: string, now: Instant) {
  const userId = await userIdOfPhone(table, phoneNumber, now);
  return userId === undefined ? undefined : userById(table, userId, now);
}
