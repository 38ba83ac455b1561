import { fromIso, type Instant, toIso } from '#shared/time.ts';

/* Moments in the time zone of the device, for inputs and for reading. */

const two = (number: number) => String(number).padStart(2, '0');

/** The value of a `datetime-local` input for a moment in ISO 8601; empty for an empty text. */
export function localInput(iso: string): string {
  if (iso === '') return '';
  const at = new Date(fromIso(iso));
  // While a year is typed, it is a small number.
  const year = String(at.getFullYear()).padStart(4, '0');
  const date = [year, two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment of such a value in ISO 8601; empty while it is empty or incomplete. */
export function momentOfInput(value: string): string {
  const at = Date.parse(value);
  return Number.isNaN(at) ? '' : toIso(at as Instant);
}
