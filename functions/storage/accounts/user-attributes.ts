import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import type { ProfileField } from '#shared/rules/profiles/profile-fields.ts';
import { OPTIONAL_TEXTS } from '#shared/rules/profiles/profile-texts.ts';
import type { Change } from '../changes.ts';
import type { Key } from '../keys.ts';
import type { User } from './users.ts';

/*
 * The attributes of an account item, each listed once. A new attribute of `User` does not compile until this list says
 * whether it is personal, and a personal one is removed when the account is deleted.
 */

type Account = Omit<User, keyof Key>;

/**
 * An attribute of an account. `personal`: it shows who the person is, how to reach them or how they sign in. Deletion removes
 * it, or sets it to `afterDeletion` if the type requires a value.
 */
type Attribute<Name extends keyof Account> =
  | { readonly personal: false; readonly afterDeletion?: (userId: string) => Account[Name] }
  | (Record<never, never> extends Pick<Account, Name>
      ? { readonly personal: true }
      : { readonly personal: true; readonly afterDeletion: (userId: string) => Account[Name] });

type AnyAttribute = {
  readonly personal: boolean;
  readonly afterDeletion?: (userId: string) => unknown;
};

const PERSONAL = { personal: true } as const;
const OPTIONAL_TEXTS_ARE_PERSONAL = Object.fromEntries(
  OPTIONAL_TEXTS.map((name) => [name, PERSONAL]),
) as Readonly<Record<(typeof OPTIONAL_TEXTS)[number], typeof PERSONAL>>;
const KEPT = { personal: false } as const;
const EMPTIED = { personal: true, afterDeletion: () => '' } as const;

/** A field of the profile form that `User` lacks does not compile either. */
export const USER_ATTRIBUTES: {
  readonly [Name in keyof Account | ProfileField]-?: Name extends keyof Account
    ? Attribute<Name>
    : never;
} = {
  id: KEPT,
  fullName: { personal: true, afterDeletion: () => DELETED_NAME },
  username: { personal: true, afterDeletion: (userId) => `deleted.${userId.toLowerCase()}` },
  phoneNumber: EMPTIED,
  passwordHash: EMPTIED,
  sessionsSince: KEPT,
  keptSessionId: KEPT,
  phoneChangedAt: KEPT,
  recoveredAt: KEPT,
  passwordResetAt: KEPT,
  passwordChangedAt: KEPT,
  emailChangedAt: KEPT,
  passkeyAddedAt: KEPT,
  payoutSetUpAt: KEPT,
  ladderStepAt: KEPT,
  stepStoppedAt: KEPT,
  openAfterStop: KEPT,
  nextPhoneNumber: PERSONAL,
  nextPhoneAt: PERSONAL,
  email: PERSONAL,
  emailConfirmedAt: PERSONAL,
  passkeyCount: PERSONAL,
  passkeyRemovedAt: KEPT,
  // The deleted account has no confirmed number.
  verified: { personal: false, afterDeletion: () => false },
  blockedAt: KEPT,
  deletionAt: KEPT,
  deletedAt: KEPT,
  permissionIds: PERSONAL,
  staffSince: PERSONAL,
  licenseId: KEPT,
  identity: PERSONAL,
  paidResponsePrice: KEPT,
  paidResponseCommitment: KEPT,
  tiers: PERSONAL,
  prompts: PERSONAL,
  pause: KEPT,
  attachmentSettings: KEPT,
  waitingMax: KEPT,
  waitingCount: KEPT,
  offersVersion: KEPT,
  referralCode: KEPT,
  invitedByUserId: KEPT,
  createdAt: KEPT,
  lastLoginAt: KEPT,
  timeZone: PERSONAL,
  lastSeenAt: KEPT,
  previousVisitAt: KEPT,
  theme: KEPT,
  bio: EMPTIED,
  avatarUrl: PERSONAL,
  formerAvatarUrl: PERSONAL,
  socials: PERSONAL,
  categoryId: PERSONAL,
  subCategoryId: PERSONAL,
  ...OPTIONAL_TEXTS_ARE_PERSONAL,
  // Refunds and disputes still need the Stripe customer.
  stripeCustomerId: KEPT,
  card: PERSONAL,
  membership: KEPT,
  planVersion: KEPT,
  endedCount: KEPT,
  answeredCount: KEPT,
  upheldClaimCount: KEPT,
  paidAnswerCount: KEPT,
  thankedCount: KEPT,
  verifiedLinks: PERSONAL,
  passkeySince: PERSONAL,
  expiresAt: KEPT,
};

/** The change that removes or replaces every personal attribute of an account. */
export function deletionOfPersonalAttributes(userId: string): Change<User> {
  const all = Object.entries(USER_ATTRIBUTES) as [keyof Account, AnyAttribute][];
  const replaced = all.flatMap(([name, attribute]) =>
    attribute.afterDeletion ? [[name, attribute.afterDeletion(userId)]] : [],
  );
  const removed = all.filter(([, one]) => one.personal && !one.afterDeletion);
  return { set: Object.fromEntries(replaced), remove: removed.map(([name]) => name) };
}
