import * as z from 'zod/mini';
import { fullName, heldUsername } from '../accounts/accounts.ts';
import { bio } from './bios.ts';
import { category, furtherSubCategory, subCategory } from './categories.ts';
import { listing } from './listing.ts';

/**
 * The attributes of an account that the profile form edits, each with its field of `updateUserProfile` and the field's schema. The
 * operation's input, what is stored and the form's values are derived from this list.
 */
export const PROFILE_FIELDS = {
  username: { input: 'username', schema: heldUsername },
  fullName: { input: 'userFullName', schema: fullName },
  bio: { input: 'userBio', schema: bio },
  categoryId: { input: 'categoryId', schema: category },
  subCategoryId: { input: 'subCategoryId', schema: subCategory },
  secondSubCategoryId: { input: 'secondSubCategoryId', schema: furtherSubCategory },
  thirdSubCategoryId: { input: 'thirdSubCategoryId', schema: furtherSubCategory },
  listing: { input: 'listing', schema: listing },
} as const;

type Fields = typeof PROFILE_FIELDS;
export type ProfileField = keyof Fields;
export const PROFILE_FIELD_NAMES = Object.keys(PROFILE_FIELDS) as readonly ProfileField[];

/** The edited attributes with the values of a valid form. */
export type Profile = { readonly [Name in ProfileField]: z.output<Fields[Name]['schema']> };

type Shape = { [Name in ProfileField as Fields[Name]['input']]: Fields[Name]['schema'] };
export type ProfileInputName = keyof Shape;

/** The input of `updateUserProfile`, without the rules that concern more than one field. */
export const profileInput = z.object(
  Object.fromEntries(
    Object.values(PROFILE_FIELDS).map(({ input, schema }) => [input, schema]),
  ) as Shape,
);

/** The attributes that a form sets; a field that the form leaves out is absent, and stays as it is. */
export function profileOf(form: z.output<typeof profileInput>): Profile {
  return Object.fromEntries(
    PROFILE_FIELD_NAMES.map((name) => [name, form[PROFILE_FIELDS[name].input]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Profile;
}
