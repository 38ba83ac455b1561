import { passesLuhn } from '../luhn.ts';
import type { ElementState, ElementType, ValidationError } from './messages.ts';

const invalid = (code: string, message: string): ValidationError => ({
  type: 'validation_error',
  code,
  message,
});

/** The errors of card fields that are empty or incomplete. */
const INCOMPLETE: Record<ElementType, ValidationError> = {
  cardNumber: invalid('incomplete_number', 'Your card number is incomplete.'),
  cardExpiry: invalid('incomplete_expiry', "Your card's expiration date is incomplete."),
  cardCvc: invalid('incomplete_cvc', "Your card's security code is incomplete."),
};

/** The month and the four-digit year in the text of an expiration date: `1230`, `12/30`, `12 / 2030`. */
export function expiryIn(text: string): { month: number; year: number } | undefined {
  const [, month, year] = /^\s*(\d\d)\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(text) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : undefined;
}

/** Validates the text of a card field. The API validates the whole card again. */
export function stateOf(type: ElementType, text: string, now: Date): ElementState {
  if (text.trim() === '') return { empty: true, complete: false };
  const error = errorOf(type, text, now);
  if (!error) return { empty: false, complete: true };
  // Incomplete text is an error only when the card is submitted, not while it is typed.
  return { empty: false, complete: false, ...(error !== INCOMPLETE[type] && { error }) };
}

/** The error of a card field when the card is submitted. */
export function errorOf(type: ElementType, text: string, now: Date): ValidationError | undefined {
  if (type === 'cardExpiry') return expiryError(text, now);
  const digits = text.replace(/\D/g, '');
  if (type === 'cardCvc') return digits.length < 3 ? INCOMPLETE.cardCvc : undefined;
  const americanExpress = /^3[47]/.test(digits);
  if (digits.length < (americanExpress ? 15 : 16)) return INCOMPLETE.cardNumber;
  if (!passesLuhn(digits)) return invalid('invalid_number', 'Your card number is invalid.');
  return undefined;
}

function expiryError(text: string, now: Date): ValidationError | undefined {
  const expiry = expiryIn(text);
  if (!expiry) return INCOMPLETE.cardExpiry;
  const { month, year } = expiry;
  if (month < 1 || month > 12)
    return invalid('invalid_expiry_month', "Your card's expiration month is invalid.");
  if (year < now.getFullYear())
    return invalid('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  if (year === now.getFullYear() && month < now.getMonth() + 1)
    return invalid('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  return undefined;
}
