import { schedules } from '../../shared/api/schedules.ts';
import { sweep } from '../conversations/due-conversations.ts';
import { serveSchedule } from '../serve-work.ts';

/** Ends what nobody answered in ten days, captures holds before they lapse, and performs what is still owed. */
export const handler = serveSchedule(schedules.expireConversations, (work) =>
  sweep(work, 'CONVERSATION', work.timeLeft),
);
