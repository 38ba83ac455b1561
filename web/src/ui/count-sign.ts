/** How many wait, as far as a small sign can say it. */
export function countSign(count: number): string {
  return count > 99 ? '99+' : String(count);
}
