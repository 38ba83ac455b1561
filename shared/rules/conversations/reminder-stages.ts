/**
 * The reminders of an unanswered message, in the order of time: a day and five days after the payment, and 48 and 12 hours
 * before the deadline.
 */
export const REMINDER_STAGES = ['DAY_1', 'DAY_5', 'HOURS_48', 'HOURS_12'] as const;
export type ReminderStage = (typeof REMINDER_STAGES)[number];

/** The last reminder, which is sent by text message to people without a device that gets it. */
export const LAST_REMINDER: ReminderStage = 'HOURS_12';
