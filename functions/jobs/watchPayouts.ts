import { schedules } from '#shared/api/schedules.ts';
import { PAYOUTS_LATE } from '#shared/metrics.ts';
import { report } from '../metrics.ts';
import { serveSchedule } from '../serve-work.ts';
import { latePayouts } from '../storage/payouts/late-payouts.ts';

/**
 * Reports the number of late payouts. It counts what is still due, so it also notices a payOut job that never runs, or that
 * ends without doing its work.
 */
export const handler = serveSchedule(schedules.watchPayouts, async ({ table, now, log }) => {
  const late = await latePayouts(table, now);
  if (late > 0) log.warn('payouts are late', { late });
  report({ [PAYOUTS_LATE]: late });
});
