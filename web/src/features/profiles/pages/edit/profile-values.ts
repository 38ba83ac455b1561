import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod';
import type { Input } from '../../../../../../shared/api/operation.ts';
import type { updateUserProfile } from '../../../../../../shared/api/profiles.ts';
import type { CurrentUser } from '../../../../api/current-user.ts';

/* The values of the profile form, and which of them are unsaved. */

const profileValues = z.object({
  username: z.string(),
  userFullName: z.string(),
  userBio: z.string(),
  categoryId: z.string(),
  subCategoryId: z.string(),
});

export type ProfileValues = z.infer<typeof profileValues>;
/** The profile form, as its parts share it. */
export type ProfileFields = UseFormReturn<ProfileValues, unknown, Input<typeof updateUserProfile>>;
type Saved = Pick<CurrentUser, 'username' | 'fullName' | 'bio' | 'categoryId' | 'subCategoryId'>;

export function valuesOf(user: Saved): ProfileValues {
  return {
    username: user.username,
    userFullName: user.fullName,
    userBio: user.bio,
    categoryId: user.categoryId ?? '',
    subCategoryId: user.subCategoryId ?? '',
  };
}

/** Whether any typed value differs from the saved one. */
export function differs(saved: Partial<ProfileValues>, typed: ProfileValues): boolean {
  return profileValues.keyof().options.some((name) => saved[name] !== typed[name]);
}

/** The values of a stored draft; undefined if it is unreadable. */
export function valuesOfDraft(text: string): ProfileValues | undefined {
  try {
    return profileValues.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
