import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import max from 'libphonenumber-js/max/metadata';
import min from 'libphonenumber-js/min/metadata';
import mobileExamples from 'libphonenumber-js/mobile/examples';
import {
  CLOSED_PHONE_COUNTRY,
  openPhoneNumber,
  type PhonePolicy,
} from '#shared/rules/auth/phone-numbers.ts';
import { NANP_COUNTRIES } from '#shared/rules/auth/text-limits.ts';

/* All countries with calling code 1 and all kinds of numbers, from libphonenumber's numbering plans. */

const COUNTRIES = NANP_COUNTRIES as readonly CountryCode[];
const OPEN: PhonePolicy = { phoneCountries: ['US', 'CA'] };
const BEYOND = COUNTRIES.filter((country) => !OPEN.phoneCountries.includes(country));

/** Kinds of numbers that cannot receive text messages, or cost the sender or receiver extra. */
const REFUSED = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
  'VOIP',
  'FIXED_LINE',
] as const;

/** Returns the pattern of one kind of number in a country, without its calling code; undefined if there is none. */
function patternOf(country: CountryCode, kind: string): string | undefined {
  const plan = new Metadata(max);
  plan.selectNumberingPlan(country);
  const { numberingPlan } = plan as unknown as {
    numberingPlan: { type(name: string): { pattern(): string | undefined } | undefined };
  };
  return numberingPlan.type(kind)?.pattern();
}

const callingCodeOf = (country: CountryCode) => String(max.countries[country]?.[0]);

/** Returns thirty numbers of one kind in a country, in E.164, that are not mobile numbers by another pattern. */
function numbersOf(country: CountryCode, kind: string): string[] {
  const pattern = patternOf(country, kind);
  const mobiles = patternOf(country, 'MOBILE');
  // If a country has one pattern for both, libphonenumber does not distinguish mobile numbers from fixed lines.
  if (!pattern || (kind === 'FIXED_LINE' && (!mobiles || mobiles === pattern))) return [];
  const mobile = new RegExp(`^(?:${mobiles})$`);
  const sample = fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), {
    numRuns: 30,
    seed: 1,
  });
  const others = kind === 'MOBILE' ? sample : sample.filter((number) => !mobile.test(number));
  return others.map((national) => `+${callingCodeOf(country)}${national}`);
}

test('the countries with the code +1 are those of the numbering plans', () => {
  expect([...NANP_COUNTRIES].sort()).toEqual([...(max.country_calling_codes['1'] ?? [])].sort());
  expect(BEYOND).toHaveLength(23);
});

describe.each(BEYOND)('a mobile number of %s', (country) => {
  const number = `+1${mobileExamples[country]}`;

  test('is refused by server and browser if only the United States and Canada are allowed', () => {
    for (const plans of [max, min])
      expect(openPhoneNumber(number, OPEN, plans)).toEqual({ fault: CLOSED_PHONE_COUNTRY });
  });

  test('is refused by the server in that case, as are all numbers with that country’s area codes', () => {
    for (const one of ['MOBILE', 'FIXED_LINE'].flatMap((kind) => numbersOf(country, kind)))
      expect(openPhoneNumber(one, OPEN, max).fault).toBeDefined();
  });

  test('is accepted if its country is allowed', () => {
    expect(openPhoneNumber(number, { phoneCountries: [country] }, max)).toEqual({ number });
  });
});

const KINDS = ([...COUNTRIES, 'GB', 'DE', 'FR', 'AU', 'JP'] as const).flatMap((country) =>
  REFUSED.filter((kind) => patternOf(country, kind)).map((kind) => [country, kind] as const),
);

test.each(KINDS)(
  'a number in the allowed country %s is refused if it is of the kind %s',
  (country, kind) => {
    const policy = { phoneCountries: [country, ...OPEN.phoneCountries] };
    const accepted = numbersOf(country, kind).filter(
      (number) => openPhoneNumber(number, policy, max).fault === undefined,
    );
    expect(accepted).toEqual([]);
  },
);

test.each(['900', '976'])(
  'a number with +1 %s is refused by server and browser for all allowed countries',
  (premium) => {
    const everywhere = { phoneCountries: [...NANP_COUNTRIES] };
    const number = premium === '900' ? '+19002345678' : '+12129762368';
    for (const plans of [max, min])
      expect(openPhoneNumber(number, everywhere, plans).fault).toBeDefined();
  },
);
