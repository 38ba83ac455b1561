import type { ProfileInputName } from '#shared/rules/profiles/profile-fields.ts';
import type { Caller, CallOptions, Fields } from './calls.ts';
import type { Ref } from './things.ts';

/* Profiles: what people show of themselves, and who looks at it. */

/** The fields of a profile, as its form sends them. */
export type ProfileForm = Partial<Record<ProfileInputName, string | null>>;

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
  /** The profile with this username, as the caller sees it. */
  profileNamed: (username: string, options?: CallOptions) =>
    me.makes('viewUserProfile', { username }, options),
  /** The profile of whoever has this code for invitations. */
  profileOfInviter: (referralCode: string, options?: CallOptions) =>
    me.makes('viewUserProfileByReferralCode', { referralCode }, options),
  /** Chooses a theme for all devices. */
  choosesTheme: (theme: string, options?: CallOptions) =>
    me.does('updateUserTheme', { theme }, options),
  /** The visits, letters and earnings of the caller, by day. */
  analytics: (input?: Fields, options?: CallOptions) => me.makes('viewAnalytics', input, options),
  /** Presses the contact button of a profile, which is counted. */
  pressesContact: (
    person: Ref,
    { via, ...options }: CallOptions & { readonly via?: string } = {},
  ) => me.does('recordContactPress', { id: person.id, via }, options),
  /** How reliable answers are, by month. */
  reliability: (options?: CallOptions) => me.makes('viewReliability', {}, options),
});
