import { crashes, edit, firstSeed, type PlantedFault } from './fault.ts';

/* Faults in what a member of staff decides about money. */

const MANUAL_REFUNDS = 'shared/rules/conversations/manual-refunds.ts';

export const DESK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a refund at the expense of the recipient is not booked',
    file: MANUAL_REFUNDS,
    edits: [edit('entry: reversedEarningEntry(c, c.recipient.id, c.net),', '')],
    caughtBy: ['answersEarnOnce'],
    arguments: crashes('at the expense of the recipient'),
  },
  {
    name: 'a part is refunded again when the sweep continues it',
    file: 'functions/gateways/payments.ts',
    edits: [
      edit('Math.min(total - refunded, ', 'Math.min(total, '),
      edit('{ idempotencyKey: `refund:${conversationId}:part:${count}` },', ''),
    ],
    caughtBy: ['refundsFollowDecisions'],
    arguments: crashes('desk: refunding a part of an answered message'),
  },
  {
    name: 'a payment that the desk keeps stays in review in the ledger',
    file: MANUAL_REFUNDS,
    edits: [edit(', entry: keptEntry(c, kept)', '')],
    caughtBy: ['answersEarnOnce'],
    arguments: crashes('desk: reviewing a reported message, kept'),
  },
  {
    name: 'the desk decides to refund during an open dispute',
    file: MANUAL_REFUNDS,
    edits: [
      edit(
        "if (back?.dispute === 'OPEN')",
        "if (back?.dispute === 'OPEN' && state === 'RELEASED')",
      ),
    ],
    caughtBy: ['nothingWasOverwritten'],
    arguments: firstSeed(95),
  },
];
