/** `19 hours`; days above 48 hours, as on a profile. */
export function hoursWords(hours: number): string {
  if (hours === 1) return '1 hour';
  return hours <= 48 ? `${hours} hours` : `${hours / 24} days`;
}
