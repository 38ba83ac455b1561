/**
 * The moment `months` after `anchor`, both in Unix seconds: the same day of the month and time of the day in UTC, or the
 * last day of a month that is shorter. https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const lastDay = new Date(
    Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0),
  ).getUTCDate();
  month.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  month.setUTCHours(from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds());
  return Math.floor(month.getTime() / 1000);
}

/** The end of the period that begins at `start`, a whole number of months after the anchor; Unix seconds. */
export function periodEndAfter(anchor: number, start: number): number {
  for (let months = 1; ; months += 1) {
    const end = monthsAfter(anchor, months);
    if (end > start) return end;
  }
}
