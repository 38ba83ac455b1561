import { viewAnalytics } from '#shared/api/analytics.ts';
import { cents } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  type DayCounts,
  FREE_PERIOD,
  firstDayOf,
  funnelOf,
  KEPT_TIME,
  pricesIn,
  refundsIn,
} from '#shared/rules/analytics/day-counts.ts';
import { SOURCES } from '#shared/rules/analytics/sources.ts';
import {
  hoursOfShare,
  medianHoursOf,
  publishedMonths,
  sumOf,
} from '#shared/rules/profiles/reliability.ts';
import { DAY } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { accountInMonths } from '../storage/accounts/account-months.ts';
import { daysSince } from '../storage/profiles/analytics.ts';

/** Returns the caller's analytics: everything on Professional, the last 7 days of the funnel on other plans. */
export const handler = serve(viewAnalytics, async ({ days: asked }, { table, caller, now }) => {
  const { user, months } = await accountInMonths(table, caller.userId, publishedMonths(now), now);
  if (!user) throw new Refusal('NOT_FOUND');
  const isWhole = user.licenseId === 'PROFESSIONAL';
  const days = Number(isWhole ? (asked ?? '30') : FREE_PERIOD);
  // The prices of the price simulator are of all days, whatever the period.
  const read = isWhole ? KEPT_TIME / DAY : days;
  const known = await daysSince(table, user.id, firstDayOf(read, now));
  const shown = known.filter(({ day }) => day >= firstDayOf(days, now));
  const view = {
    days,
    counts: shown.map(({ day, counts }) => ({ day, ...funnelOf(counts) })),
    currentPrice: user.paidResponsePrice,
    whole: isWhole ? { ...wholeView(shown, known), months } : null,
  };
  return { data: [view] };
});

/** What only Professional shows: of the shown days, and the prices of all known ones. */
function wholeView(shown: readonly DayCounts[], known: readonly DayCounts[]) {
  const counts = sumOf(shown.map((day) => day.counts));
  return {
    sources: SOURCES.map((source) => ({ source, ...funnelOf(counts, [source]) })),
    medianHours: medianHoursOf(counts),
    mostHours: hoursOfShare(counts, 0.9),
    repeats: counts.repeat ?? 0,
    refunded: cents(counts.refunded ?? 0),
    refunds: refundsIn(counts),
    prices: pricesIn(sumOf(known.map((day) => day.counts))),
  };
}
