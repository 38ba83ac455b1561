import { crashes, edit, type PlantedFault, races } from './fault.ts';

/* Faults in what a member of staff decides about money. */

const SECOND_PERSON = 'shared/rules/desk/second-person.ts';
const SECOND_STEPS = 'functions/desk/second-person.ts';
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
    arguments: crashes('desk: refunding an answered message that the bank disputes'),
  },
  ...(
    [
      ['a claim', ['muchMoneyIsMovedByTwo'], 'two people: a claim, upheld'],
      ['a review', ['muchMoneyIsMovedByTwo'], 'two people: a review, refund'],
      ['a refund', ['muchMoneyIsMovedByTwo'], 'two people: a refund by the platform, upheld'],
      ['a payout', ['muchMoneyIsMovedByTwo'], 'two people: the release of a held payout'],
      ['a block', ['muchMoneyIsMovedByTwo'], 'two people: the block of the sender'],
      ['the end of a block', ['muchMoneyIsMovedByTwo'], 'two people: the end of a block'],
    ] as const
  ).map(([what, caughtBy, flow]) => ({
    name: `one person decides about ${what} above the limit`,
    file: SECOND_STEPS,
    edits: [
      edit("if (isAboveLimit(moved, limit)) return 'SECOND';", ''),
      edit('moved.amount === ZERO ? []', 'moved.amount > ZERO || moved.amount === ZERO ? []'),
    ],
    caughtBy,
    arguments: crashes(flow),
  })),
  {
    name: 'whoever proposed a refund decides it',
    file: 'shared/rules/desk/obstacles.ts',
    edits: [edit('isProposal(one) && one.openedBy === staffId', "staffId === ''")],
    caughtBy: ['proposalsAreDecidedByOthers'],
    arguments: crashes('two people: a refund that its proposer decides'),
  },
  {
    name: 'parts of a payment are not added up for the limit',
    file: SECOND_PERSON,
    edits: [edit('(before === undefined ? amount : plus(amount, before))', 'amount')],
    caughtBy: ['largePartsAreRefundedByTwo'],
    arguments: crashes('two people: parts on two days'),
  },
  {
    name: 'what two people move of one account at once is not added up',
    file: 'functions/storage/desk/moved-money.ts',
    edits: [edit('#amount <= :room', '#amount >= :room OR #amount < :room')],
    caughtBy: ['muchMoneyIsMovedByTwo'],
    arguments: races('two people: a release and a block at once'),
  },
  {
    name: 'a released payout stays held for a check',
    file: 'functions/storage/payouts/balances.ts',
    edits: [
      edit(
        "'SET #heldUntil = :now, #gsi5sk = :next',\n      { now, next },",
        "'SET #gsi5sk = :next',\n      { next },",
      ),
    ],
    caughtBy: ['paydaysAreKept'],
    arguments: races('two people: a release and a block at once'),
  },
  {
    name: 'a block ends only what the indexes show at that moment',
    file: 'functions/jobs/finishBlocks.ts',
    edits: [edit('await endWhatIsPending({ ...work, who }, user, { command, reason });', '')],
    caughtBy: ['nothingIsPendingForBlockedAccounts'],
    arguments: races('a block at the desk and paying a message'),
  },
  {
    name: 'nobody completes a block that was interrupted',
    file: 'functions/desk/account-blocks.ts',
    edits: [
      edit(
        'leaveToJob(user.id, { who: context.who, command: note.command, reason: note.reason }, now),',
        '',
      ),
    ],
    caughtBy: ['nothingIsPendingForBlockedAccounts'],
    arguments: crashes('the block at the desk of the recipient of a pending order'),
  },
  {
    name: 'a message is paid to an account that was blocked meanwhile',
    file: 'functions/storage/conversations/list-counters.ts',
    edits: [
      edit(
        'attribute_not_exists(#closedAt)',
        'attribute_not_exists(#closedAt) OR attribute_exists(#closedAt)',
      ),
    ],
    caughtBy: ['blockedAccountsGetNothing'],
    arguments: crashes('the bank confirms after a block of the recipient at the desk'),
  },
  {
    name: 'a message is paid to somebody who has blocked its sender meanwhile',
    file: 'functions/conversations/settle-payment.ts',
    edits: [
      edit(
        "if (current.status === 'PAYING' && (await isBlockedSince(table, current)))",
        "if (current.status === 'UNDONE' && (await isBlockedSince(table, current)))",
      ),
    ],
    caughtBy: ['blockedPeopleSendNothing'],
    arguments: crashes('the bank confirms after a block by the recipient'),
  },
  {
    name: 'a claim is made while the account of its recipient is deleted',
    file: 'functions/storage/conversations/claims.ts',
    edits: [
      edit(
        "when: 'attribute_not_exists(#deletedAt)'",
        "when: 'attribute_not_exists(#deletedAt) OR attribute_exists(#deletedAt)'",
      ),
    ],
    caughtBy: ['deletedAccountsHaveNoClaims'],
    arguments: races('a claim and the deletion of the account'),
  },
  {
    name: 'an account is deleted while a claim about its answer is open',
    file: 'functions/storage/conversations/claims.ts',
    edits: [
      edit(
        "'attribute_not_exists(#open) OR #open = :none'",
        "'attribute_not_exists(#open) OR #open >= :none'",
      ),
    ],
    caughtBy: ['deletedAccountsHaveNoClaims'],
    arguments: races('the deletion of the account and a claim'),
  },
];
