import plans from 'libphonenumber-js/min/metadata';
import { DEFAULT_PHONE_COUNTRIES } from '../../../shared/rules/auth/phone-countries.ts';
import {
  openPhoneNumber,
  type PhoneNumberResult,
} from '../../../shared/rules/auth/phone-numbers.ts';
import { STAGE } from '../stage.ts';

/* The numbering plans of the world, 35 kB on the way: `phone-number.ts` loads them when a form needs them. */

/** Reads a typed phone number by the rule of the server, for the countries of this stage. */
export function readPhoneNumber(typed: string): PhoneNumberResult {
  const { phoneCountries = DEFAULT_PHONE_COUNTRIES, fictionalPhoneNumbers } = STAGE;
  return openPhoneNumber(typed, { phoneCountries, fictionalPhoneNumbers }, plans);
}
