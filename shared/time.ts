/** A point in time in epoch milliseconds. Rules take it as an argument; only the clock gateway reads the clock. */
export type Instant = number & { readonly unit: 'epochMilliseconds' };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Converts epoch milliseconds to an Instant. Throws RangeError if the number is not finite. */
export function instant(epochMilliseconds: number): Instant {
  if (!Number.isFinite(epochMilliseconds)) throw new RangeError('not a point in time');
  return Math.trunc(epochMilliseconds) as Instant;
}

/** Adds milliseconds, which may be negative. */
export function later(moment: Instant, milliseconds: number): Instant {
  return instant(moment + milliseconds);
}

/** ISO 8601 in UTC with milliseconds, which sorts as text in the order of time. */
export function toIso(moment: Instant): string {
  return new Date(moment).toISOString();
}

/** Parses ISO 8601; throws RangeError on anything else. */
export function fromIso(text: string): Instant {
  return instant(Date.parse(text));
}

/** Whole epoch seconds, the unit of DynamoDB's TTL, of tokens and of Stripe. */
export function toSeconds(moment: Instant): number {
  return Math.floor(moment / SECOND);
}

export function fromSeconds(epochSeconds: number): Instant {
  return instant(epochSeconds * SECOND);
}

/** The calendar month in UTC, `2026-11`, which commitments and payouts count by. */
export function monthOf(moment: Instant): string {
  return toIso(moment).slice(0, 7);
}

/** The calendar day in UTC, `2026-11-21`. */
export function dayOf(moment: Instant): string {
  return toIso(moment).slice(0, 10);
}
