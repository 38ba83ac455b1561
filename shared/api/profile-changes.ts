import * as z from 'zod/mini';
import { categoryOf, isSubCategoryOf } from '../rules/profiles/categories.ts';
import { avatarImage } from '../rules/profiles/pictures.ts';
import { profileInput } from '../rules/profiles/profile-fields.ts';
import { user } from './entities.ts';
import { HOUR, nothing, one, operation, PICTURES_BODY } from './operation.ts';

const OTHER_CATEGORY = 'Please select a sub category of your category';

/* Changes of the caller's profile. Apart from shared/api/profiles.ts, which the home screen loads. */

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
    z.refine(
      ({ categoryId, secondSubCategoryId: second }) =>
        !second || isSubCategoryOf(second, categoryId),
      { path: ['secondSubCategoryId'], message: OTHER_CATEGORY },
    ),
    z.refine(
      ({ categoryId, thirdSubCategoryId: third }) => !third || isSubCategoryOf(third, categoryId),
      { path: ['thirdSubCategoryId'], message: OTHER_CATEGORY },
    ),
  ),
  output: one(user),
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

export const removeUserAvatar = operation({
  name: 'removeUserAvatar',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'media'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR, inMemory: true }],
  impact: 'People cannot remove their picture; they can replace it.',
  input: nothing,
  output: nothing,
});
