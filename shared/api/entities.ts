import * as z from 'zod/mini';
import { ALERT_KINDS } from '../rules/accounts/alerts.ts';
import { PERMISSIONS } from '../rules/desk/permissions.ts';
import { BADGES } from '../rules/profiles/badge.ts';
import { ofOwnTexts } from '../rules/profiles/profile-texts.ts';
import { THEMES } from '../rules/profiles/themes.ts';
import { dollars, moment } from '../wire.ts';

/*
 * The account of the caller in responses of the API, in wire format. Every screen loads this file: other entities are in files
 * of their own.
 */

const text = z.string();
const maybeText = z.nullable(z.string());

export const licenseId = z.enum(['FREE', 'STARTER', 'PROFESSIONAL', 'NONE']);

/** The response of a sign-in. `refresh_token` is absent if it is in a cookie. */
export const tokens = z.object({
  access_token: text,
  refresh_token: z.optional(text),
  device_token: z.optional(text),
  user_id: text,
  full_name: text,
  avatar_url: maybeText,
  permission_ids: z.optional(z.array(z.enum(PERMISSIONS))),
});

/** The response of a change of plan: the caller's access token with the new plan. It expires when the old one does. */
export const freshAccessToken = z.object({ access_token: text });

export const user = z.object({
  id: text,
  ...ofOwnTexts(text, z.optional(text)),
  phoneNumber: text,
  /** The new number of a pending phone change, and from and until when it can be completed; null if none is pending. */
  nextPhoneNumber: maybeText,
  nextPhoneNumberAt: z.nullable(moment),
  nextPhoneNumberUntil: z.nullable(moment),
  creationDate: moment,
  lastLogin: z.nullable(moment),
  rawLastLogin: z.nullable(moment),
  previousVisit: z.nullable(moment),
  rawPreviousVisit: z.nullable(moment),
  /** What the person may do at the desk; empty for almost everybody. */
  permissionIds: z.array(z.enum(PERMISSIONS)),
  profileImageUrl: maybeText,
  licenseId,
  verified: z.boolean(),
  stripeCustomerId: maybeText,
  stripePaymentMethodId: maybeText,
  socialInstagram: text,
  socialLinkedin: text,
  socialYouTube: text,
  socialTikTok: text,
  socialBluesky: text,
  referralCode: text,
  referralCodeUrl: text,
  categoryId: maybeText,
  categoryName: maybeText,
  subCategoryId: maybeText,
  subCategoryName: maybeText,
  theme: z.enum(THEMES),
  /** When a paid plan renews, and when a canceled plan ends; each null if it does not apply. */
  planRenewsAt: z.nullable(moment),
  planEndsAt: z.nullable(moment),
  /** Whether the last renewal was declined; Stripe retries for two weeks. */
  planPaymentFailed: z.boolean(),
  /** Whether the person has ever had or tried to buy a paid plan: then their payments of plans are not empty. */
  hadPlan: z.boolean(),
  /** `trusted`: whether `badge` is IDENTITY. The badge is determined by `nameOnCard` and `verifiedName`. */
  badge: z.enum(BADGES),
  trusted: z.boolean(),
  nameOnCard: maybeText,
  verifiedName: maybeText,
});

export const dashboardStats = z.object({
  userId: text,
  /** The net earnings of all unanswered messages, and their number. Help tickets are free. */
  pendingPayments: dollars(),
  pendingInbox: z.int(),
  /** The amount that the caller is owed, and the part of it that waits for their payout account. */
  accountBalance: dollars(),
  waitingAmount: dollars(),
  /** The earnings that are frozen until claims and disputes are decided; not in `accountBalance`. */
  frozenAmount: dollars(),
  /** When the account will be deleted, if the caller asked for it. */
  deletionAt: z.optional(moment),
  profileViews: z.int(),
  unreadOutbox: z.int(),
  unreadInbox: z.int(),
  /** The number of unanswered invitations to chat. */
  contactRequests: z.int(),
  /** The alerts of the account that were not dismissed yet. */
  alerts: z.array(
    z.object({
      kind: z.enum(ALERT_KINDS),
      at: moment,
      count: z.int(),
      amount: dollars(),
      /** PLAN_ENDED: the plan that ended. REPORT_CHARGED: the newest conversation. PLACE_FREE: the username. */
      about: maybeText,
    }),
  ),
});
