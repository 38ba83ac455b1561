import { schedules } from '../../shared/api/schedules.ts';
import { sweepPayouts } from '../payouts/payouts.ts';
import { serveSchedule } from '../serve-work.ts';

/** Decides what goes out to people on the 8th, sends it, and finishes what was interrupted or waited. */
export const handler = serveSchedule(schedules.payOut, (work) => sweepPayouts(work, work.timeLeft));
