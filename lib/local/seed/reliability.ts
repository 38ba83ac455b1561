import { addToCounters } from '../../../functions/storage/counters.ts';
import { reliabilityCountKey } from '../../../functions/storage/keys.ts';
import type { TableWriter } from '../../../functions/storage/table.ts';
import { cents, ZERO } from '../../../shared/money.ts';
import {
  type Counts,
  countsOf,
  publishedMonths,
  sumOf,
} from '../../../shared/rules/profiles/reliability.ts';
import type { Instant } from '../../../shared/time.ts';

/*
 * The orders of earlier months, so that the reliability page shows something. They are counted as the subscriber of their
 * events would have done, and the schedule publishes them. The seeded conversations add to them.
 */

/** The months in which somebody ordered, the current one included. The first has too few orders to be shown. */
const MONTHS = 8;
/** The orders of the first month, and how many more each later one has. */
const [FIRST, MORE] = [16, 29];
/** The usual price of an order in cents, and the hours to the slowest answers. */
const [PRICE, SLOWEST] = [1_900, 150];

/** Counts the orders of the months before `present`. */
export async function seedReliability(table: TableWriter, present: Instant): Promise<void> {
  const months = publishedMonths(present).slice(-MONTHS);
  for (const [nth, month] of months.entries()) {
    const isRunning = nth === months.length - 1;
    const orders = (FIRST + MORE * nth) * (isRunning ? new Date(present).getUTCDate() / 31 : 1);
    const counts = sumOf(
      Array.from({ length: Math.round(orders) }, (_, order) => seededOrder(order, nth)),
    );
    const counted = addToCounters(reliabilityCountKey(month, 'SEED'), counts);
    if (counted) await table.write(counted);
  }
}

/** An order of the nth month. Later months have more and faster answers. */
function seededOrder(order: number, nth: number): Counts {
  // Spread evenly between 0 and 1, in no visible order.
  const place = ((order + 1) * 0.618_034) % 1;
  const price = cents(Math.round(PRICE * (0.5 + ((order * 7) % 11) / 8)));
  if (place > 0.94) return countsOf({ outcome: undefined, price, givenBack: price });
  const answeredUntil = 0.72 + 0.022 * nth;
  if (place > answeredUntil) {
    // Few of them were answered, and claimed to be no answer.
    const isClaimUpheld = place > 0.93;
    return countsOf({ outcome: {}, price, givenBack: price, isClaimUpheld });
  }
  const hours = SLOWEST * (1 - 0.06 * nth) * (place / answeredUntil) ** 2.4;
  return countsOf({ outcome: { minutes: 1 + Math.round(hours * 60) }, price, givenBack: ZERO });
}
