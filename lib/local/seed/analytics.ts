import { addViews, dayStep } from '#functions/storage/profiles/profile-views.ts';
import type { TableWriter } from '#functions/storage/table.ts';
import { daysOf, priceCounter, stepCounter } from '#shared/rules/analytics/day-counts.ts';
import { SOURCES, type Source } from '#shared/rules/analytics/sources.ts';
import { type Counts, sumOf } from '#shared/rules/profiles/reliability.ts';
import type { Instant } from '#shared/time.ts';

/*
 * The visitors of each creator, so that analytics show who came before the letters. They are written as the counters
 * would have done. What visitors paid for is not written here: it is counted from the letters that exist.
 */

/** A creator, and the price that visitors see; undefined for somebody who takes no messages. */
export type Visited = { readonly userId: string; readonly price: number | undefined };

/**
 * Writes the visitors of the last `days`; the first creator has the most. `present`: the time at which the seeded history
 * ends.
 */
export async function seedAnalytics(
  table: TableWriter,
  creators: readonly Visited[],
  days: number,
  present: Instant,
): Promise<void> {
  const seededDays = daysOf(days, present);
  for (const [place, { userId, price }] of creators.entries()) {
    const counts = seededDays.map((_, nth) =>
      seededDay(nth, 1 - place / (2 * creators.length), price),
    );
    await Promise.all(
      seededDays.map((day, nth) => table.write(dayStep(userId, day, counts[nth] ?? {}))),
    );
    await addViews(
      table,
      userId,
      counts.reduce((sum, day) => sum + viewsOf(day), 0),
    );
  }
}

/** The views of a day, from all sources. */
const viewsOf = (day: Counts): number =>
  SOURCES.reduce((sum, source) => sum + (day[stepCounter('view', source)] ?? 0), 0);

/**
 * The nth day: more visitors from week to week, and fewer on some days of the week. `part`: how many this creator has for
 * each visitor of the first one.
 */
function seededDay(nth: number, part: number, price: number | undefined): Counts {
  const views = Math.round(part * (6 + nth / 5) * (0.6 + ((nth * 3) % 7) / 8));
  return sumOf(Array.from({ length: views }, (_, visit) => seededVisit(nth, visit, price)));
}

/** A visit: how far it went, spread in no visible order. The first one of a day is by somebody who began to write. */
function seededVisit(nth: number, visit: number, price: number | undefined): Counts {
  const place = ((nth * 37 + visit * 11 + 1) * 0.618_034) % 1;
  const source = SOURCE_OF_TEN[(nth * 3 + visit * 7) % 10] ?? 'direct';
  const goesOn = visit === 0;
  return {
    [stepCounter('view', source)]: 1,
    ...(price !== undefined && { [priceCounter('view', price)]: 1 }),
    ...((goesOn || place < 0.16) && { [stepCounter('press', source)]: 1 }),
    ...((goesOn || place < 0.06) && { [stepCounter('draft', source)]: 1 }),
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
