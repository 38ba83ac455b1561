/** The rules of the three card fields: number, expiration date and security code. They run in the frames of the fields. */
export type FieldKind = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** The validation errors of Stripe.js. */
export interface FieldError {
  type: 'validation_error';
  code: string;
  message: string;
}

export interface FieldState {
  empty: boolean;
  complete: boolean;
  error?: FieldError;
}

interface Brand {
  name: string;
  begins: RegExp;
  length: number;
  /** The numbers of digits after which a space follows. */
  gaps: number[];
  cvcLength: number;
}

const inFours = [4, 8, 12];
const brands: Brand[] = [
  { name: 'visa', begins: /^4/, length: 16, gaps: inFours, cvcLength: 3 },
  { name: 'amex', begins: /^3[47]/, length: 15, gaps: [4, 10], cvcLength: 4 },
  { name: 'diners', begins: /^3(0[0-5]|[689])/, length: 14, gaps: [4, 10], cvcLength: 3 },
  { name: 'jcb', begins: /^35/, length: 16, gaps: inFours, cvcLength: 3 },
  {
    name: 'mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    length: 16,
    gaps: inFours,
    cvcLength: 3,
  },
  { name: 'discover', begins: /^(6011|64[4-9]|65)/, length: 16, gaps: inFours, cvcLength: 3 },
  { name: 'unionpay', begins: /^62/, length: 16, gaps: inFours, cvcLength: 3 },
];
const unknown: Brand = { name: 'unknown', begins: /^/, length: 16, gaps: inFours, cvcLength: 3 };

const digitsOf = (text: string) => text.replace(/\D/g, '');

function brandWith(digits: string): Brand {
  return brands.find((brand) => brand.begins.test(digits)) ?? unknown;
}

/** The brand of a card number or of its first digits: `visa`, `amex` … or `unknown`. */
export function brandOf(number: string): string {
  return brandWith(digitsOf(number)).name;
}

/** The length of a brand's security code. */
export function cvcLengthOf(brand: string): number {
  return brands.find(({ name }) => name === brand)?.cvcLength ?? 3;
}

function formatNumber(text: string): string {
  const brand = brandWith(digitsOf(text));
  const digits = digitsOf(text).slice(0, brand.length);
  return [...digits].map((digit, at) => (brand.gaps.includes(at) ? ` ${digit}` : digit)).join('');
}

function formatExpiry(text: string, deleting: boolean): string {
  let digits = digitsOf(text);
  // A first digit of 2 to 9 is a complete month; "13" is January of 203x.
  if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) digits = `0${digits}`;
  const month = digits.slice(0, 2);
  // Accepts a pasted four-digit year.
  const year = digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, 4);
  if (month.length < 2 || (deleting && year === '')) return month;
  return `${month} / ${year}`;
}

/** Formats what was typed. While the person deletes, no separator is added back. */
export function formatField(
  kind: FieldKind,
  text: string,
  deleting: boolean,
  brand = 'unknown',
): string {
  if (kind === 'cardNumber') return formatNumber(text);
  if (kind === 'cardExpiry') return formatExpiry(text, deleting);
  return digitsOf(text).slice(0, brand === 'unknown' ? 4 : cvcLengthOf(brand));
}

const wrong = (code: string, message: string): FieldError => ({
  type: 'validation_error',
  code,
  message,
});

const incomplete: Record<FieldKind, FieldError> = {
  cardNumber: wrong('incomplete_number', 'Your card number is incomplete.'),
  cardExpiry: wrong('incomplete_expiry', "Your card's expiration date is incomplete."),
  cardCvc: wrong('incomplete_cvc', "Your card's security code is incomplete."),
};

/** The error of an incomplete or empty field. */
export function incompleteError(kind: FieldKind): FieldError {
  return incomplete[kind];
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function expiryError(digits: string, now: Date): FieldError | undefined {
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2, 4));
  if (month < 1 || month > 12) {
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  if (year < now.getFullYear()) {
    return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (year > now.getFullYear() + 50) {
    return wrong('invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return undefined;
}

/** Validates a field. An incomplete value is an error only after the person has `left` the field. */
export function fieldState(
  kind: FieldKind,
  text: string,
  { left, now, brand }: { left: boolean; now: Date; brand: string },
): FieldState {
  const digits = digitsOf(text);
  if (digits === '') return { empty: true, complete: false };
  const lengths = {
    cardNumber: brandWith(digits).length,
    cardExpiry: 4,
    cardCvc: cvcLengthOf(brand),
  };
  if (digits.length < lengths[kind]) {
    return { empty: false, complete: false, ...(left && { error: incomplete[kind] }) };
  }
  const error =
    kind === 'cardNumber' && !passesLuhn(digits)
      ? wrong('invalid_number', 'Your card number is invalid.')
      : kind === 'cardExpiry'
        ? expiryError(digits, now)
        : undefined;
  return error ? { empty: false, complete: false, error } : { empty: false, complete: true };
}
