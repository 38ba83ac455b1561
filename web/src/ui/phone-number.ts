import { plainDigits } from '#shared/rules/text/digits.ts';

/** Characters other than digits and separators, including the direction marks that some address books copy. */
const OTHER_SIGNS = /[^\d+\s().-]/g;

/**
 * Formats a phone number on each keystroke. A +1 number becomes `(555) 555-0100`; anything else (another country
 * code, too many digits) stays as typed for the validation, because cutting it to ten digits would make it somebody
 * else's number.
 */
export function formatPhone(typed: string): string {
  const text = plainDigits(typed).replace(OTHER_SIGNS, '').trimStart();
  const digits = text.replace(/\D/g, '');
  // `+1`, `001` and `0111` before ten digits: the same number dialed from abroad.
  const fromAbroad = /^(?:\+1|001|0111)(\d{10})$/.exec(text.replace(/[^\d+]/g, ''));
  if (fromAbroad?.[1]) return national(fromAbroad[1]);
  if (text.includes('+') || digits.startsWith('0')) return text;
  if (!digits.startsWith('1')) return digits.length > 10 ? digits : national(digits);
  if (digits.length > 11) return digits;
  // No area code starts with 1, so it is the country code.
  return digits.length === 11 ? national(digits.slice(1)) : `1 ${national(digits.slice(1))}`.trim();
}

/** `(555) 555-0100`, also incomplete: `(55`, `(555) 5`. */
function national(digits: string): string {
  if (digits === '') return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
