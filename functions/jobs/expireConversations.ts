import { schedules } from '#shared/api/schedules.ts';
import { respondToDispute } from '../conversations/dispute-response.ts';
import { sweep } from '../conversations/due-conversations.ts';
import { disputes } from '../gateways/disputes.ts';
import { payments } from '../gateways/payments.ts';
import { serveSchedule } from '../serve-work.ts';

/**
 * Expires conversations that were not answered in ten days, captures holds before they lapse, performs pending effects, and responds to
 * disputes.
 */
export const handler = serveSchedule(
  schedules.expireConversations,
  (work) =>
    sweep(work, 'CONVERSATION', work.timeLeft, (conversation) =>
      respondToDispute(work, conversation),
    ),
  { gives: { payments, disputes } },
);
