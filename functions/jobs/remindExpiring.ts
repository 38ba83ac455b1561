import { schedules } from '../../shared/api/schedules.ts';
import { remindAll } from '../flows/reminding.ts';
import { serveSchedule } from '../serve-work.ts';

/** Writes the fact that a message expires soon, once, when two days are left to answer it. */
export const handler = serveSchedule(schedules.remindExpiring, (work) =>
  remindAll(work, work.timeLeft),
);
