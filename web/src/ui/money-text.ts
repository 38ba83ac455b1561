const MONEY_LENGTH = 7;

/** Filters the text of a money input: digits and one dot, at most seven characters. */
export function filterMoney(typed: string): string {
  const [whole = '', ...decimals] = typed.replace(/[^\d.]/g, '').split('.');
  const text = decimals.length === 0 ? whole : `${whole}.${decimals.join('')}`;
  return text.slice(0, MONEY_LENGTH);
}

/** Filters the text of a count input: digits, at most `length`. */
export function filterDigits(typed: string, length: number): string {
  return typed.replace(/\D/g, '').slice(0, length);
}
