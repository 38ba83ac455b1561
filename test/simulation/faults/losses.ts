import { crashes, edit, type PlantedFault } from './fault.ts';

/* Faults in losses without a dispute, in debts, and in what is tried again when Stripe did not answer. */

const PAYOUTS = 'functions/payouts/payouts.ts';
const PAYMENT_STATUS = 'shared/rules/conversations/payment-status.ts';

export const LOSS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a report takes to review what was lost before',
    file: 'shared/rules/ledger/ledger.ts',
    edits: [
      edit(
        "account: 'platform:review', amount: minus(price, gone) },",
        "account: 'platform:review', amount: price },",
      ),
      edit("{ account: 'platform:disputes', amount: gone },", ''),
    ],
    caughtBy: ['sharesFollowFromHistory'],
    arguments: crashes('loss: a report after a part was refunded'),
  },
  {
    name: 'a hold that lapses under review is a loss by disputes',
    file: PAYMENT_STATUS,
    edits: [
      edit(
        "lostPaymentEntry(c, c.status === 'REPORTED' ? 'platform:review' : 'platform:disputes')",
        "lostPaymentEntry(c, 'platform:disputes')",
      ),
    ],
    caughtBy: ['sharesFollowFromHistory'],
    arguments: crashes('loss: a report, and the hold lapses'),
  },
  {
    name: 'the platform keeps the whole price although a part is lost',
    file: 'shared/rules/conversations/manual-refunds.ts',
    edits: [edit('entry: keptEntry(c, kept) }', 'entry: keptEntry(c, c.price) }')],
    caughtBy: ['sharesFollowFromHistory', 'accountsAreNotOverdrawn'],
    arguments: crashes('desk: keeping what is left'),
  },
  {
    name: 'a canceled payout is a line of the ledger of its person',
    file: 'functions/storage/payouts/payouts.ts',
    edits: [
      edit('{ outgoing: less, waiting: less, entries: 0 }', '{ outgoing: less, waiting: less }'),
    ],
    caughtBy: ['balancesMatchLedger'],
    arguments: crashes('recovering a lost dispute from a waiting payout'),
  },
  {
    name: 'the second reversal of a transfer has the number of the first',
    file: 'functions/storage/payouts/recoveries.ts',
    edits: [
      edit(
        'payoutReversedEntry({ userId, period, amount }, reversals + 1)',
        'payoutReversedEntry({ userId, period, amount }, 1)',
      ),
    ],
    caughtBy: ['balancesMatchLedger', 'ledgerAgreesWithStripe'],
    arguments: crashes('recovering two lost disputes'),
  },
  {
    name: 'a first payout takes the earlier of both dates',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [
      edit(
        'instant(Math.max(dueAfter(monthOf(firstOwedAt)), firstOwedAt + FIRST_PAYOUT_WAIT))',
        'instant(Math.min(dueAfter(monthOf(firstOwedAt)), firstOwedAt + FIRST_PAYOUT_WAIT))',
      ),
    ],
    caughtBy: ['firstPayoutsWait14Days'],
    arguments: crashes('paying out, less than 14 days'),
  },
  {
    name: 'a postponed retry drops its pending effect',
    file: PAYMENT_STATUS,
    edits: [
      edit(
        'return { next: { ...c, money: { ...c.money, tries, tryAt: nextTryAt(now, tries) } } };',
        'const { owed: _, ...money } = c.money;\n  return { next: { ...c, money: { ...money, tries, tryAt: nextTryAt(now, tries) } } };',
      ),
    ],
    caughtBy: ['sendersAreRefunded'],
    arguments: crashes('canceling, and Stripe does not answer'),
  },
  {
    name: 'an undone order forgets a hold that may still be created',
    file: 'functions/conversations/payments.ts',
    edits: [
      edit(
        'mayUndo(current) ? undo(current, true, now)',
        'mayUndo(current) ? undo(current, false, now)',
      ),
    ],
    caughtBy: ['paymentsHaveOrders'],
    arguments: crashes('a late hold of which no webhook tells'),
  },
  {
    name: 'a payout waits although its transfer was made',
    file: PAYOUTS,
    edits: [
      edit(
        'const made = account && (await payouts.findTransfer(payout));',
        'const made = undefined;',
      ),
    ],
    caughtBy: ['payoutsMatchTransfers', 'ledgerAgreesWithStripe'],
    arguments: crashes('a transfer whose response was lost'),
  },
  {
    name: 'a payout of a blocked person is decided',
    file: PAYOUTS,
    edits: [edit('owed.blocked ? ZERO : payoutAmount(period, owed)', 'payoutAmount(period, owed)')],
    caughtBy: ['blockedUsersAreNotPaid'],
    arguments: crashes('paying out, to a person who was blocked'),
  },
  {
    name: 'a decided payout of a blocked person is sent',
    file: PAYOUTS,
    edits: [edit('    await deferBlockedPayout(table, payout, now);\n    return;\n', '')],
    caughtBy: ['blockedUsersAreNotPaid'],
    arguments: crashes('paying out, to a person who is blocked'),
  },
];
