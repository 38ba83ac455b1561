import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { categoryOf, isSubCategoryOf } from '../rules/profiles/categories.ts';
import { avatarImage } from '../rules/profiles/pictures.ts';
import { profileInput } from '../rules/profiles/profile-fields.ts';
import { social } from '../rules/profiles/socials.ts';
import { THEMES } from '../rules/profiles/themes.ts';
import { publicProfile, user } from './entities.ts';
import {
  HOUR,
  MINUTE,
  nothing,
  one,
  operation,
  PICTURES_BODY,
  PUBLIC_CACHE_SECONDS,
} from './operation.ts';

export const viewUserProfile = operation({
  name: 'viewUserProfile',
  method: 'GET',
  who: 'anyone',
  knowsCaller: true,
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'odds.read', 'views.record', 'usernames.read', 'hashKey'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'Public profiles do not open, so nobody can be sent a first paid message.',
  input: z
    .object({
      username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(60))),
      id: z.optional(id()),
      /** How the visitor came to the profile (shared/rules/analytics/sources.ts); any other text counts as `direct`. */
      via: z.optional(z.string().check(z.maxLength(20))),
    })
    .check(
      z.refine((input) => input.username || input.id, {
        path: ['username'],
        message: 'Please give a username or an id',
      }),
    ),
  output: one(publicProfile),
});

export const viewUserProfileByReferralCode = operation({
  name: 'viewUserProfileByReferralCode',
  method: 'GET',
  who: 'anyone',
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'odds.read', 'usernames.read'],
  // Codes are short and identify people, so the limit prevents guessing.
  limits: [{ per: 'address', max: 120, within: 5 * MINUTE, atEdge: true }],
  impact: 'Invitation pages do not show the inviter; registrations from them are still counted.',
  input: z.object({
    referralCode: z
      .string('Please give the code of an invitation')
      .check(
        z.trim(),
        z.toUpperCase(),
        z.minLength(1, 'Please give the code of an invitation'),
        z.maxLength(40, 'This is not the code of an invitation'),
      ),
  }),
  output: one(publicProfile),
});

export const updateUserProfile = operation({
  name: 'updateUserProfile',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'usernames.write', 'limits.count', 'events.append', 'media', 'live'],
  // The username can change five times in thirty days (functions/profiles/updateUserProfile.ts).
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  maxBodyBytes: PICTURES_BODY,
  impact: 'People cannot change their name, their bio or the field they are found in.',
  input: profileInput.check(
    z.refine(
      ({ categoryId, subCategoryId }) =>
        !categoryOf(categoryId) || isSubCategoryOf(subCategoryId, categoryId),
      { path: ['subCategoryId'], message: 'Please select a sub category' },
    ),
  ),
  output: one(user),
});

export const updateUserSocialLinks = operation({
  name: 'updateUserSocialLinks',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change their social links.',
  /** All five at once: an empty or missing field removes that link. */
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
  uses: ['accounts.write', 'media'],
  limits: [{ per: 'caller', max: 30, within: HOUR, inMemory: true }],
  maxBodyBytes: PICTURES_BODY,
  impact: 'People cannot change their picture.',
  input: z.object({ base64Image: avatarImage }),
  output: z.object({ profileImageUrl: z.string() }),
});

export const updateUserTheme = operation({
  name: 'updateUserTheme',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'The choice of theme is not saved for other devices.',
  input: z.object({ theme: z.enum(THEMES, 'Please choose light, dark or system') }),
  output: nothing,
});
