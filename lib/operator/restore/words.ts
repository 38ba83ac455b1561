import { cents, formatMoney } from '../../../shared/money.ts';
import type { AfterRestore, Reconciled } from './after-restore.ts';
import type { LedgerCount } from './ledger-count.ts';

/* The text output of the restore commands. */

/** The totals and the errors of a ledger. */
export function ledgerWords(ledger: LedgerCount): string[] {
  const totals = ledger.totals();
  const sum = totals.reduce((total, [, amount]) => total + amount, 0);
  return [
    `${ledger.entries} entries, ${ledger.payouts} payouts, sum ${money(sum)}`,
    ...totals.map(
      ([account, amount, people]) =>
        `  ${account.padEnd(24)} ${money(amount).padStart(16)}${people > 0 ? `  ${people} people` : ''}`,
    ),
    ...ledger.faults().map((fault) => `WRONG: ${fault}`),
  ];
}

const money = (amount: number) =>
  amount < 0 ? `-${formatMoney(cents(-amount))}` : formatMoney(cents(amount));

/** The differences between Stripe and the table. */
export function foundWords({ news, orphans, payouts, accounts, plans }: AfterRestore): string[] {
  return [
    `${news.length} events of Stripe are not applied`,
    `${accounts.length} accounts of people who are paid have changed`,
    ...orphans.map(
      ({ conversationId, intentId, amount, is }) =>
        `GIVE BACK ${money(amount)} (${is}): ${intentId} of conversation ${conversationId}, which is not there`,
    ),
    ...payouts.map(({ transferId, userId, period, amount, findsItself }) =>
      findsItself
        ? `${money(amount)} went out to ${userId} for ${period}: the next run of payOut books it (${transferId})`
        : `DECIDE: ${money(amount)} went out to ${userId} for ${period} (${transferId}), and the table does not owe it. Let them answer again and keep both, or reverse the transfer at Stripe`,
    ),
    ...plans.map(
      ({ subscriptionId, userId }) =>
        `DECIDE: ${userId} pays for a plan (${subscriptionId}) and has no account. Cancel and refund it at Stripe`,
    ),
  ];
}

/** The result of bringing the table up to date. */
export function caughtUpWords({ applied, failed, moved, orphans }: Reconciled): string[] {
  return [
    `${applied} events applied`,
    ...failed.map(([id, why]) => `FAILED: ${id}: ${why}`),
    ...moved.map(
      ({ id, status, money: { state } }) =>
        `TELL ITS PEOPLE: the money of conversation ${id} has moved since; it is ${status} and ${state} now`,
    ),
    ...orphans.map(({ conversationId, amount, after }) =>
      after === 'released' || after === 'refunded'
        ? `${money(amount)} of ${conversationId} ${after}`
        : `LEFT: ${money(amount)} of ${conversationId} is ${after}. A dispute is the bank's to decide; otherwise start this again`,
    ),
  ];
}
