import { addToCounters } from '../../../functions/storage/counters.ts';
import { monthKey } from '../../../functions/storage/keys.ts';
import { dayStep } from '../../../functions/storage/profiles/profile-views.ts';
import type { TableWriter } from '../../../functions/storage/table.ts';
import { cents } from '../../../shared/money.ts';
import {
  daysOf,
  priceCounter,
  refundCounter,
  stepCounter,
} from '../../../shared/rules/analytics/day-counts.ts';
import { SOURCES, type Source } from '../../../shared/rules/analytics/sources.ts';
import { DEFAULT_FEES, feeTermsOf } from '../../../shared/rules/conversations/fees.ts';
import { feeOf } from '../../../shared/rules/conversations/pricing.ts';
import { bucketOf, type Counts, sumOf } from '../../../shared/rules/profiles/reliability.ts';
import { type Instant, monthOf } from '../../../shared/time.ts';

/*
 * The visitors and messages of earlier months of the creator on Professional, so that the analytics show something. They are
 * written as the counters would have done. The seeded conversations add to them.
 */

export const ANALYZED_CREATOR = 'mina.sato';

/** The days of history, of which the newest are left to the seeded conversations. */
const [DAYS, LEFT] = [300, 21];
/** The prices that visitors saw, in cents: from how many days ago on, and how many of 1,000 views paid. */
const PRICES = [
  { daysAgo: 300, price: 1_200, paying: 34 },
  { daysAgo: 190, price: 1_800, paying: 27 },
] as const;

const TERMS = feeTermsOf('PROFESSIONAL', DEFAULT_FEES);

/** Writes the days and months of one creator. `present`: the time at which the seeded history ends. */
export async function seedAnalytics(
  table: TableWriter,
  userId: string,
  present: Instant,
): Promise<void> {
  const months = new Map<string, Counts>();
  for (const [nth, day] of daysOf(DAYS, present)
    .slice(0, DAYS - LEFT)
    .entries()) {
    const { price, counts } = seededDay(nth);
    await table.write(dayStep(userId, day, counts));
    const answered = SOURCES.reduce(
      (sum, source) => sum + (counts[stepCounter('answered', source)] ?? 0),
      0,
    );
    const fee = feeOf(cents(price), TERMS);
    const earned = { answeredCount: answered, gross: answered * price, fees: answered * fee };
    const month = day.slice(0, 7);
    months.set(month, sumOf([months.get(month) ?? {}, earned]));
  }
  // The current month has what is in the ledger.
  months.delete(monthOf(present));
  for (const [month, earned] of months) {
    const counted = addToCounters(monthKey(userId, month), earned);
    if (counted) await table.write(counted);
  }
}

/** The nth day: more visitors from month to month, and fewer on some days of the week. */
function seededDay(nth: number): { price: number; counts: Counts } {
  const { price, paying } = PRICES.findLast(({ daysAgo }) => DAYS - nth <= daysAgo) ?? PRICES[0];
  const views = Math.round((4 + nth / 30) * (0.6 + ((nth * 3) % 7) / 8));
  const visits = Array.from({ length: views }, (_, visit) =>
    seededVisit(nth, visit, price, paying),
  );
  return { price, counts: sumOf(visits) };
}

/** A visit: what came of it, spread evenly and in no visible order. */
function seededVisit(nth: number, visit: number, price: number, paying: number): Counts {
  const place = ((nth * 37 + visit * 11 + 1) * 0.618_034) % 1;
  const source = SOURCE_OF_TEN[(nth * 3 + visit * 7) % 10] ?? 'direct';
  const view = { [stepCounter('view', source)]: 1, [priceCounter('view', price)]: 1 };
  const pays = paying / 1_000;
  return {
    ...view,
    ...(place < pays * 5 && { [stepCounter('press', source)]: 1 }),
    ...(place < pays * 2 && { [stepCounter('draft', source)]: 1 }),
    ...(place < pays && paidCounts(place / pays, source, price)),
  };
}

const SOURCE_OF_TEN: readonly Source[] = [
  ...([
    'link',
    'direct',
    'qr',
    'link',
    'search',
    'link',
    'direct',
    'qr',
    'link',
    'referral',
  ] as const),
];

/** A paid message: nine in ten are answered, the quickest within hours. `part`: between 0 and 1. */
function paidCounts(part: number, source: Source, price: number): Counts {
  const isAnswered = part < 0.9;
  return {
    [stepCounter('paid', source)]: 1,
    [priceCounter('paid', price)]: 1,
    ...(part < 0.25 && { repeat: 1 }),
    ...(isAnswered
      ? { [stepCounter('answered', source)]: 1, [bucketOf(60 + 5_400 * part ** 2)]: 1 }
      : { refunded: price, [refundCounter(part < 0.96 ? 'expired' : 'declined')]: 1 }),
  };
}
