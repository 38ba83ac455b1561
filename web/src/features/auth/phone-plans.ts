import plans from 'libphonenumber-js/min/metadata';
import { DEFAULT_PHONE_COUNTRIES } from '#shared/rules/auth/phone-countries.ts';
import { openPhoneNumber, type PhoneNumberResult } from '#shared/rules/auth/phone-numbers.ts';
import { STAGE } from '../../stage.ts';

/* The numbering plans of the world, a download of 35 kB: `phone-number.ts` loads them when a form needs them. */

/** Parses a phone number by the server's rule, for the countries of this deployment. */
export function readPhoneNumber(typed: string): PhoneNumberResult {
  const { phoneCountries = DEFAULT_PHONE_COUNTRIES, fictionalPhoneNumbers } = STAGE;
  return openPhoneNumber(typed, { phoneCountries, fictionalPhoneNumbers }, plans);
}
