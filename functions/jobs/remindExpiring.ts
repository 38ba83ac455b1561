import { schedules } from '#shared/api/schedules.ts';
import { reminderStep } from '#shared/rules/conversations/reminders.ts';
import { isSwitchedOn } from '#shared/rules/notifications/notification-settings.ts';
import type { Instant } from '#shared/time.ts';
import type { Logger } from '../log.ts';
import { serveSchedule } from '../serve-work.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import {
  dueReminders,
  endReminders,
  lastReminderOf,
  passStage,
} from '../storage/conversations/reminders.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import type { TableWriter } from '../storage/table.ts';
import { sweepItems } from '../sweep-items.ts';

/** Publishes the reminders of unanswered messages that their recipients asked for, each once (docs/product/notifications.md#reminders). */
export const handler = serveSchedule(schedules.remindExpiring, (work) =>
  remindAll(work, work.timeLeft),
);

type Work = { readonly table: TableWriter; readonly now: Instant; readonly log: Logger };

const BATCH_SIZE = 50;

/**
 * Sends all due reminders, in slices; if the time runs out, the next run continues. Safe to run twice, concurrently or late,
 * because one transaction publishes a reminder and removes it. One that fails does not block the others; this throws at the
 * end.
 */
async function remindAll(work: Work, timeLeft: () => number): Promise<void> {
  const { done, faults } = await sweepItems({
    ...work,
    timeLeft,
    read: async (from) => {
      const { ids, next } = await dueReminders(work.table, work.now, { limit: BATCH_SIZE, from });
      return { items: ids, next };
    },
    handle: (id) => remind(work, id),
  });
  if (done > 0) work.log.info('reminded', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} reminders could not be sent`);
}

async function remind({ table, now }: Work, id: string): Promise<void> {
  const conversation = await conversationById(table, id, now);
  if (!conversation) return;
  const last = await lastReminderOf(table, conversation);
  const settings = await settingsOf(table, conversation.recipient.id);
  const step = reminderStep(conversation, last, now, settings.quietHours);
  if (step === 'wait') return;
  if (step === 'drop') {
    await endReminders(table, conversation, now);
    return;
  }
  const publish = step.isNew && isSwitchedOn(settings, `reminder:${step.stage}`);
  await passStage(table, conversation, step, publish, now);
}
