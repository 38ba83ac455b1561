import { schedules } from '../../shared/api/schedules.ts';
import { PAYOUTS_LATE } from '../../shared/metrics.ts';
import { report } from '../metrics.ts';
import { serveSchedule } from '../serve-work.ts';
import { latePayouts } from '../storage/payouts/late-payouts.ts';

/**
 * Says how many payouts are late, by what is still to be done rather than by what payOut says of itself: so it is noticed
 * too that it never began, or ends without having done its work.
 */
export const handler = serveSchedule(schedules.watchPayouts, async ({ table, now, log }) => {
  const late = await latePayouts(table, now);
  if (late > 0) log.warn('payouts are late', { late });
  report({ [PAYOUTS_LATE]: late });
});
