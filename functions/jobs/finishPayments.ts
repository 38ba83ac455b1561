import { schedules } from '../../shared/api/schedules.ts';
import { sweep } from '../conversations/due-conversations.ts';
import { serveSchedule } from '../serve-work.ts';

/** Brings payments that were interrupted, or never confirmed at the bank, to one of their two ends. */
export const handler = serveSchedule(schedules.finishPayments, (work) =>
  sweep(work, 'PAYMENT', work.timeLeft),
);
