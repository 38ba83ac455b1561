import * as z from 'zod/mini';
import { type Cents, fromDollars, toDollars } from './money.ts';
import { Refusal } from './refusals.ts';
import { plainAmount } from './rules/text/digits.ts';
import { fromIso, type Instant, toIso } from './time.ts';

/*
 * The codecs between wire formats (form text, JSON) and internal values. One definition serves both ends: the server
 * decodes input and encodes output, and the web client does the reverse.
 */

const centsValue = z.custom<Cents>((value) => Number.isSafeInteger(value));
const instantValue = z.custom<Instant>((value) => Number.isFinite(value));

/** Dollars on the wire (`8.5`, or form text `8.50`) ⇄ integer cents inside. `sentence`: the message for anything else. */
export const dollars = (sentence = 'Please enter a dollar amount') =>
  z.codec(z.union([z.number(), z.string()], sentence), centsValue, {
    decode: (wire, context) => {
      const text = plainAmount(String(wire)).trim();
      if (/^-?\d{1,9}(\.\d{1,2})?$|^\.\d{1,2}$/.test(text)) return fromDollars(Number(text));
      context.issues.push({ code: 'custom', message: sentence, input: wire });
      return z.NEVER;
    },
    encode: (amount) => toDollars(amount),
  });

/** A whole number, as a number or as form text. */
export const wholeNumber = (sentence = 'Please enter a whole number') =>
  z.codec(z.union([z.number(), z.string()], sentence), z.int(sentence), {
    decode: (wire, context) => {
      const text = plainAmount(String(wire)).trim();
      if (/^-?\d{1,9}$/.test(text)) return Number(text);
      context.issues.push({ code: 'custom', message: sentence, input: wire });
      return z.NEVER;
    },
    encode: (count) => count,
  });

/** `true` or `false`, as JSON has them or as form text. */
export const yesOrNo = (sentence = 'Please say true or false') =>
  z.codec(z.union([z.boolean(), z.enum(['true', 'false'])], sentence), z.boolean(), {
    decode: (wire) => wire === true || wire === 'true',
    encode: (value) => value,
  });

/** ISO 8601 in UTC on the wire ⇄ epoch milliseconds inside. */
export const moment = z.codec(z.iso.datetime(), instantValue, {
  decode: (wire) => fromIso(wire),
  encode: (value) => toIso(value),
});

/** The maximum number of pairs in a form. The longest list in any input is a group of 200 people. */
const FORM_PAIRS_MAX = 500;

/** Parses a form or query string; a repeated key becomes a list. Refuses a form of more than 500 pairs. */
export function decodeForm(text: string): Record<string, string | string[]> {
  if (text.split('&').length > FORM_PAIRS_MAX)
    throw new Refusal('INVALID_INPUT', {
      message: `A form can have at most ${FORM_PAIRS_MAX} fields.`,
    });
  const form: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const before = form[key];
    if (before === undefined) form[key] = value;
    else if (typeof before === 'string') form[key] = [before, value];
    else before.push(value);
  }
  return form;
}

/** Encodes a flat object as a form body. Lists repeat their key, absent values are left out. */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) form.append(key, String(item));
  }
  return form.toString();
}

/**
 * The schema of a typed phone number. Whether the number is valid depends on the countries that the stage accepts and on
 * the numbering plans: see `openPhoneNumber` in shared/rules/auth/phone-numbers.ts.
 */
export const typedPhoneNumber = (missing = 'Please enter your phone number') =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), z.maxLength(60, 'Please enter a valid phone number'));

/** Calling codes (ITU E.164): 1 and 7, these of two digits, and three digits for all others. */
const CALLING_CODE =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,})$/;

/** Formats an E.164 number for people: `(555) 555-0100` for +1, any other in groups: `+44 740 012 3456`. */
export function formatPhoneNumber(number: string): string {
  const national = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  if (national) return `(${national[1]}) ${national[2]}-${national[3]}`;
  const [, callingCode, rest] = CALLING_CODE.exec(number) ?? [];
  if (!callingCode || !rest) return number;
  return `+${callingCode} ${rest.replace(/\d{3}(?=\d{2})/g, '$& ')}`;
}

/** JSON for a script element, with `<`, `>` and `&` escaped, so that it cannot contain `</script>` or `<!--`. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
