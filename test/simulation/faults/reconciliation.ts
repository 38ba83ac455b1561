import { edit, type PlantedFault, reconciling } from './fault.ts';

/* Faults in the reconciliation, which overlooks what it should report. */

const RECONCILIATION = 'functions/ledger/reconciliation.ts';
const COMPARISON = 'shared/rules/ledger/reconciliation.ts';
const caughtBy = ['reconciliationFindsDifferences'] as const;

export const RECONCILIATION_FAULTS: readonly PlantedFault[] = [
  {
    name: 'reconciliation does not compare the last hour again',
    file: RECONCILIATION,
    edits: [
      edit(
        'const until = Math.min(from, later(context.now, -SETTLING_TIME));',
        'const until = from;',
      ),
    ],
    caughtBy,
    arguments: reconciling('answering, OPEN'),
  },
  {
    name: 'reconciliation overlooks failed payouts',
    file: RECONCILIATION,
    edits: [edit("if (payout?.status === 'SENDING')", "if (payout?.status !== 'PAID')")],
    caughtBy,
    arguments: reconciling('the transfer is reversed'),
  },
  {
    name: 'reconciliation overlooks entries of reversals',
    file: RECONCILIATION,
    edits: [edit('/^payout(Paid|Returned|Reversed)$/', '/^payout(Paid|Returned)$/')],
    caughtBy,
    arguments: reconciling('from a paid transfer'),
  },
  {
    name: 'reconciliation overlooks losses of plans',
    file: RECONCILIATION,
    edits: [edit("step === 'subscription' || step === 'takenBack'", "step === 'subscription'")],
    caughtBy,
    arguments: reconciling('plan: the refund of a second'),
  },
  {
    name: 'reconciliation overlooks a second payment of a conversation',
    file: RECONCILIATION,
    edits: [edit('payments.filter((one) => one.intentId !== intentId),', '[],')],
    caughtBy,
    arguments: reconciling('cancelling'),
  },
  {
    name: 'reconciliation overlooks a second transfer of a payout',
    file: RECONCILIATION,
    edits: [edit('transfers.every((one) => one.transferId === payout?.transferId)', 'payout')],
    caughtBy,
    arguments: reconciling('to an account that is ready'),
  },
  {
    name: 'reconciliation does not wait for the webhook of the refund of a plan',
    file: RECONCILIATION,
    edits: [edit('[subject.invoiceId, payment?.intentId]', '[subject.invoiceId]')],
    caughtBy,
    arguments: reconciling('plan: the refund of a second'),
  },
  {
    name: 'reconciliation skips what happens at Stripe in the first second of a window',
    file: 'functions/gateways/statements.ts',
    edits: [edit('gte: toSeconds(from), lt', 'gte: toSeconds(from) + 1, lt')],
    caughtBy,
    arguments: reconciling('answering, OPEN'),
  },
  {
    name: 'reconciliation overlooks payments of unknown conversations',
    file: RECONCILIATION,
    edits: [
      edit(
        "if (conversation?.status === 'PAYING') return [];",
        "if (!conversation || conversation.status === 'PAYING') return [];",
      ),
    ],
    caughtBy,
    arguments: reconciling('answering, OPEN'),
  },
  {
    name: 'reconciliation skips the first second of a window',
    file: 'functions/storage/ledger/reconciliation.ts',
    edits: [
      edit(
        'entries.filter(({ at }) => at < to)',
        'entries.filter(({ at }) => at < to && at >= from + 1_000)',
      ),
    ],
    caughtBy,
    arguments: reconciling('claim: claiming'),
  },
  {
    name: 'reconciliation does not compare claims',
    file: COMPARISON,
    edits: [edit("    ['platform:claims', claimed],\n", '')],
    caughtBy,
    arguments: reconciling('claim: claiming'),
  },
  {
    name: 'reconciliation does not compare what is under review',
    file: COMPARISON,
    edits: [edit("    ['platform:review', reviewed],\n", '')],
    caughtBy,
    arguments: reconciling('reporting SPAM_PHISHING'),
  },
  {
    name: 'one difference rings no alarm',
    file: RECONCILIATION,
    edits: [edit('  if (different.size > 0)\n    throw', '  if (different.size > 1)\n    throw')],
    caughtBy,
    arguments: reconciling('answering, OPEN'),
  },
];
