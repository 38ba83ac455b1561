import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod';
import type { Input } from '../../../../shared/api/operation.ts';
import type { updateUserProfile } from '../../../../shared/api/profiles.ts';
import type { CurrentUser } from '../../api/current-user.ts';

/* What the form of the profile holds, and what of it is not saved yet. */

const profileValues = z.object({
  username: z.string(),
  userFullName: z.string(),
  userBio: z.string(),
  categoryId: z.string(),
  subCategoryId: z.string(),
});

export type ProfileValues = z.infer<typeof profileValues>;
/** The form, as its parts share it. */
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

/** Whether any of `typed` is not what `saved` says. */
export function differs(saved: Partial<ProfileValues>, typed: ProfileValues): boolean {
  return profileValues.keyof().options.some((name) => saved[name] !== typed[name]);
}

/** The values of a draft; undefined where it holds none that can be read. */
export function valuesOfDraft(text: string): ProfileValues | undefined {
  try {
    return profileValues.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
