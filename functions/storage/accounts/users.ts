import { SUPPORT_USERNAME } from '#shared/brand.ts';
import type { Cents } from '#shared/money.ts';
import type { NamedPaymentMethod } from '#shared/payment-method-names.ts';
import type { LicenseId } from '#shared/rules/accounts/accounts.ts';
import { updatedVisits } from '#shared/rules/accounts/accounts.ts';
import type { AttachmentSettings } from '#shared/rules/attachments/attachments.ts';
import type { LadderTimes } from '#shared/rules/auth/takeover-ladder.ts';
import type { Membership } from '#shared/rules/billing/plans.ts';
import type { Availability, Pause } from '#shared/rules/conversations/availability.ts';
import type { Prompt } from '#shared/rules/conversations/prompts.ts';
import type { Tier } from '#shared/rules/conversations/tiers.ts';
import type { Permission } from '#shared/rules/desk/permissions.ts';
import type { LinkVisibility } from '#shared/rules/links/link-visibility.ts';
import type { VerifiedIdentity } from '#shared/rules/profiles/badge.ts';
import type { Outcomes } from '#shared/rules/profiles/odds.ts';
import type { StoredTexts } from '#shared/rules/profiles/profile-texts.ts';
import type { Socials } from '#shared/rules/profiles/socials.ts';
import type { Theme } from '#shared/rules/profiles/themes.ts';
import { HOUR, type Instant, toSeconds } from '#shared/time.ts';
import type { Change } from '../changes.ts';
import { exists, missingOr, oneOf } from '../conditions.ts';
import type { ContactRelation } from '../contacts/contact-item.ts';
import type { ShownThanksItem } from '../conversations/thanks.ts';
import {
  contactKey,
  type Key,
  monthKey,
  oddsKey,
  phoneKey,
  referralKey,
  shownThanksKey,
  userKey,
  usernameKey,
} from '../keys.ts';
import {
  availabilityChangedEvent,
  listingChangedEvent,
  publishEvent,
  userNamedEvent,
} from '../outbox.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Accounts: one item per person, and a claim item for each value that only one person can have (username, confirmed phone
 * number, referral code). A registration whose phone is not confirmed expires after a day together with its claims: these items
 * carry `expiresAt`, and reads ignore them after that time.
 */

/** How long a registration holds its username before the phone is confirmed. */
export const REGISTRATION_TIME = 24 * HOUR;

/** The card or wallet on file at Stripe, with the details that people see. */
export type Card = NamedPaymentMethod & {
  readonly id: string;
  /** Whether it can be charged only in the sheet of its wallet. */
  readonly needsSheet?: true;
  /** The name that was entered with the card; absent if it was not stored. */
  readonly name?: string;
  /** Stripe's fingerprint: the same for every use of the same card number. */
  readonly fingerprint?: string;
};

export type VerifiedLinks = Readonly<
  Record<
    string,
    { readonly host: string; readonly at: Instant; readonly visibility?: LinkVisibility }
  >
>;

export type User = Key & LadderTimes & StoredTexts & AccountFields;

type AccountFields = {
  readonly id: string;
  /** E.164. Empty for the product's own account, which has no phone. */
  readonly phoneNumber: string;
  /** Empty if the account has no password to sign in with. */
  readonly passwordHash: string;
  /**
   * The time before which all sessions of the account were ended; absent until the first change of password or phone number.
   */
  readonly sessionsSince?: Instant;
  /** The one earlier session that remains valid, which made the change; empty if none does. */
  readonly keptSessionId?: string;
  /**
   * The new number (E.164) of a phone change, and the time from which it can be completed. `pendingPhone` checks whether it
   * expired.
   */
  readonly nextPhoneNumber?: string;
  readonly nextPhoneAt?: Instant;
  /** The confirmed email address, and when it was confirmed; absent without one. */
  readonly email?: string;
  readonly emailConfirmedAt?: Instant;
  /** The number of passkeys; absent until the first one. */
  readonly passkeyCount?: number;
  /** Whether the phone number was confirmed with a code. */
  readonly verified: boolean;
  /** When an operator blocked the account, which nobody can use since then. */
  readonly blockedAt?: Instant;
  /** When the account will be deleted, which its person asked for; absent if nobody did. It is not public then. */
  readonly deletionAt?: Instant;
  /** When the personal attributes of the account were deleted. */
  readonly deletedAt?: Instant;
  /** What the person may do at the desk; an operator grants it. Absent for almost everybody. */
  readonly permissionIds?: readonly Permission[];
  /** Since when the person has permissions without interruption; a passkey from before does not open the desk. */
  readonly staffSince?: Instant;
  readonly licenseId: LicenseId;
  /** The identity that Stripe verified for the payout account. */
  readonly identity?: VerifiedIdentity;
  readonly paidResponsePrice: Cents;
  /** The number of paid messages per calendar month; 0 means none. */
  readonly paidResponseCommitment: number;
  /** The tiers, which take the place of the price; absent without one. */
  readonly tiers?: readonly Tier[];
  /** What the person asks everybody who writes to them; absent without questions. */
  readonly prompts?: readonly Prompt[];
  readonly pause?: Pause;
  /** What the person takes in letters; absent until they change it. */
  readonly attachmentSettings?: AttachmentSettings;
  /** The most paid orders that wait at once; absent for no cap. */
  readonly waitingMax?: number;
  /** The number of orders that are being paid, or wait for an answer; changed with each of them. */
  readonly waitingCount?: number;
  /** Counts the changes of what the person offers and when; absent until the first one. An order is begun on condition of it. */
  readonly offersVersion?: number;
  readonly referralCode: string;
  readonly invitedByUserId?: string;
  readonly createdAt: Instant;
  readonly lastLoginAt?: Instant;
  /** The IANA time zone of the browser that signed in last; absent if none was told. Emails and text messages name times in it. */
  readonly timeZone?: string;
  /** When the person was last seen, precise to a few minutes. `previousVisitAt` is the end of the visit before this one. */
  readonly lastSeenAt?: Instant;
  readonly previousVisitAt?: Instant;
  readonly theme: Theme;
  readonly avatarUrl?: string;
  /** The portrait before this one. Its file is deleted, unless the call that replaced it was interrupted. */
  readonly formerAvatarUrl?: string;
  /** As the person entered them: a handle or an address. */
  readonly socials?: Socials;
  readonly categoryId?: string;
  readonly subCategoryId?: string;
  readonly stripeCustomerId?: string;
  readonly card?: Card;
  readonly membership?: Membership;
  /** Counts the changes of the plan and the attempts that failed, so that two concurrent ones cannot overwrite each other. */
  readonly planVersion?: number;
  /** The number of paid messages that ended, and of those that were answered. */
  readonly endedCount?: number;
  readonly answeredCount?: number;
  /** The number of claims about their answers that the desk upheld, or that they did not react to. */
  readonly upheldClaimCount?: number;
  /** The number of captured paid answers of which no refund took the earning, and of those whose senders said thanks. */
  readonly paidAnswerCount?: number;
  readonly thankedCount?: number;
  /** The links that were seen to link back, by link id. Each is changed together with its link. */
  readonly verifiedLinks?: VerifiedLinks;
  /** Since when the account has had a passkey without interruption; meaningless while it has none. */
  readonly passkeySince?: Instant;
  /** Epoch seconds at which an unconfirmed registration expires; absent once the phone is confirmed. */
  readonly expiresAt?: number;
};

/** The public part of an account, as the other side of a conversation sees it; without a picture if it is blocked. */
export type PublicUser = {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
};

export function publicUserOf(user: User): PublicUser {
  const { id, fullName, username, avatarUrl = null, blockedAt } = user;
  return { id, fullName, username, avatarUrl: blockedAt === undefined ? avatarUrl : null };
}

/**
 * The claim of a username, phone number or referral code. The claim of a username or referral code has `expiresAt` (epoch
 * seconds) while the phone is not confirmed. `signpost`: the claim of an earlier username, which still finds the account until
 * it expires.
 */
export type Claim = {
  readonly userId: string;
  readonly expiresAt?: number;
  readonly signpost?: boolean;
};

/** The item unless it has expired, because DynamoDB deletes expired items late. */
export const ifNotExpired = <Found extends { readonly expiresAt?: number }>(
  found: Found | undefined,
  now: Instant,
): Found | undefined =>
  found && (found.expiresAt === undefined || found.expiresAt > toSeconds(now)) ? found : undefined;

/** Returns the account with this id; undefined if there is none or its registration expired. */
export async function userById(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<User | undefined> {
  return ifNotExpired(await table.get<User>(userKey(userId)), now);
}

/** Returns several accounts in the order of the ids, a hundred with each read. */
export async function usersById(
  table: TableReader,
  userIds: readonly string[],
  now: Instant,
  consistency?: 'eventual',
): Promise<(User | undefined)[]> {
  const found = await table.getMany<User>(userIds.map(userKey), consistency);
  return found.map((user) => ifNotExpired(user, now));
}

/**
 * Returns an account, how much of its commitment for a month (`2026-11`) is used, how its last orders ended, the thank-yous that it
 * shows, the relation of the viewer to it and its relation to the viewer, and whether the item of a view is stored, with one read.
 */
export async function userInMonth(
  table: TableReader,
  userId: string,
  month: string,
  now: Instant,
  {
    viewerId,
    viewKey,
  }: { readonly viewerId?: string | undefined; readonly viewKey?: Key | undefined } = {},
): Promise<{
  readonly user: User | undefined;
  readonly reserved: number;
  readonly outcomes: Outcomes;
  readonly shownThanks: ShownThanksItem | undefined;
  readonly relation: ContactRelation | undefined;
  readonly theirs: ContactRelation | undefined;
  readonly wasViewed: boolean;
}> {
  const isOther = viewerId !== undefined && viewerId !== userId;
  const relationKey = isOther ? contactKey(viewerId, userId) : undefined;
  const theirKey = isOther ? contactKey(userId, viewerId) : undefined;
  const also = [relationKey, theirKey, viewKey].filter((key) => key !== undefined);
  const keys = [
    userKey(userId),
    monthKey(userId, month),
    oddsKey(userId),
    shownThanksKey(userId),
    ...also,
  ];
  const [user, inMonth, ended, shown, ...others] = await table.getMany<unknown>(keys);
  const found = (key: Key | undefined) => (key ? others[also.indexOf(key)] : undefined);
  return {
    user: ifNotExpired(user as User | undefined, now),
    reserved: (inMonth as { reservedCount?: number } | undefined)?.reservedCount ?? 0,
    outcomes: (ended as { outcomes?: Outcomes } | undefined)?.outcomes ?? {},
    shownThanks: shown as ShownThanksItem | undefined,
    relation: found(relationKey) as ContactRelation | undefined,
    theirs: found(theirKey) as ContactRelation | undefined,
    wasViewed: found(viewKey) !== undefined,
  };
}

/**
 * Whether everybody may see the account: its phone is confirmed, its registration is complete, it is not blocked, and its person did
 * not ask for its deletion.
 */
export function isPublic({ username, verified, licenseId, blockedAt, deletionAt }: User): boolean {
  return (
    username === SUPPORT_USERNAME || (verified && licenseId !== 'NONE' && !blockedAt && !deletionAt)
  );
}

/** Returns the claim of a username; undefined if it is free. One read. */
export async function holderOfUsername(table: TableReader, username: string, now: Instant) {
  return ifNotExpired(await table.get<Claim>(usernameKey(username)), now);
}

/** Returns the claim of a confirmed phone number (E.164); undefined if it is free. One read. */
export const holderOfPhone = (
  table: TableReader,
  phoneNumber: string,
): Promise<Claim | undefined> => table.get<Claim>(phoneKey(phoneNumber));

/** Returns the claim of a referral code; undefined if there is none. One read. */
export async function holderOfReferralCode(table: TableReader, code: string, now: Instant) {
  return ifNotExpired(await table.get<Claim>(referralKey(code)), now);
}

/** Returns the account with this username, or the one that had it until recently. */
export async function userByCurrentOrEarlierUsername(
  table: TableReader,
  username: string,
  now: Instant,
) {
  const holder = await holderOfUsername(table, username, now);
  return holder && userById(table, holder.userId, now);
}

/**
 * Returns the account whose current username this is; an earlier username does not find it. Rate limits count attempts per
 * name, so more than one name per account would allow more attempts.
 */
export async function userByUsername(table: TableReader, username: string, now: Instant) {
  const holder = await holderOfUsername(table, username, now);
  return holder && !holder.signpost ? userById(table, holder.userId, now) : undefined;
}

export async function userByPhone(table: TableReader, phoneNumber: string, now: Instant) {
  const holder = await holderOfPhone(table, phoneNumber);
  return holder && userById(table, holder.userId, now);
}

/**
 * The step that records a sign-in and the visit. It is in the transaction that begins the session. CHANGED: the password or
 * phone number changed meanwhile, which ends every earlier session, or the account was blocked.
 */
export function recordSignIn(user: User, now: Instant, timeZone?: string): Step<'CHANGED'> {
  const { lastSeenAt, previousVisitAt } = updatedVisits(user, now) ?? user;
  return update(
    userKey(user.id),
    { set: { lastSeenAt, previousVisitAt, lastLoginAt: now, timeZone } },
    { when: { ...credentialsOf(user), blockedAt: undefined }, otherwise: 'CHANGED' },
  );
}

/** The attributes of a pending phone change. */
export const PENDING_PHONE = ['nextPhoneNumber', 'nextPhoneAt'] as const;

/** The password and the phone number, which a person signs in with, as they were read: for conditions. */
export const credentialsOf = ({ passwordHash, phoneNumber }: User) => ({
  passwordHash,
  phoneNumber,
});

/** Records a visit, with at most one write and usually none. Returns the account with the recorded visit. */
export async function recordVisit(table: TableWriter, user: User, now: Instant): Promise<User> {
  const visits = updatedVisits(user, now);
  if (!visits) return user;
  const { lastSeenAt, previousVisitAt } = visits;
  const outcome = await table.write(
    update(
      userKey(user.id),
      { set: { lastSeenAt, previousVisitAt } },
      // Only the first of two concurrent requests records the visit.
      { when: { lastSeenAt: user.lastSeenAt }, otherwise: 'SEEN_ALREADY' },
    ),
  );
  return outcome === 'done' ? { ...user, ...visits } : user;
}

/** A person's price for an answer in cents, and the number of paid messages that they accept per month. */
export type InboundSettings = Pick<User, 'paidResponsePrice' | 'paidResponseCommitment'>;

/**
 * Completes a registration with the free plan. A repeated call saves the newer price and commitment. ON_PAID_PLAN: the account
 * has a paid plan and is not changed. From now on the person can be found by name.
 */
export function finishFreeRegistration(
  table: TableWriter,
  userId: string,
  { paidResponsePrice, paidResponseCommitment }: InboundSettings,
  now: Instant,
): Promise<'done' | 'ON_PAID_PLAN'> {
  return table.transact(
    update(
      userKey(userId),
      { set: { licenseId: 'FREE', paidResponsePrice, paidResponseCommitment } },
      { when: { licenseId: oneOf('NONE', 'FREE') }, otherwise: 'ON_PAID_PLAN' },
    ),
    publishEvent(userNamedEvent(userId, now)),
  );
}

/** The step that saves a part of what the person offers and when; what is undefined is removed. */
const offerUpdate = (userId: string, offer: Change<User>['setOrRemove']): Step<'GONE'> =>
  update(
    userKey(userId),
    { setOrRemove: offer, add: { offersVersion: 1 } },
    { when: { pk: exists }, otherwise: 'GONE' },
  );

/** Saves the person's tiers. An empty list removes them, and the price applies again. */
export function saveTiers(
  table: TableWriter,
  userId: string,
  tiers: readonly Tier[],
  now: Instant,
): Promise<'done' | 'GONE'> {
  return table.transact(
    offerUpdate(userId, { tiers: tiers.length > 0 ? tiers : undefined }),
    publishEvent(listingChangedEvent(userId, now)),
  );
}

/** Saves the person's prompts; an empty list removes them. */
export function savePrompts(
  table: TableWriter,
  userId: string,
  prompts: readonly Prompt[],
): Promise<'done' | 'GONE'> {
  return table.write(offerUpdate(userId, { prompts: prompts.length > 0 ? prompts : undefined }));
}

/** Saves what the person takes in letters. An order that is being begun at the same time is begun again with it. */
export const saveAttachmentSettings = (
  table: TableWriter,
  userId: string,
  attachmentSettings: AttachmentSettings,
): Promise<'done' | 'GONE'> => table.write(offerUpdate(userId, { attachmentSettings }));

/** Saves when the person takes messages: their pause and their cap on waiting orders. Its event notifies people who wait for a place. */
export function saveAvailability(
  table: TableWriter,
  userId: string,
  { pause, waitingMax }: Availability,
  now: Instant,
): Promise<'done' | 'GONE'> {
  return table.transact(
    offerUpdate(userId, { pause, waitingMax }),
    publishEvent(availabilityChangedEvent(userId, now)),
  );
}

export function saveInboundSettings(
  table: TableWriter,
  userId: string,
  { paidResponsePrice, paidResponseCommitment }: InboundSettings,
  now: Instant,
): Promise<'done' | 'GONE'> {
  return table.transact(
    update(
      userKey(userId),
      { set: { paidResponsePrice, paidResponseCommitment } },
      { when: { pk: exists }, otherwise: 'GONE' },
    ),
    publishEvent(listingChangedEvent(userId, now)),
  );
}

/** Saves the person's customer id at Stripe, which is set only once. */
export function saveCustomer(
  table: TableWriter,
  userId: string,
  stripeCustomerId: string,
): Promise<'done' | 'HAS_ANOTHER'> {
  return table.write(
    update(
      userKey(userId),
      { set: { stripeCustomerId } },
      {
        when: { pk: exists, stripeCustomerId: missingOr(stripeCustomerId) },
        otherwise: 'HAS_ANOTHER',
      },
    ),
  );
}
