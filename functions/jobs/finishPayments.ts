import { schedules } from '#shared/api/schedules.ts';
import { sweep } from '../conversations/due-conversations.ts';
import { payments } from '../gateways/payments.ts';
import { serveSchedule } from '../serve-work.ts';

/** Settles or undoes payments that were interrupted or never confirmed with the bank. */
export const handler = serveSchedule(
  schedules.finishPayments,
  (work) => sweep(work, 'PAYMENT', work.timeLeft),
  { gives: { payments } },
);
