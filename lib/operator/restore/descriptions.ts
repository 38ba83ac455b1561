import { cents, formatMoney } from '#shared/money.ts';
import type { RestoreDifferences, RestoreResult } from './after-restore.ts';
import type { LedgerCount } from './ledger-count.ts';

/* The text output of the restore commands. */

/** The totals and the errors of a ledger. */
export function describeLedger(ledger: LedgerCount): string[] {
  const totals = ledger.totals();
  const sum = totals.reduce((total, [, amount]) => total + amount, 0);
  return [
    `${ledger.entries} entries, ${ledger.payouts} payouts, sum ${money(sum)}`,
    ...totals.map(
      ([account, amount, people]) =>
        `  ${account.padEnd(24)} ${money(amount).padStart(16)}${people > 0 ? `  ${people} people` : ''}`,
    ),
    ...ledger.faults().map((fault) => `ERROR: ${fault}`),
  ];
}

const money = (amount: number) => formatMoney(cents(amount));

/** The differences between Stripe and the table. */
export function describeDifferences({
  missedEvents,
  orphans,
  payouts,
  accounts,
  plans,
}: RestoreDifferences): string[] {
  return [
    `Stripe events not applied: ${missedEvents.length}`,
    `Payout accounts changed at Stripe: ${accounts.length}`,
    ...orphans.map(
      ({ conversationId, intentId, amount, is }) =>
        `REFUND: ${money(amount)} (${is}) of ${intentId}, because its conversation ${conversationId} is not in the table`,
    ),
    ...payouts.map(({ transferId, userId, period, amount, willBeBooked }) =>
      willBeBooked
        ? `NO ACTION: ${userId} was paid ${money(amount)} for ${period} (${transferId}). The next run of payOut books it`
        : `DECIDE: ${userId} was paid ${money(amount)} for ${period} (${transferId}), which the restored table does not owe. Reverse the transfer at Stripe, or let them keep it and answer again`,
    ),
    ...plans.map(
      ({ subscriptionId, userId }) =>
        `DECIDE: ${userId} pays for a plan (${subscriptionId}), but the account is not in the table. Cancel and refund the plan at Stripe`,
    ),
  ];
}

/** Describes the changes of `after-restore`, and the remaining work of the operator. */
export function describeResult({ applied, failed, changed, orphans }: RestoreResult): string[] {
  return [
    `Events applied: ${applied}`,
    ...failed.map(([id, why]) => `FAILED: event ${id}: ${why}`),
    ...changed.map(
      ({ id, status, money: { state } }) =>
        `NOTIFY BOTH SIDES: the payment of conversation ${id} changed after the restored time. It is now ${status} and ${state}`,
    ),
    ...orphans.map(({ conversationId, amount, after }) =>
      after === 'released' || after === 'refunded'
        ? `DONE: ${money(amount)} of conversation ${conversationId} ${after}`
        : `NOT REFUNDED: ${money(amount)} of conversation ${conversationId} is ${after}. If it is disputed, the bank decides; otherwise run this command again`,
    ),
  ];
}
