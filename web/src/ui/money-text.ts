const MONEY_LENGTH = 7;

/** What a money box keeps of what is typed: digits and one dot, at most seven characters. */
export function filterMoney(typed: string): string {
  const [whole = '', ...decimals] = typed.replace(/[^\d.]/g, '').split('.');
  const text = decimals.length === 0 ? whole : `${whole}.${decimals.join('')}`;
  return text.slice(0, MONEY_LENGTH);
}

/** Digits alone, at most `length` of them: a count. */
export function filterDigits(typed: string, length: number): string {
  return typed.replace(/\D/g, '').slice(0, length);
}
