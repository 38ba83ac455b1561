/*
 * The texts of a profile. From this list follow the attributes of the account and their deletion with it, what the caller's own
 * account, the public profile and the export of data show, what a report of the profile quotes and what staff remove with the bio.
 * profile-fields.ts has the field of the form and its rule for each. The two files are apart, because every screen loads this one.
 */

/** The texts of a profile. `isPublic`: everybody sees it. `whenAbsent`: it is optional, and this is shown of an account without it. */
const PROFILE_TEXTS = {
  username: { isPublic: true },
  fullName: { isPublic: true },
  /** HTML, sanitized when it was saved. */
  bio: { isPublic: true },
  /** Empty if not chosen; so is the third. */
  secondSubCategoryId: { isPublic: false, whenAbsent: '' },
  thirdSubCategoryId: { isPublic: false, whenAbsent: '' },
  /** `HIDDEN`: only the exact username finds the account. `SHOWN`: people find it when they browse and search. */
  listing: { isPublic: false, whenAbsent: 'SHOWN' },
} as const satisfies Readonly<Record<string, ProfileText>>;

type ProfileText = { readonly isPublic: boolean; readonly whenAbsent?: string };
type Texts = typeof PROFILE_TEXTS;
type TextName = keyof Texts;

type OptionalName = {
  [Name in TextName]: Texts[Name] extends { readonly whenAbsent: string } ? Name : never;
}[TextName];
type PublicName = {
  [Name in TextName]: Texts[Name] extends { readonly isPublic: true } ? Name : never;
}[TextName];

/** The texts of a profile as they are stored. */
export type StoredTexts = { readonly [Name in Exclude<TextName, OptionalName>]: string } & {
  readonly [Name in OptionalName]?: string;
};

const names = Object.keys(PROFILE_TEXTS) as readonly TextName[];
const isPublic = (name: TextName): name is PublicName => PROFILE_TEXTS[name].isPublic;
const isOptional = (name: TextName): name is OptionalName => 'whenAbsent' in PROFILE_TEXTS[name];

export const OPTIONAL_TEXTS: readonly OptionalName[] = names.filter(isOptional);
/** The optional texts that everybody sees. A report of the profile quotes them, and staff remove them together with the bio. */
export const OPTIONAL_PUBLIC_TEXTS: readonly OptionalName[] = OPTIONAL_TEXTS.filter((name) =>
  isPublic(name),
);

type Shown<Name extends TextName> = { readonly [One in Name]: string };

/** The texts as the person sees them in their own account. */
export const ownTextsOf = (account: StoredTexts): Shown<TextName> =>
  Object.fromEntries(names.map((name) => [name, shownText(account, name)])) as Shown<TextName>;

/** The texts that everybody sees. */
export const publicTextsOf = (account: StoredTexts): Shown<PublicName> =>
  Object.fromEntries(
    names.filter(isPublic).map((name) => [name, shownText(account, name)]),
  ) as Shown<PublicName>;

function shownText(account: StoredTexts, name: TextName): string {
  const { whenAbsent = '' }: ProfileText = PROFILE_TEXTS[name];
  return account[name] ?? whenAbsent;
}

/** A value for each of the texts that the person sees: the schema of a response. An optional text has the other value. */
export const ofOwnTexts = <One, Other>(one: One, other: Other) => ofTexts(names, one, other);
/** A value for each of the texts that everybody sees. */
export const ofPublicTexts = <One, Other>(one: One, other: Other) =>
  ofTexts(names.filter(isPublic), one, other);

type OfTexts<Name extends TextName, One, Other> = {
  [Each in Name]: Each extends OptionalName ? Other : One;
};

const ofTexts = <Name extends TextName, One, Other>(
  some: readonly Name[],
  one: One,
  other: Other,
): OfTexts<Name, One, Other> =>
  Object.fromEntries(some.map((name) => [name, isOptional(name) ? other : one])) as OfTexts<
    Name,
    One,
    Other
  >;
