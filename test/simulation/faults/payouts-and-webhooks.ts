import { crashes, edit, firstSeed, type PlantedFault } from './fault.ts';

/* Faults in webhooks, disputes, events and payouts. */

const PAYOUTS = 'functions/storage/payouts/payouts.ts';
const DISPUTES = 'shared/rules/conversations/disputes.ts';
const EVENTS = 'functions/gateways/events.ts';

export const PAYOUT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a webhook is recorded as applied before it is',
    file: 'functions/webhooks/stripe.ts',
    edits: [
      edit(
        'await apply(event, work);\n    await recordApplied(work.table, event, work.now);',
        'await recordApplied(work.table, event, work.now);\n    await apply(event, work);',
      ),
    ],
    caughtBy: [
      'ledgerAgreesWithStripe',
      'plansMatchSubscriptions',
      'referralsEarnOnce',
      'payoutsMatchTransfers',
      'moneyStatesMatchStripe',
    ],
    arguments: crashes('second paid month'),
  },
  {
    name: 'the first reversal of a payout has another number',
    file: 'functions/storage/payouts/recoveries.ts',
    edits: [edit('reversals + 1), now)', 'reversals + 2), now)')],
    caughtBy: ['entriesAreNumberedFromOne'],
    arguments: crashes('recovering a lost dispute from a paid transfer'),
  },
  {
    name: 'the status of a payout account is saved only once',
    file: 'functions/payouts/payout-account.ts',
    edits: [edit('if (isKnown) return kept;', 'if (kept) return kept;')],
    caughtBy: ['payoutAccountsFollowStripe'],
  },
  {
    name: 'a chargeback is not booked',
    file: 'functions/storage/conversations/conversations.ts',
    edits: [edit('lossEntry && book(lossEntry, now),', '')],
    caughtBy: ['ledgerAgreesWithStripe'],
  },
  {
    name: 'the fee of a dispute is forgotten',
    file: DISPUTES,
    edits: [
      edit(
        'cost: cents(left - (received - refunded - chargedBack - fees)),',
        'cost: cents(left - (received - refunded - chargedBack)),',
      ),
    ],
    caughtBy: ['ledgerAgreesWithStripe'],
  },
  {
    name: 'a won dispute releases no frozen earnings',
    file: DISPUTES,
    edits: [
      edit(
        'if (claimed <= before.claimed) return cents(Math.min(before.frozen, claimed));',
        'if (claimed <= before.claimed) return before.frozen;',
      ),
    ],
    caughtBy: ['disputesFreezeEarnings'],
    // A bank rarely decides a dispute for the recipient in these histories.
    arguments: firstSeed(13),
  },
  {
    name: 'a dispute freezes nothing',
    file: DISPUTES,
    edits: [
      edit(
        'const more = Math.min(claimed - before.claimed, Math.max(ZERO, balance));',
        'const more = 0 * balance;',
      ),
    ],
    caughtBy: ['disputesFreezeEarnings'],
    arguments: crashes('claim: disputed and won'),
  },
  {
    name: 'a first payout does not wait',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [edit('firstOwedAt + FIRST_PAYOUT_WAIT', 'firstOwedAt')],
    caughtBy: ['firstPayoutsWait14Days'],
    arguments: firstSeed(44),
  },
  {
    name: 'a payout that is held for a check is sent anyway',
    file: 'functions/storage/payouts/balances.ts',
    edits: [edit('{ next, at, signs: [...signs] }', '{ next: place, at, signs: [...signs] }')],
    caughtBy: ['heldPayoutsAreNotSent'],
    arguments: crashes('cashing out'),
  },
  {
    name: 'a transfer reversal is not booked',
    file: 'functions/payouts/debt-recovery.ts',
    edits: [edit("if (outcome === 'REVERSED') await recordReversed(table, pending, now);", '')],
    caughtBy: ['payoutsMatchTransfers'],
    arguments: crashes('recovering a lost dispute'),
  },
  {
    name: 'entries that the event bus rejected are ignored',
    file: EVENTS,
    edits: [
      edit('return events.filter((_event, index) => Entries[index]?.ErrorCode);', 'return [];'),
    ],
    caughtBy: ['eventsAreDelivered'],
    arguments: crashes('the event bus accepts a part of a batch'),
  },
  {
    name: 'a transfer is created without looking for an earlier one, under a new key',
    file: 'functions/gateways/payouts.ts',
    edits: [
      edit('if (existing) return existing;', ''),
      edit('idempotencyKey: `${group}:${attempt}`', 'idempotencyKey: `${group}:${Math.random()}`'),
    ],
    caughtBy: [
      'onePayoutPerMonth',
      'ledgerAgreesWithStripe',
      'payoutsMatchTransfers',
      'noUnexpectedErrors',
    ],
    arguments: crashes('paying out, to an account that is ready'),
  },
  {
    name: 'a failed payout is not credited back',
    file: PAYOUTS,
    edits: [
      edit(
        "changeBalance(payout.userId, payout.amount, now, more),\n      publishEvent(payoutEvent('payout.failed'",
        "publishEvent(payoutEvent('payout.failed'",
      ),
    ],
    caughtBy: ['balancesMatchLedger'],
    arguments: crashes('paying out, to an account that refuses'),
  },
  {
    name: 'a payout below the minimum is sent',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [edit('return amount < PAYOUT_MINIMUM ? ZERO : amount;', 'return amount;')],
    caughtBy: ['payoutsMatchTransfers'],
  },
  {
    name: 'a payout includes earnings from after its month',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [
      edit(
        'return cents(Math.max(ZERO, Math.min(balance, minus(balance, plus(...since)))));',
        'return cents(Math.max(ZERO, balance + 0 * since.length));',
      ),
    ],
    caughtBy: ['payoutsMatchTransfers'],
    arguments: crashes('with an earning since the end of the month'),
  },
  {
    name: 'waiting payouts are not released when the account is ready',
    file: 'functions/storage/payouts/payout-accounts.ts',
    edits: [
      edit(
        "const due = status === 'READY' ? dueIndex('PAYOUT', now, userId) : undefined;",
        "const due = status === undefined ? dueIndex('PAYOUT', now, userId) : undefined;",
      ),
    ],
    caughtBy: ['payoutsMatchTransfers'],
    arguments: crashes('paying out, to an account that is set up while'),
  },
  {
    name: 'the balance after a payout has no next payday',
    file: 'functions/storage/payouts/balances.ts',
    edits: [
      edit(
        "const gone = [...(rest > ZERO ? [] : ['gsi5pk', 'gsi5sk'])",
        "const gone = [...(rest > ZERO ? ['gsi5pk'] : ['gsi5pk', 'gsi5sk'])",
      ),
    ],
    caughtBy: ['owedUsersHaveAPayday'],
  },
];
