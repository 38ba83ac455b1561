import { schedules } from '#shared/api/schedules.ts';
import { payouts } from '../gateways/payouts.ts';
import { sweepPayouts } from '../payouts/payouts.ts';
import { serveSchedule } from '../serve-work.ts';

/** Decides the payouts on the 8th of a month, sends them, and continues those that were interrupted or waited. */
export const handler = serveSchedule(
  schedules.payOut,
  (work) => sweepPayouts(work, work.timeLeft),
  { gives: { payouts } },
);
