import {
  filterUsername,
  USERNAME_MAX,
  username as usernameRule,
} from '#shared/rules/accounts/accounts.ts';

/* Usernames made from a name, for a person who need not think of one. docs/product/auth.md#a-first-letter */

/** Letters that do not decompose into a Latin letter and a mark. Signs that have no sound of their own are left out. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'ß ss',
    'æ ae',
    'œ oe',
    'ø o',
    'đ d',
    'ð d',
    'þ th',
    'ł l',
    'ı i',
    'ħ h',
    'ŋ n',
    'ə e',
    'а a',
    'б b',
    'в v',
    'г g',
    'ґ g',
    'д d',
    'е e',
    'є ye',
    'ж zh',
    'з z',
    'и i',
    'і i',
    'к k',
    'л l',
    'м m',
    'н n',
    'о o',
    'п p',
    'р r',
    'с s',
    'т t',
    'у u',
    'ф f',
    'х kh',
    'ц ts',
    'ч ch',
    'ш sh',
    'щ shch',
    'ы y',
    'э e',
    'ю yu',
    'я ya',
    'ђ dj',
    'ј j',
    'љ lj',
    'њ nj',
    'ћ c',
    'џ dz',
    'α a',
    'β v',
    'γ g',
    'δ d',
    'ε e',
    'ζ z',
    'η i',
    'θ th',
    'ι i',
    'κ k',
    'λ l',
    'μ m',
    'ν n',
    'ξ x',
    'ο o',
    'π p',
    'ρ r',
    'σ s',
    'ς s',
    'τ t',
    'υ y',
    'φ f',
    'χ ch',
    'ψ ps',
    'ω o',
  ].map((pair) => pair.split(' ') as [string, string]),
);

/** The beginning for a name in a script that is not transliterated. */
const NO_LETTERS = 'writer';

/**
 * The usernames to try for a full name, best first: `noah.bennett`, `noahbennett`, `nbennett`, then with digits. Each can be chosen;
 * whether it is taken is not known. `digits`: a random number, in which they differ from those of a namesake.
 */
export function proposedUsernames(fullName: string, digits: string): string[] {
  const words = wordsOf(fullName);
  const [first = NO_LETTERS] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  const plain = last
    ? [words.join('.'), `${first}.${last}`, `${first}${last}`, `${first.slice(0, 1)}${last}`]
    : words;
  const shortened = [first, last].filter(Boolean).join('.');
  const numbered = `${shortened.slice(0, USERNAME_MAX - digits.length - 1)}.${digits}`;
  const proposed = [...plain, numbered].map((name) => name.replaceAll('..', '.'));
  return [...new Set(proposed)].filter((name) => usernameRule.safeParse(name).success);
}

/** The words of a name in the letters that a username has. */
const wordsOf = (fullName: string): string[] =>
  latinOf(fullName)
    .split(/[^a-z0-9]+/)
    .map(filterUsername)
    .filter((word) => word !== '');

function latinOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼьъЬЪ]/gu, '')
    .toLowerCase();
  return Array.from(letters, (letter) => LATIN[letter] ?? letter).join('');
}
