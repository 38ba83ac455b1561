/** A count that fits into a small badge. */
export function countSign(count: number): string {
  return count > 99 ? '99+' : String(count);
}
