import type { Caller, CallOptions, Fields } from './calls.ts';
import type { Ref } from './things.ts';

/* Profiles: what people show of themselves, and who looks at it. */

/** The fields of a profile, as its form sends them. */
export type ProfileForm = Partial<
  Record<
    | 'username'
    | 'userFullName'
    | 'userBio'
    | 'categoryId'
    | 'subCategoryId'
    | 'secondSubCategoryId'
    | 'thirdSubCategoryId'
    | 'listing',
    string
  >
>;

export const profileDeeds = (me: Caller) => ({
  /** Saves the form of the profile, which replaces all of its fields. */
  editsProfile: (form: ProfileForm, options?: CallOptions) =>
    me.makes('updateUserProfile', form, options),
  /** Uploads a portrait, given as a data URL. */
  uploadsPortrait: (picture: string, options?: CallOptions) =>
    me.does('uploadUserAvatar', { base64Image: picture }, options),
  removesPortrait: (options?: CallOptions) => me.does('removeUserAvatar', {}, options),
  /** Saves the accounts on other networks, all five at once. */
  setsSocials: (accounts: Fields, options?: CallOptions) =>
    me.does('updateUserSocialLinks', accounts, options),
  /** The profile of somebody, as the caller sees it. */
  profileOf: (person: Ref, options?: CallOptions) =>
    me.makes('viewUserProfile', { id: person.id }, options),
});
