import { SUPPORT_USERNAME } from '../../../shared/brand.ts';
import type { Cents } from '../../../shared/money.ts';
import type { LicenseId } from '../../../shared/rules/accounts/accounts.ts';
import { updatedVisits, type Visits } from '../../../shared/rules/accounts/accounts.ts';
import type { Membership } from '../../../shared/rules/billing/plans.ts';
import type { VerifiedIdentity } from '../../../shared/rules/profiles/badge.ts';
import type { Socials } from '../../../shared/rules/profiles/socials.ts';
import type { Theme } from '../../../shared/rules/profiles/themes.ts';
import { HOUR, type Instant, toSeconds } from '../../../shared/time.ts';
import type { ContactRelation } from '../contacts/contact-item.ts';
import {
  contactKey,
  type Key,
  monthKey,
  phoneKey,
  referralKey,
  userKey,
  usernameKey,
} from '../keys.ts';
import { publishEvent, userNamedEvent } from '../outbox.ts';
import { type Condition, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Accounts: one item a person, and a claim item for each of the three things that are one person's only
 * (username, phone number once it is confirmed, referral code). A registration whose phone is never confirmed lapses after a
 * day, with all it claimed: its items carry `expiresAt`, and nobody reads or respects them from then on.
 */

/** How long a registration holds its username before the phone is confirmed. */
export const REGISTRATION_TIME = 24 * HOUR;

/** The card on file at the payment provider, as much of it as people see. */
export type Card = {
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  /** The name that was typed with the card; absent if it was not stored. */
  readonly name?: string;
  /** Stripe's fingerprint: the same for every use of the same card number. */
  readonly fingerprint?: string;
};

export type User = Key & {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  /** E.164. Empty for the product's own account, which has no phone. */
  readonly phoneNumber: string;
  /** Empty where nobody can sign in with a password. */
  readonly passwordHash: string;
  /** Sessions that began before this are over; absent until the first new password or phone number. */
  readonly sessionsSince?: Instant;
  /** The one session from before that goes on: of whoever made the change. Empty where none does. */
  readonly keptSessionId?: string;
  /** When the phone number last changed; absent if it never did. */
  readonly phoneChangedAt?: Instant;
  /** When the password was last reset with a texted code. */
  readonly passwordResetAt?: Instant;
  /** The new number (E.164) of a phone change, and from when it can be completed; `pendingPhone` knows whether it expired. */
  readonly nextPhoneNumber?: string;
  readonly nextPhoneAt?: Instant;
  /** The phone number was confirmed by a code. */
  readonly verified: boolean;
  /** Since when nobody can use the account: an operator blocked it. */
  readonly blockedAt?: Instant;
  /** Since when nothing here says who it was of. */
  readonly deletedAt?: Instant;
  readonly licenseId: LicenseId;
  /** The identity that Stripe verified for the payout account. */
  readonly identity?: VerifiedIdentity;
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
  readonly theme: Theme;
  /** HTML, sanitised when it was written. */
  readonly bio: string;
  readonly avatarUrl?: string;
  /** As they were typed: a handle or an address. */
  readonly socials?: Socials;
  readonly categoryId?: string;
  readonly subCategoryId?: string;
  readonly stripeCustomerId?: string;
  readonly card?: Card;
  readonly membership?: Membership;
  /** Counts every change of the plan and every try that came to nothing; two of them never write over each other. */
  readonly planVersion?: number;
  /** Paid messages that ended, and those of them that were answered. Counted where a conversation ends. */
  readonly endedCount?: number;
  readonly answeredCount?: number;
  /** Epoch seconds at which an unconfirmed registration lapses; absent once the phone is confirmed. */
  readonly expiresAt?: number;
};

/** The public part of an account, as the other side of a conversation sees it; without a picture if it is blocked. */
export type PublicFace = {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
};

export function publicFaceOf(user: User): PublicFace {
  const { id, fullName, username, avatarUrl = null, blockedAt } = user;
  return { id, fullName, username, avatarUrl: blockedAt === undefined ? avatarUrl : null };
}

/**
 * The claim of a username, phone number or referral code. A username or referral code has `expiresAt` (epoch seconds) while
 * the phone is not confirmed. So has a signpost: an earlier username, which leads to the account and stays reserved.
 */
export type Claim = {
  readonly userId: string;
  readonly expiresAt?: number;
  readonly signpost?: boolean;
};

/** The item while it counts: engines remove lapsed ones late. */
export const ifNotExpired = <Found extends { readonly expiresAt?: number }>(
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
  return ifNotExpired(await table.get<User>(userKey(userId)), now);
}

/** Several accounts in one read, in the order of the ids. */
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
 * An account, how much of a month's (`2026-11`) commitment is in use, and what stands between it and whoever looks, in
 * one read.
 */
export async function userInMonth(
  table: TableReader,
  userId: string,
  month: string,
  now: Instant,
  viewerId: string = userId,
): Promise<{
  readonly user: User | undefined;
  readonly reserved: number;
  readonly relation: ContactRelation | undefined;
}> {
  type Month = { readonly reservedCount?: number };
  const [user, inMonth, relation] = await table.getMany<User | Month | ContactRelation>([
    userKey(userId),
    monthKey(userId, month),
    ...(viewerId === userId ? [] : [contactKey(viewerId, userId)]),
  ]);
  return {
    user: ifNotExpired(user as User | undefined, now),
    reserved: (inMonth as Month | undefined)?.reservedCount ?? 0,
    relation: relation as ContactRelation | undefined,
  };
}

/** Whether everybody may see the account: its phone is confirmed, its registration finished, and it is not blocked. */
export function isPublic({ username, verified, licenseId, blockedAt }: User): boolean {
  return username === SUPPORT_USERNAME || (verified && licenseId !== 'NONE' && !blockedAt);
}

/** Who holds a username; undefined when it is free. Costs one read. */
export async function holderOfUsername(table: TableReader, username: string, now: Instant) {
  return ifNotExpired(await table.get<Claim>(usernameKey(username)), now);
}

/** Which account confirmed a phone number in E.164; undefined when none did. Costs one read. */
export async function holderOfPhone(table: TableReader, phoneNumber: string) {
  const holder = await table.get<Claim>(phoneKey(phoneNumber));
  return holder?.expiresAt === undefined ? holder : undefined;
}

/** Who holds a referral code; undefined when nobody does. Costs one read. */
export async function holderOfReferralCode(table: TableReader, code: string, now: Instant) {
  return ifNotExpired(await table.get<Claim>(referralKey(code)), now);
}

/** The account that a name leads to: that is called this now, or was so until a while ago. */
export async function userLedToBy(table: TableReader, username: string, now: Instant) {
  const holder = await holderOfUsername(table, username, now);
  return holder && userById(table, holder.userId, now);
}

/**
 * The account that is called this now; one that was called so before is not reached by its old name. One name of an
 * account is all there is to guess at, as the limits count tries by name.
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
 * Writes down that the person signed in, and was therefore here. A step, because a session begins with it: not where
 * the password or the phone was changed in the meantime, which is to end whatever came by the old one, or the account
 * was blocked.
 */
export function noteSignIn(user: User, now: Instant): Step<'CHANGED'> {
  const { change, values } = changeOf(updatedVisits(user, now) ?? user);
  const reached = credentialsUnchanged(user, 'CHANGED');
  return update(
    userKey(user.id),
    `${change}, #lastLoginAt = :now`,
    { ...values, now },
    { ...reached, when: `${reached.when} AND attribute_not_exists(#blockedAt)` },
  );
}

/** The attributes of a pending phone change, for the REMOVE of an update expression. */
export const PENDING_PHONE = '#nextPhoneNumber, #nextPhoneAt';

/** Neither the password nor the phone number, by which a person gets in, changed since the account was read. */
export function credentialsUnchanged<Outcome extends string>(
  { passwordHash, phoneNumber }: User,
  otherwise: Outcome,
): Condition<Outcome> {
  return {
    when: '#passwordHash = :readHash AND #phoneNumber = :readPhone',
    values: { readHash: passwordHash, readPhone: phoneNumber },
    otherwise,
  };
}

/** Writes down that the person is here; at most one write, and mostly none. Answers the account as it is then. */
export async function noteVisit(table: TableWriter, user: User, now: Instant): Promise<User> {
  const visits = updatedVisits(user, now);
  if (!visits) return user;
  const { change, values } = changeOf(visits);
  const outcome = await table.write(
    update(userKey(user.id), change, values, {
      // Of two looks at once the first one moves the visit; the second must not move it again.
      when:
        user.lastSeenAt === undefined
          ? 'attribute_not_exists(#lastSeenAt)'
          : '#lastSeenAt = :before',
      values: { before: user.lastSeenAt },
      otherwise: 'SEEN_ALREADY',
    }),
  );
  return outcome === 'done' ? { ...user, ...visits } : user;
}

const changeOf = ({ lastSeenAt, previousVisitAt }: Visits) => ({
  change: `SET #lastSeenAt = :lastSeenAt${previousVisitAt === undefined ? '' : ', #previousVisitAt = :previousVisitAt'}`,
  values: { lastSeenAt, previousVisitAt },
});

/** What a person asks of senders: the price in cents, and how many messages a month. */
export type InboundSettings = Pick<User, 'paidResponsePrice' | 'paidResponseCommitment'>;

/**
 * Ends a registration on the free plan. Repeating it takes the newer price and commitment; a paid plan is
 * left as it is and answers `ON_PAID_PLAN`. From now on the person can be found by name.
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
      'SET #licenseId = :free, #paidResponsePrice = :price, #paidResponseCommitment = :commitment',
      { free: 'FREE', price: paidResponsePrice, commitment: paidResponseCommitment },
      {
        when: '#licenseId IN (:none, :free)',
        values: { none: 'NONE' },
        otherwise: 'ON_PAID_PLAN',
      },
    ),
    publishEvent(userNamedEvent(userId, now)),
  );
}

export function saveInboundSettings(
  table: TableWriter,
  userId: string,
  { paidResponsePrice, paidResponseCommitment }: InboundSettings,
): Promise<'done' | 'GONE'> {
  return table.write(
    update(
      userKey(userId),
      'SET #paidResponsePrice = :price, #paidResponseCommitment = :commitment',
      { price: paidResponsePrice, commitment: paidResponseCommitment },
      { when: 'attribute_exists(#pk)', otherwise: 'GONE' },
    ),
  );
}

/** The customer at the payment provider that stands for this person; set once. */
export function saveCustomer(
  table: TableWriter,
  userId: string,
  stripeCustomerId: string,
): Promise<'done' | 'HAS_ANOTHER'> {
  return table.write(
    update(
      userKey(userId),
      'SET #stripeCustomerId = :stripeCustomerId',
      { stripeCustomerId },
      {
        when: 'attribute_exists(#pk) AND (attribute_not_exists(#stripeCustomerId) OR #stripeCustomerId = :stripeCustomerId)',
        otherwise: 'HAS_ANOTHER',
      },
    ),
  );
}
