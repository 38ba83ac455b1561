import * as z from 'zod';
import { id } from '../ids.ts';
import {
  fullName,
  newPassword,
  PASSWORD_MAX,
  username,
  verificationCode,
} from '../rules/accounts.ts';
import { ALERT_KINDS } from '../rules/alerts.ts';
import { bio } from '../rules/bios.ts';
import { category, categoryOf, isSubCategoryOf, subCategory } from '../rules/categories.ts';
import { avatarImage } from '../rules/pictures.ts';
import { inboundSettings } from '../rules/pricing.ts';
import { social } from '../rules/socials.ts';
import { THEMES } from '../rules/themes.ts';
import { moment, typedPhoneNumber } from '../wire.ts';
import {
  accountBalance,
  dashboardStats,
  freshAccessToken,
  inboundSettingsView,
  ledgerLine,
  paymentMethod,
  publicProfile,
  user,
} from './entities.ts';
import {
  A_MOMENT,
  all,
  DAY,
  HOUR,
  MINUTE,
  nothing,
  one,
  operation,
  PICTURES_BODY,
  page,
} from './operation.ts';
import { paging } from './paging.ts';

/* The person's own account, the public profile, price and earnings. docs/product/accounts.md */

export const saveFreeRegistration = operation({
  name: 'saveFreeRegistration',
  method: 'POST',
  who: 'verified',
  uses: ['table.write', 'tokenKeys'],
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'Nobody can finish a registration.',
  input: inboundSettings.extend({ license: z.literal('FREE', 'Please choose a plan') }),
  output: freshAccessToken,
});

export const checkUser = operation({
  name: 'checkUser',
  method: 'GET',
  who: 'signedIn',
  uses: ['table.write'],
  impact: 'The app cannot tell who is signed in and shows an error with a retry.',
  input: nothing,
  output: one(user),
});

export const viewUserProfile = operation({
  name: 'viewUserProfile',
  method: 'GET',
  who: 'anyone',
  knowsCaller: true,
  sharedSeconds: A_MOMENT,
  uses: ['table.read', 'views', 'hashKey'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE }],
  impact: 'Public profiles do not show; nobody new can be paid for an answer.',
  input: z
    .object({ username: z.string().trim().toLowerCase().max(60).optional(), id: id().optional() })
    .refine((input) => input.username || input.id, {
      path: ['username'],
      message: 'Please give a username or an id',
    }),
  output: one(publicProfile),
});

export const viewUserProfileByReferralCode = operation({
  name: 'viewUserProfileByReferralCode',
  method: 'GET',
  who: 'anyone',
  sharedSeconds: A_MOMENT,
  uses: ['table.read'],
  // Codes are short and lead to people, so that nobody may try many of them.
  limits: [{ per: 'address', max: 120, within: 5 * MINUTE }],
  impact: 'Invitations do not say who invites; whoever registers from one is still counted.',
  input: z.object({
    referralCode: z
      .string('Please give the code of an invitation')
      .trim()
      .toUpperCase()
      .min(1, 'Please give the code of an invitation')
      .max(40, 'This is not the code of an invitation'),
  }),
  output: one(publicProfile),
});

export const viewDashboardStats = operation({
  name: 'viewDashboardStats',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'The dashboard shows no numbers.',
  input: nothing,
  output: one(dashboardStats),
});

export const dismissAlert = operation({
  name: 'dismissAlert',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot put away what they have seen on their home screen; it stands there still.',
  input: z.object({
    kind: z.enum(ALERT_KINDS),
    /** When it happened, as it was shown: what happened since stays. */
    at: moment,
  }),
  output: nothing,
});

export const viewInboundSettings = operation({
  name: 'viewInboundSettings',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'People cannot see the price they ask.',
  input: nothing,
  output: one(inboundSettingsView),
});

export const updateInboundSettings = operation({
  name: 'updateInboundSettings',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 60, within: HOUR }],
  impact: 'People cannot change their price or stop taking messages.',
  input: inboundSettings,
  output: nothing,
});

export const viewAccountBalance = operation({
  name: 'viewAccountBalance',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'People cannot see what they earned; nothing is lost.',
  input: nothing,
  output: one(accountBalance),
});

export const viewLedger = operation({
  name: 'viewLedger',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'People cannot see how what they are owed comes about; nothing is lost.',
  input: z.object(paging),
  output: page(ledgerLine),
});

export const viewPaymentMethod = operation({
  name: 'viewPaymentMethod',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'The saved card is not offered at payment.',
  input: nothing,
  output: all(paymentMethod),
});

const CANNOT_CHANGE_PHONE = 'People cannot move their account to another phone number.';

export const updateUserProfile = operation({
  name: 'updateUserProfile',
  method: 'POST',
  who: 'verified',
  uses: ['table.write', 'media'],
  // Of these, a username can change five times in thirty days (functions/flows/profile.ts).
  limits: [{ per: 'caller', max: 60, within: HOUR }],
  maxBodyBytes: PICTURES_BODY,
  impact: 'People cannot change their name, their bio or the field they are found in.',
  input: z
    .object({
      username,
      userFullName: fullName,
      userBio: bio,
      categoryId: category,
      subCategoryId: subCategory,
    })
    .refine(
      ({ categoryId, subCategoryId }) =>
        !categoryOf(categoryId) || isSubCategoryOf(subCategoryId, categoryId),
      {
        path: ['subCategoryId'],
        message: 'Please select a sub category',
      },
    ),
  output: one(user),
});

export const updateUserSocialLinks = operation({
  name: 'updateUserSocialLinks',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 60, within: HOUR }],
  impact: 'People cannot change their social links.',
  /** All five at once: what is empty or left out is no link from then on. */
  input: z.object({
    socialBluesky: social('bluesky'),
    socialInstagram: social('instagram'),
    socialTikTok: social('tikTok'),
    socialLinkedin: social('linkedin'),
    socialYouTube: social('youTube'),
  }),
  output: nothing,
});

export const uploadUserAvatar = operation({
  name: 'uploadUserAvatar',
  method: 'POST',
  who: 'verified',
  uses: ['table.write', 'media'],
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  maxBodyBytes: PICTURES_BODY,
  impact: 'People cannot change their picture.',
  input: z.object({ base64Image: avatarImage }),
  output: z.object({ profileImageUrl: z.string() }),
});

/** The limits of operations that check the caller's password: a thief with an open session guesses no faster than at sign-in. */
const PASSWORD_GUESSES = [
  { per: 'caller', max: 10, within: 15 * MINUTE },
  { per: 'caller', max: 50, within: DAY },
] as const;

/** The caller's own password, to confirm that the caller is the owner. */
const ownPassword = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(PASSWORD_MAX, 'This is not your password');

export const updatePassword = operation({
  name: 'updatePassword',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  knowsDevice: true,
  limits: PASSWORD_GUESSES,
  impact: 'People cannot change their password, nor end their other sessions by it.',
  input: z
    .object({ oldPassword: ownPassword, newPassword: newPassword('Please enter a password') })
    .refine((input) => input.newPassword !== input.oldPassword, {
      path: ['newPassword'],
      message: 'The new password must differ from the old one',
    }),
  output: nothing,
});

export const sendVerificationCode = operation({
  name: 'sendVerificationCode',
  method: 'POST',
  who: 'verified',
  uses: ['table.write', 'sms'],
  limits: [
    { per: 'caller', max: 10, within: HOUR },
    { per: 'caller', max: 20, within: DAY },
  ],
  impact: CANNOT_CHANGE_PHONE,
  input: z.object({ phoneNumber: typedPhoneNumber() }),
  output: nothing,
});

export const sendOldNumberCode = operation({
  name: 'sendOldNumberCode',
  method: 'POST',
  who: 'verified',
  uses: ['table.write', 'sms'],
  knowsDevice: true,
  limits: [
    { per: 'caller', max: 10, within: HOUR },
    { per: 'caller', max: 20, within: DAY },
  ],
  impact: 'People who change their phone number have to wait 72 hours for it.',
  input: nothing,
  output: nothing,
});

export const changePhoneNumber = operation({
  name: 'changePhoneNumber',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  limits: PASSWORD_GUESSES,
  impact: CANNOT_CHANGE_PHONE,
  input: z.object({
    phoneNumber: typedPhoneNumber(),
    code: verificationCode('Please enter your verification code', 'Please enter a valid code'),
    password: ownPassword,
    /** The code from the current number; without it the change is pending for 72 hours, and expires after 7 more days. */
    oldCode: verificationCode('Please enter the code', 'Please enter a valid code').optional(),
  }),
  /** When the pending change can be completed; null if the number is changed already. */
  output: z.object({ effectiveAt: moment.nullable() }),
});

export const stopPhoneChange = operation({
  name: 'stopPhoneChange',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'Nobody can stop a change of their phone number that somebody else asked for.',
  input: nothing,
  output: nothing,
});

export const updateUserTheme = operation({
  name: 'updateUserTheme',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'The choice of light or dark stays on the device it was made on.',
  input: z.object({ theme: z.enum(THEMES, 'Please choose light, dark or system') }),
  output: nothing,
});

export const getStripePublishableKey = operation({
  name: 'getStripePublishableKey',
  method: 'GET',
  who: 'anyone',
  uses: ['publishableKey'],
  impact: 'The card form does not load; nobody can pay with a new card.',
  input: nothing,
  /** `scriptUrl`: where the provider's own card fields are loaded from. */
  output: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
});
