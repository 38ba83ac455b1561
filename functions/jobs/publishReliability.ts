import { schedules } from '#shared/api/schedules.ts';
import { serveSchedule } from '../serve-work.ts';
import { publishReliability } from '../storage/profiles/reliability.ts';

/** Publishes the figures of the platform, from what the subscriber countReliability has counted. */
export const handler = serveSchedule(schedules.publishReliability, ({ table, now }) =>
  publishReliability(table, now),
);
