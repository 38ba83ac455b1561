import { plainAmount, plainDigits } from '#shared/rules/text/digits.ts';

const MONEY_LENGTH = 7;

/**
 * Filters the text of a money input: digits and one dot, at most seven characters. A comma becomes the dot, because the number pad
 * of many countries has no other separator; pasted commas between thousands are removed.
 */
export function filterMoney(typed: string): string {
  const amount = plainAmount(typed).replace(/[^\d.,]/g, '');
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount);
  const [whole = '', ...decimals] = (isGrouped ? amount.replaceAll(',', '') : amount).split(/[.,]/);
  const text = decimals.length === 0 ? whole : `${whole}.${decimals.join('')}`;
  return text.slice(0, MONEY_LENGTH);
}

/** Filters the text of a count input: digits, at most `length`. */
export function filterDigits(typed: string, length: number): string {
  return plainDigits(typed).replace(/\D/g, '').slice(0, length);
}
