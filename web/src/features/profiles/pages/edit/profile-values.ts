import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Input } from '#shared/api/operation.ts';
import type { updateUserProfile } from '#shared/api/profile-changes.ts';
import {
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileInputName,
} from '#shared/rules/profiles/profile-fields.ts';
import type { CurrentUser } from '#web/api/current-user.ts';

/* The values of the profile form, and which of them are unsaved. */

const profileValues = z.object(
  Object.fromEntries(
    Object.values(PROFILE_FIELDS).map(({ input }) => [input, z.string()]),
  ) as Record<ProfileInputName, z.ZodMiniString>,
);

export type ProfileValues = z.infer<typeof profileValues>;
/** The profile form, as its parts share it. */
export type ProfileFields = UseFormReturn<
  z.input<typeof updateUserProfile.input>,
  unknown,
  Input<typeof updateUserProfile>
>;
/** The fields of the sub-categories, in the order in which they are chosen. */
export const SUB_CATEGORIES = [
  'subCategoryId',
  'secondSubCategoryId',
  'thirdSubCategoryId',
] as const;

type Saved = Pick<CurrentUser, ProfileField>;

export function valuesOf(user: Saved): ProfileValues {
  return Object.fromEntries(
    PROFILE_FIELD_NAMES.map((name) => [PROFILE_FIELDS[name].input, user[name] ?? '']),
  ) as ProfileValues;
}

/** Whether any typed value differs from the saved one. */
export function differs(saved: Partial<ProfileValues>, typed: ProfileValues): boolean {
  return z.keyof(profileValues).options.some((name) => saved[name] !== typed[name]);
}

/** The values of a stored draft, with the saved ones for fields that the draft does not have; undefined if it is unreadable. */
export function valuesOfDraft(text: string, saved: ProfileValues): ProfileValues | undefined {
  try {
    return { ...saved, ...z.partial(profileValues).parse(JSON.parse(text)) } as ProfileValues;
  } catch {
    return undefined;
  }
}
