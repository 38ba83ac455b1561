/**
 * Formats a whole number with commas: `1,234`. Not with `toLocaleString`, because the number formats of a language take 10 ms to
 * load, more than everything else that a function does with a number.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
