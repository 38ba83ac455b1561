import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import max from 'libphonenumber-js/max/metadata';
import min from 'libphonenumber-js/min/metadata';
import { DEFAULT_PHONE_COUNTRIES } from '#shared/rules/auth/phone-countries.ts';
import {
  CLOSED_PHONE_COUNTRY,
  INVALID_PHONE_NUMBER,
  isFictional,
  isPhoneCountry,
  openPhoneNumber,
  type PhonePolicy,
  phoneNumberOf,
  UNTEXTABLE_PHONE_NUMBER,
} from '#shared/rules/auth/phone-numbers.ts';

/* The parsing of phone numbers, with the full numbering plans of the server and the small ones of the browser. */

const USUAL: PhonePolicy = { phoneCountries: DEFAULT_PHONE_COUNTRIES };
const FICTIONAL: PhonePolicy = { ...USUAL, fictionalPhoneNumbers: true };

const plans = { server: max, browser: min };

function read(typed: string, policy = USUAL): string {
  const answers = Object.values(plans).map((known) => openPhoneNumber(typed, policy, known));
  const [server, browser] = answers.map(
    ({ number, fault }: { number?: string; fault?: string }) => number ?? fault,
  );
  expect(browser).toBe(server);
  return server ?? '';
}

describe('a number of the United States or Canada', () => {
  test.each([
    '(212) 555-2368',
    '212-555-2368',
    '212.555.2368',
    '2125552368',
    ' 212 555 2368 ',
    '1-212-555-2368',
    '12125552368',
    '+1 (212) 555-2368',
    '+1 212 555 2368',
    '001 212 555 2368',
    ' 001 212 555 2368 ',
    '0012125552368',
    '011 1 212 555 2368',
    '\u202a+1 (212) 555\u20112368\u202c',
    '+1\u00a0212\u00a0555\u00a02368',
    '２１２５５５２３６８',
  ])('is parsed from %j', (typed) => expect(read(typed)).toBe('+12125552368'));

  test('may be Canadian', () => {
    expect(read('(416) 555-2368')).toBe('+14165552368');
    expect(read('(416) 555-2368', { phoneCountries: ['US'] })).toBe(CLOSED_PHONE_COUNTRY);
  });

  test.each([
    ['an area code that begins with 1', '(123) 456-7890'],
    ['an area code that nobody has', '(211) 234-5678'],
    ['an area code that is kept free', '(999) 999-9999'],
    ['an area code of the government', '(710) 234-5678'],
    ['an exchange that begins with 1', '(212) 155-2368'],
    ['an exchange that is a service', '(212) 911-2368'],
    ['nine digits', '(212) 555-236'],
    ['eleven digits', '(212) 555-23681'],
    ['an extension', '(212) 555-2368 ext. 5'],
    ['a word', 'phone'],
    ['text around it', 'call 212 555 2368'],
    ['another number', '212 555 2368 or 416 555 2368'],
    ['letters for digits', '1-800-FLOWERS'],
    ['only signs', '+()--'],
    ['a short code', '911'],
  ])('is invalid with %s', (_, typed) => expect(read(typed)).toBe(INVALID_PHONE_NUMBER));

  test.each([
    '(900) 234-5678',
    '(212) 976-2368',
    '(800) 234-5678',
    '(888) 234-5678',
    '(500) 234-5678',
    '(600) 234-5678',
  ])('is refused for %s, which costs extra or reaches no person’s phone', (typed) =>
    expect(read(typed)).toBe(UNTEXTABLE_PHONE_NUMBER),
  );
});

describe('a number of another country', () => {
  test.each([
    '+44 7400 123456',
    '+44 (0)7400 123456',
    '0044 7400 123456',
    '011 44 7400 123456',
    '+49 1512 3456789',
    '+44 7400 12',
  ])('such as %s is refused with its reason, and never parsed as one of +1', (typed) => {
    expect(read(typed)).toBe(CLOSED_PHONE_COUNTRY);
  });

  test.each(['447911123456', '07911 123456', '7911123456', '4915123456789'])(
    'such as %s is invalid without its plus sign',
    (typed) => expect(read(typed)).toBe(INVALID_PHONE_NUMBER),
  );

  test.each([
    '+1 876 234 5678',
    '(242) 322-2368',
    '+1 809 234 5678',
    '+1 264 497 2368',
    '+1 787 234 5678',
  ])('such as %s has calling code +1 and is still not allowed', (typed) =>
    expect(read(typed)).toBe(CLOSED_PHONE_COUNTRY),
  );

  test('is accepted if the settings allow its country', () => {
    const open = { phoneCountries: ['US', 'GB', 'JM'] };
    expect(read('+44 (0)7400 123456', open)).toBe('+447400123456');
    expect(read('+1 876 234 5678', open)).toBe('+18762345678');
    expect(read('+1 242 322 2368', open)).toBe(CLOSED_PHONE_COUNTRY);
    // Guernsey has the calling code +44 as well.
    expect(read('+44 7911 123456', open)).toBe(CLOSED_PHONE_COUNTRY);
  });

  test('needs no country code if its country is the first that is allowed', () => {
    expect(read('07400 123456', { phoneCountries: ['GB', 'US'] })).toBe('+447400123456');
    expect(read('(212) 555-2368', { phoneCountries: ['GB', 'US'] })).not.toBe('+12125552368');
  });

  test('is refused by the server in every country if calls to it cost extra', () => {
    const open = { phoneCountries: ['GB'] };
    expect(openPhoneNumber('+44 909 8790000', open, max).fault).toBe(UNTEXTABLE_PHONE_NUMBER);
    expect(openPhoneNumber('+44 800 001 0000', open, max).fault).toBe(UNTEXTABLE_PHONE_NUMBER);
  });
});

describe('a fictional number', () => {
  test.each(['(555) 555-0100', '(555) 234-5678', '(212) 555-0123'])(
    'such as %s is accepted locally and in tests only',
    (typed) => {
      expect(read(typed, FICTIONAL)).toBe(`+1${typed.replace(/\D/g, '')}`);
      expect(read(typed)).toBe(INVALID_PHONE_NUMBER);
    },
  );

  test.each([
    ['+1 876 555 0123', CLOSED_PHONE_COUNTRY],
    ['(900) 555-0123', UNTEXTABLE_PHONE_NUMBER],
    ['(211) 555-0123', INVALID_PHONE_NUMBER],
    ['(555) 155-0123', INVALID_PHONE_NUMBER],
    ['+44 7911 123456', CLOSED_PHONE_COUNTRY],
  ])('does not allow the numbers that are also refused there: %s', (typed, said) =>
    expect(read(typed, FICTIONAL)).toBe(said),
  );
});

test('browser and server accept the same numbers, in a normalized form', () => {
  const typing = fc.oneof(
    fc.string({ maxLength: 25 }),
    fc.stringMatching(/^[+0-9() .-]{5,20}$/),
    fc.stringMatching(/^(\+?1)?[2-9]\d{9}$/),
  );
  fc.assert(
    fc.property(typing, (typed) => {
      const { number } = openPhoneNumber(typed, FICTIONAL, max) as { number?: string };
      const onBrowser = openPhoneNumber(typed, FICTIONAL, min) as { number?: string };
      expect(onBrowser.number).toBe(number);
      if (number === undefined) return;
      expect(number).toMatch(/^\+1[2-9]\d{9}$/);
      expect(number.slice(-10)).toBe(typed.normalize('NFKC').replace(/\D/g, '').slice(-10));
      expect(read(number, FICTIONAL)).toBe(number);
    }),
    { numRuns: 500 },
  );
});

test('a refused number has a sentence that says why', () => {
  expect(read('1')).toBe('Please enter a valid phone number');
  expect(read('+44 7400 123456')).toBe('We can’t send text messages to this country yet');
  expect(read('(900) 234-5678')).toBe(
    'We can’t send text messages to this kind of number. Please use a mobile number.',
  );
});

test('an operator can look up a number of any country', () => {
  expect(phoneNumberOf('+44 7911 123456', 'US', min)).toBe('+447911123456');
  expect(phoneNumberOf('(555) 123-4567', 'US', min)).toBe('+15551234567');
  expect(phoneNumberOf('nobody', 'US', min)).toBeUndefined();
});

test.each([
  ['+15552345678', true],
  ['+12125550123', true],
  ['+15551345678', false],
  ['+12125552368', false],
  ['+1212555012', false],
  ['+155523456789', false],
  ['+121255501234', false],
])('the number %s is fictional: %s', (number, expected) => {
  expect(isFictional(number)).toBe(expected);
});

test('a country is one of the numbering plans', () => {
  for (const country of ['US', 'GB', 'JM']) expect(isPhoneCountry(country, min)).toBe(true);
  for (const country of ['XX', 'us', '']) expect(isPhoneCountry(country, min)).toBe(false);
});
