import { schedules } from '../../shared/api/schedules.ts';
import { sweep } from '../conversations/due-conversations.ts';
import { serveSchedule } from '../serve-work.ts';

/** Expires conversations that were not answered in ten days, captures holds before they lapse, and performs pending effects. */
export const handler = serveSchedule(schedules.expireConversations, (work) =>
  sweep(work, 'CONVERSATION', work.timeLeft),
);
