import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type MetadataJson,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core';
import { plainDigits } from '../text/digits.ts';

/*
 * The phone numbers that an account can have. The caller passes the numbering plans: the server uses the full metadata,
 * which knows the kind of a number in every country; the browser uses the small one, which knows it for +1 alone. The
 * server decides; the browser shows the same message earlier.
 */

export type PhonePolicy = {
  /** ISO 3166 codes. A number that is typed without a country code belongs to the first country. */
  readonly phoneCountries: readonly string[];
  /** Whether fictional numbers are accepted too: in the local system and in tests. */
  readonly fictionalPhoneNumbers?: boolean;
};

export const INVALID_PHONE_NUMBER = 'Please enter a valid phone number';
export const CLOSED_PHONE_COUNTRY = 'We can’t send text messages to this country yet';
export const UNTEXTABLE_PHONE_NUMBER =
  'We can’t send text messages to this kind of number. Please use a mobile number.';

/** A number in E.164, or the message that says why it cannot be used. */
export type PhoneNumberResult =
  | { readonly number: string; readonly fault?: undefined }
  | { readonly fault: string };

/** +1 has no area code 555. */
const FICTIONAL_AREA = /^\+1555[2-9]\d{6}$/;
/** 555-0100 to 555-0199 are reserved for fiction in every area code (NANPA, 555 line numbers). */
const FICTIONAL_LINE = /^\+1\d{3}55501\d\d$/;
/** +1: 976 is billed to the caller in every area code. */
const PREMIUM_EXCHANGE = /^\+1\d{3}976/;
/** +1: 911, 411 and the like are service numbers and not exchanges. */
const SERVICE_EXCHANGE = /^\+1\d{3}[2-9]11/;

/**
 * The kinds of numbers that we send text messages to. For +1, mobile and fixed-line numbers cannot be told apart. Premium,
 * shared-cost, toll-free, personal and company numbers, pagers and voicemail are excluded.
 */
const TEXTABLE: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** Whether a number in E.164 is reserved for fiction, so that nobody can own it. */
export const isFictional = (number: string): boolean =>
  FICTIONAL_AREA.test(number) || FICTIONAL_LINE.test(number);

/** Parses a phone number as it was typed or pasted, and checks it against the countries of the policy. */
export function openPhoneNumber(
  typed: string,
  policy: PhonePolicy,
  plans: MetadataJson,
): PhoneNumberResult {
  const parsed = parse(typed, policy.phoneCountries[0], plans);
  if (!parsed) return { fault: INVALID_PHONE_NUMBER };
  const { number } = parsed;
  const fictional = policy.fictionalPhoneNumbers === true;
  if (FICTIONAL_AREA.test(number)) return fictional ? { number } : { fault: INVALID_PHONE_NUMBER };
  const fault = faultOf(parsed, policy.phoneCountries, plans);
  if (fault !== undefined) return { fault };
  if (FICTIONAL_LINE.test(number) && !fictional) return { fault: INVALID_PHONE_NUMBER };
  return { number };
}

/** Converts a typed phone number of any country, accepted or not, to E.164; undefined if it cannot be one. */
export function phoneNumberOf(
  typed: string,
  homeCountry: string | undefined,
  plans: MetadataJson,
): string | undefined {
  const parsed = parse(typed, homeCountry, plans);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/** Whether numbering plans exist for this ISO 3166 code. */
export const isPhoneCountry = (country: string, plans: MetadataJson): boolean =>
  isSupportedCountry(country as CountryCode, plans);

function faultOf(
  parsed: PhoneNumber,
  countries: readonly string[],
  plans: MetadataJson,
): string | undefined {
  const { number, country, countryCallingCode } = parsed;
  const callingCodes = countries.map((open) => getCountryCallingCode(open as CountryCode, plans));
  if (!callingCodes.includes(countryCallingCode)) return CLOSED_PHONE_COUNTRY;
  if (!parsed.isValid() || SERVICE_EXCHANGE.test(number)) return INVALID_PHONE_NUMBER;
  if (!countries.some((open) => open === country)) return CLOSED_PHONE_COUNTRY;
  const kind = parsed.getType();
  // The browser's small numbering plans have types of numbers only for +1.
  const textable = kind === undefined || TEXTABLE.includes(kind);
  return textable && !PREMIUM_EXCHANGE.test(number) ? undefined : UNTEXTABLE_PHONE_NUMBER;
}

/** Removes the direction marks that address books paste, and reads `00` as a plus sign. */
function parse(typed: string, homeCountry: string | undefined, plans: MetadataJson) {
  const text = plainDigits(typed)
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .replace(/^00/, '+');
  const parsed = parsePhoneNumberFromString(
    text,
    { defaultCountry: homeCountry as CountryCode, extract: false },
    plans,
  );
  return parsed?.ext === undefined ? parsed : undefined;
}
