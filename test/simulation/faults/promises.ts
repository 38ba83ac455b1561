import { crashes, edit, firstSeed, type PlantedFault } from './fault.ts';

/* Faults in dates, in the lists of what is due, and in what screens say about money. */

const STATE_MACHINE = 'shared/rules/conversations/state-machine.ts';
const MONEY_WORDS = 'web/src/features/conversations/money-words.ts';

export const PROMISE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an interrupted payment is finished only after 20 minutes',
    file: STATE_MACHINE,
    edits: [
      edit('export const PAYING_TIME = 2 * MINUTE;', 'export const PAYING_TIME = 20 * MINUTE;'),
    ],
    caughtBy: ['everyDateIsInItsList'],
    arguments: firstSeed(3),
  },
  {
    name: 'the bank of a sender has three minutes',
    file: STATE_MACHINE,
    edits: [
      edit(
        'export const BANK_CONFIRMATION_TIME = 30 * MINUTE;',
        'export const BANK_CONFIRMATION_TIME = 3 * MINUTE;',
      ),
    ],
    caughtBy: ['banksHaveHalfAnHour', 'everyDateIsInItsList'],
    arguments: firstSeed(9),
  },
  {
    name: 'a hold is captured six hours before it lapses',
    file: STATE_MACHINE,
    edits: [
      edit('export const CAPTURE_MARGIN = 12 * HOUR;', 'export const CAPTURE_MARGIN = 6 * HOUR;'),
    ],
    caughtBy: ['everyDateIsInItsList'],
  },
  {
    name: 'the ten days begin before the payment is settled',
    file: STATE_MACHINE,
    edits: [
      edit(
        '    money: paid,\n    paidAt: now,\n    deadlineAt: deadlineOf(now),',
        '    money: paid,\n    paidAt: conversation.createdAt,\n    deadlineAt: deadlineOf(conversation.createdAt),',
      ),
    ],
    caughtBy: ['tenDaysBeginWithPayment'],
    arguments: firstSeed(12),
  },
  {
    name: 'a claim waits a day longer',
    file: 'shared/rules/conversations/claims.ts',
    edits: [
      edit(
        'export const CLAIM_RESPONSE_TIME = 72 * HOUR;',
        'export const CLAIM_RESPONSE_TIME = 96 * HOUR;',
      ),
    ],
    caughtBy: ['waitsLast72Hours'],
    arguments: firstSeed(41),
  },
  {
    name: 'a pending effect is postponed by days',
    file: 'shared/rules/conversations/pending-effect.ts',
    edits: [
      edit(
        'later(now, Math.min(LONGEST_PAUSE, MINUTE * 2 ** tries))',
        'later(now, LONGEST_PAUSE * 48)',
      ),
    ],
    caughtBy: ['everyDateIsInItsList', 'nothingIsOwedToStripe'],
    arguments: firstSeed(155),
  },
  {
    name: 'the second reminder comes a day late',
    file: 'shared/rules/conversations/reminders.ts',
    edits: [edit('  DAY_5: RESPONSE_TIME - 5 * DAY,', '  DAY_5: RESPONSE_TIME - 6 * DAY,')],
    caughtBy: ['remindersComeAtTheirStage', 'nextReminderIsInItsList'],
    arguments: crashes('reminders: all stages'),
  },
  {
    name: 'a payout is held for three days',
    file: 'shared/rules/payouts/cash-out.ts',
    edits: [
      edit('export const CASH_OUT_HOLD = 30 * DAY;', 'export const CASH_OUT_HOLD = 3 * DAY;'),
    ],
    caughtBy: ['paydaysAreKept'],
    arguments: crashes('cashing out'),
  },
  {
    name: 'payouts are decided on the 7th',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [edit('{ day: 8, hour: 12 }', '{ day: 7, hour: 12 }')],
    caughtBy: ['paydaysAreKept'],
    arguments: crashes('paying out, to an account that is ready'),
  },
  {
    name: 'an idempotency key is stored for a day',
    file: 'functions/storage/idempotency.ts',
    edits: [edit('const RETENTION = 30 * DAY;', 'const RETENTION = DAY;')],
    caughtBy: ['keysLastThirtyDays'],
  },
  {
    name: 'a payment that failed is forgotten after half an hour',
    file: STATE_MACHINE,
    edits: [edit('later(now, 30 * DAY)', 'later(now, 30 * MINUTE)')],
    caughtBy: ['onlyTheForgottenExpires'],
  },
  {
    name: 'a hold is captured a day and a half before it lapses',
    file: STATE_MACHINE,
    edits: [
      edit('export const CAPTURE_MARGIN = 12 * HOUR;', 'export const CAPTURE_MARGIN = 36 * HOUR;'),
    ],
    caughtBy: ['moneyMovesAfterDecisions', 'cardsAreNotChargedEarly'],
    arguments: firstSeed(62),
  },
  {
    name: 'a report after which the money goes back captures the hold',
    file: STATE_MACHINE,
    edits: [edit('  const money = toReview\n', "  const money = ending.how === 'report'\n")],
    caughtBy: ['moneyMovesAfterDecisions'],
    arguments: firstSeed(28),
  },
  {
    name: 'a sender reads that a released hold was charged',
    file: MONEY_WORDS,
    edits: [edit('return payments.SPECIFIED.notCharged;', 'return payments.SPECIFIED.charged;')],
    caughtBy: ['screensTellTheTruth'],
  },
  {
    name: 'the frozen part of an earning is shown as earned',
    file: MONEY_WORDS,
    edits: [edit("event === 'DISPUTED' || event === 'CLAIMED';", "event === 'DISPUTED';")],
    caughtBy: ['earningsShownAreInTheLedger'],
    arguments: crashes('claim: claiming'),
  },
];
