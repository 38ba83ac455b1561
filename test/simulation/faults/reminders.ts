import { crashes, edit, type PlantedFault } from './fault.ts';

/* Faults in the reminders of a pending message, in the nudge, and in the calendar. */

const REMINDERS = 'shared/rules/conversations/reminders.ts';
const NUDGE = 'functions/conversations/nudgeRecipient.ts';

export const REMINDER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the next reminder falls into the pause',
    file: REMINDERS,
    edits: [
      edit(
        "const after = status === 'NEEDS_INFO' && clarification ? clarification.until : now;",
        'const after = now;',
      ),
    ],
    caughtBy: ['nextReminderIsInItsList'],
    arguments: crashes('reminders: a pause between two stages'),
  },
  {
    name: 'the reminders of a paused message do not move',
    file: 'functions/storage/conversations/reminders.ts',
    edits: [
      edit(
        'if (before.deadlineAt === after.deadlineAt) return undefined;',
        'if (before.deadlineAt >= 0) return undefined;',
      ),
    ],
    caughtBy: ['nextReminderIsInItsList'],
    arguments: crashes('reminders: a pause between two stages'),
  },
  {
    name: 'somebody is reminded after the deadline',
    file: REMINDERS,
    edits: [
      edit(
        "if (status !== 'PENDING' || now >= deadlineAt) return 'drop';",
        "if (status !== 'PENDING') return 'drop';",
      ),
    ],
    caughtBy: ['remindersComeAtTheirStage'],
    arguments: crashes('reminders: none after the deadline'),
  },
  {
    name: 'a pause that nobody has ended ends the reminders',
    file: REMINDERS,
    edits: [
      edit(
        "if (status === 'PAYING' || status === 'NEEDS_INFO') return 'wait';",
        "if (status === 'PAYING') return 'wait';",
      ),
    ],
    caughtBy: ['nextReminderIsInItsList'],
    arguments: crashes('reminders: a pause that nobody has ended'),
  },
  {
    name: 'reminders come that are switched off',
    file: 'functions/jobs/remindExpiring.ts',
    edits: [
      edit(
        'const publish = step.isNew && isSwitchedOn(settings, `reminder:${step.stage}`);',
        'const publish = step.isNew;',
      ),
    ],
    caughtBy: ['wantedRemindersCome'],
    arguments: crashes('reminders: the usual one'),
  },
  {
    name: 'a reminder is passed over',
    file: 'functions/jobs/remindExpiring.ts',
    edits: [
      edit(
        'const publish = step.isNew && isSwitchedOn(settings, `reminder:${step.stage}`);',
        'const publish = !step.next;',
      ),
    ],
    caughtBy: ['wantedRemindersCome'],
    arguments: crashes('reminders: the usual one'),
  },
  {
    name: 'a sender nudges on day four',
    file: 'shared/rules/conversations/nudge.ts',
    edits: [edit('BEFORE_DEADLINE = 5 * DAY', 'BEFORE_DEADLINE = 6 * DAY')],
    caughtBy: ['nudgesComeAfterFiveDays'],
    arguments: crashes('reminders: a nudge on day four'),
  },
  {
    name: 'a sender nudges twice',
    file: NUDGE,
    edits: [edit("if (side === 'sender' && isNudged(current.history)) return undefined;", '')],
    caughtBy: ['nudgesComeAfterFiveDays'],
    arguments: crashes('reminders: a nudge on day six'),
  },
  {
    name: 'an order counts in the month of another time zone',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [edit('month: monthOf(now),', 'month: monthOf(later(now, -5 * HOUR)),')],
    caughtBy: ['ordersCountInTheirMonth'],
    arguments: crashes('paying in the first minute of a month'),
  },
  {
    name: 'an earning counts in the month of the payment',
    file: 'functions/storage/conversations/conversations.ts',
    edits: [
      edit(
        'countEarning(recipient.id, follows.earned, now),',
        'countEarning(recipient.id, follows.earned, after.paidAt),',
      ),
    ],
    caughtBy: ['monthCountersMatch'],
    arguments: crashes('answering in the first minute of a month'),
  },
];
