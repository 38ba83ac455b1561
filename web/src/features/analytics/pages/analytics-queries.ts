import { viewAnalytics } from '#shared/api/analytics.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Period } from '#shared/rules/analytics/day-counts.ts';
import { query } from '#web/api/queries.ts';

export type Analytics = Output<typeof viewAnalytics>['data'][number];
/** What only Professional shows. */
export type WholeAnalytics = NonNullable<Analytics['whole']>;

/** The period that the screen opens with; other plans than Professional get the last 7 days. */
export const FIRST_PERIOD: Period = '30';

/** The query of the analytics of a period. */
export const analyticsQuery = (days: Period) => query(viewAnalytics, { days });

export const analyticsQueries = () => ({ analytics: analyticsQuery(FIRST_PERIOD) });
