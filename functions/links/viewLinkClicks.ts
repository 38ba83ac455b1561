import { viewLinkClicks } from '#shared/api/link-clicks.ts';
import { firstDayOf } from '#shared/rules/analytics/day-counts.ts';
import { CLICK_DAYS, clicksIn } from '#shared/rules/links/link-clicks.ts';
import { sumOf } from '#shared/rules/profiles/reliability.ts';
import { serve } from '../serve.ts';
import { daysSince } from '../storage/profiles/analytics.ts';

/** Returns how often each of the caller's links was opened in the last 30 days. */
export const handler = serve(viewLinkClicks, async (_input, { table, caller, now }) => {
  const days = await daysSince(table, caller.userId, firstDayOf(CLICK_DAYS, now));
  return { data: clicksIn(sumOf(days.map(({ counts }) => counts))) };
});
