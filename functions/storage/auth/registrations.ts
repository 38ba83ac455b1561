import { randomInt } from 'node:crypto';
import { newId } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { LicenseId } from '#shared/rules/accounts/accounts.ts';
import { inviterOf } from '#shared/rules/accounts/referrals.ts';
import { COMMITMENT_START, PRICE_START } from '#shared/rules/conversations/pricing.ts';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import { type Claim, isPublic, REGISTRATION_TIME, type User } from '../accounts/users.ts';
import { above, atMost, type Match, missingOr } from '../conditions.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall, KeyTaken } from '../idempotency.ts';
import { invitedKey, type KeyOf, referralKey, userKey, usernameKey } from '../keys.ts';
import { publishEvent, userNamedEvent } from '../outbox.ts';
import { put, putNew, remove, type Step, type TableWriter, update } from '../table.ts';
import { checkPhone, claimPhone } from './phone-claims.ts';

/*
 * Registrations: the user item and the claims of its username and referral code, written in one transaction. They expire
 * after a day unless the phone is confirmed. The phone number is claimed only then, so that nobody can reserve another
 * person's number by typing it.
 */

export type Registration = {
  readonly fullName: string;
  readonly username: string;
  /** E.164; an account without one claims none. */
  readonly phoneNumber?: string;
  /** Empty if nobody can sign in with a password. */
  readonly passwordHash: string;
  readonly invitedByUserId?: string;
  /** Whether the account is confirmed from the start, like the product's own account and demo accounts. */
  readonly verified?: boolean;
  readonly id?: string;
  readonly licenseId?: LicenseId;
  readonly identity?: User['identity'];
  readonly paidResponsePrice?: Cents;
  readonly paidResponseCommitment?: number;
  readonly bio?: string;
  readonly avatarUrl?: string;
  readonly socials?: User['socials'];
  readonly categoryId?: string;
  readonly subCategoryId?: string;
};

export type RegistrationOutcome = { readonly user: User } | 'USERNAME_TAKEN' | 'PHONE_TAKEN';

type RegistrationFailure =
  | 'SAME_KEY'
  | 'ID_TAKEN'
  | 'USERNAME_TAKEN'
  | 'PHONE_TAKEN'
  | 'CODE_TAKEN'
  | 'CONFIRMED';

type RegistrationOptions = {
  /** An unconfirmed registration of the same person, which the new one replaces. */
  readonly replaces?: User;
  /** Written in the same transaction. */
  readonly alongside?: readonly Step<never>[];
  /** The call with its Idempotency-Key. */
  readonly keyed?: KeyedCall | undefined;
};

/**
 * Creates an account with its claims, or returns the claim that another account holds. A claim of a registration that
 * expired unconfirmed is free. An account that is public from the start publishes `user.named`. The caller has to check for
 * reserved names, because the product's own account has one. Throws KeyTaken if the key of the call is taken.
 */
export async function registerUser(
  table: TableWriter,
  registration: Registration,
  now: Instant,
  { replaces, alongside = [], keyed }: RegistrationOptions = {},
): Promise<RegistrationOutcome> {
  for (;;) {
    const user = newUser(registration, now);
    const outcome = await table.transact<RegistrationFailure>(
      putNew(user, 'ID_TAKEN'),
      claimStep(usernameKey(user.username), user, now, 'USERNAME_TAKEN', replaces),
      ...(user.phoneNumber
        ? [user.verified ? claimPhone(user) : checkPhone(user.phoneNumber)]
        : []),
      claimStep(referralKey(user.referralCode), user, now, 'CODE_TAKEN'),
      ...(replaces ? removalSteps(replaces, user) : []),
      ...(user.verified ? joinedSteps(user, now) : []),
      ...namedSteps(user, now),
      ...alongside,
      ...definedSteps([claimKey(keyed, user.id, now)]),
    );
    if (outcome === 'done') return { user };
    if (outcome === 'SAME_KEY') throw new KeyTaken();
    if (outcome === 'ID_TAKEN') throw new Error('an account with this id exists already');
    // The earlier registration was confirmed or has expired since, so its claims can no longer be taken over.
    if (outcome === 'CONFIRMED') return 'USERNAME_TAKEN';
    if (outcome !== 'CODE_TAKEN') return outcome;
  }
}

/**
 * Deletes an unconfirmed registration and its claims, so that the same names can be used again at once. A confirmed one
 * stays.
 */
export function forgetRegistration(table: TableWriter, user: User): Promise<'done' | 'CONFIRMED'> {
  return table.transact(...removalSteps(user));
}

/**
 * Confirms the phone: makes the account and its claims permanent, in one transaction with `alongside`. An account that is complete
 * with that, as a sender's is, publishes `user.named`. `NOT_WAITING`: it
 * was confirmed before, was corrected, has expired, or lost a claim. `PHONE_TAKEN`: another account confirmed the number
 * first.
 */
export function confirmRegistration<Outcome extends string>(
  table: TableWriter,
  user: User,
  now: Instant,
  ...alongside: readonly Step<Outcome>[]
): Promise<'done' | 'NOT_WAITING' | 'PHONE_TAKEN' | Outcome> {
  const { timeZone } = user;
  const keep = (key: KeyOf<Claim>): Step<'NOT_WAITING'> =>
    update(key, { remove: ['expiresAt'] }, { when: { userId: user.id }, otherwise: 'NOT_WAITING' });
  return table.transact<'NOT_WAITING' | 'PHONE_TAKEN' | Outcome>(
    update(
      userKey(user.id),
      {
        set: { verified: true, lastLoginAt: now, lastSeenAt: now, timeZone },
        remove: ['expiresAt'],
      },
      { when: waitsForConfirmation(user, now), otherwise: 'NOT_WAITING' },
    ),
    claimPhone(user),
    ...joinedSteps(user, now),
    ...namedSteps({ ...user, verified: true }, now),
    keep(usernameKey(user.username)),
    keep(referralKey(user.referralCode)),
    ...alongside,
  );
}

/**
 * Changes the phone number of an unconfirmed registration, in one transaction with `code`, the new code, which replaces the
 * old one. The number is not claimed. `PHONE_TAKEN`: an account has confirmed the number. `CHANGED`: the registration was
 * confirmed, corrected or lapsed at the same moment.
 */
export function correctRegistration(
  table: TableWriter,
  user: User,
  phoneNumber: string,
  now: Instant,
  code: Step<never>,
): Promise<'done' | 'PHONE_TAKEN' | 'CHANGED'> {
  return table.transact<'PHONE_TAKEN' | 'CHANGED'>(
    update(
      userKey(user.id),
      { set: { phoneNumber } },
      { when: waitsForConfirmation(user, now), otherwise: 'CHANGED' },
    ),
    checkPhone(phoneNumber),
    code,
  );
}

/** The registration waits for the confirmation of the number that was read: for conditions. */
const waitsForConfirmation = ({ phoneNumber }: User, now: Instant): Match<User> => ({
  verified: false,
  expiresAt: above(toSeconds(now)),
  phoneNumber,
});

/** The step that lists a person who joined among those whom their inviter brought along. */
function joinedSteps(user: User, now: Instant): Step<never>[] {
  const inviterId = inviterOf(user);
  return inviterId === undefined
    ? []
    : [put({ ...invitedKey(inviterId, now, user.id), userId: user.id, joinedAt: now })];
}

/** The step from which on a person can be found by name, if the account is public. */
const namedSteps = (user: User, now: Instant): Step<never>[] =>
  isPublic(user) ? [publishEvent(userNamedEvent(user.id, now))] : [];

function newUser(registration: Registration, now: Instant): User {
  const id = registration.id ?? newId(now);
  const verified = registration.verified ?? false;
  return {
    ...userKey(id),
    ...registration,
    id,
    verified,
    phoneNumber: registration.phoneNumber ?? '',
    licenseId: registration.licenseId ?? 'NONE',
    paidResponsePrice: registration.paidResponsePrice ?? PRICE_START,
    paidResponseCommitment: registration.paidResponseCommitment ?? COMMITMENT_START,
    bio: registration.bio ?? '',
    theme: 'system',
    referralCode: newReferralCode(),
    createdAt: now,
    ...(!verified && { expiresAt: toSeconds(later(now, REGISTRATION_TIME)) }),
  };
}

function claimStep<Outcome extends string>(
  key: KeyOf<Claim>,
  { id: userId, expiresAt }: User,
  now: Instant,
  otherwise: Outcome,
  replaces?: User,
): Step<Outcome> {
  const free = [{ pk: undefined }, { expiresAt: atMost(toSeconds(now)) }];
  return put(
    { ...key, userId, expiresAt },
    { when: replaces ? [...free, { userId: replaces.id }] : free, otherwise },
  );
}

/** Removes an unconfirmed account and those of its claims that its successor does not take over. */
function removalSteps(user: User, successor?: User): Step<'CONFIRMED'>[] {
  const release = (key: KeyOf<Claim>): Step<'CONFIRMED'> =>
    remove(key, { when: { userId: missingOr(user.id) }, otherwise: 'CONFIRMED' });
  return [
    remove(userKey(user.id), { when: { verified: false }, otherwise: 'CONFIRMED' }),
    release(referralKey(user.referralCode)),
    ...(user.username === successor?.username ? [] : [release(usernameKey(user.username))]),
  ];
}

/** Without 0, O, 1, I and L, which are confused when a code is read aloud or from paper. 31^8 codes. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const REFERRAL_CODE_LENGTH = 8;

function newReferralCode(): string {
  return Array.from(
    { length: REFERRAL_CODE_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('');
}
