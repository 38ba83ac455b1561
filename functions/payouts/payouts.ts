import { ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { payoutHoldEnd } from '#shared/rules/auth/takeover-ladder.ts';
import {
  dueAfter,
  firstPayoutAt,
  monthAfter,
  type OwedBalance,
  payoutAmount,
  periodDueAt,
} from '#shared/rules/payouts/payouts.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import type { TransferStatus } from '../gateways/payouts.ts';
import type { Logger } from '../log.ts';
import { userById } from '../storage/accounts/users.ts';
import { type DuePayoutItem, duePayoutItem, type Key, userIn } from '../storage/keys.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { decidePayout, dueBalanceOf, postponeBalance } from '../storage/payouts/balances.ts';
import {
  payoutAccountOf,
  payoutWithAccount,
  postponeRelease,
  recordReleased,
  stoppedAccountIds,
} from '../storage/payouts/payout-accounts.ts';
import {
  endReminder,
  payoutReminderOf,
  postponeReminder,
  publishReminder,
} from '../storage/payouts/payout-reminders.ts';
import {
  deferBlockedPayout,
  deferHeldPayout,
  duePayouts,
  type Payout,
  payoutOf,
  payoutsOf,
  postponePayout,
  recordFailed,
  recordPaid,
  recordWaiting,
  releasePayout,
} from '../storage/payouts/payouts.ts';
import type { TableReader } from '../storage/table.ts';
import { sweepItems } from '../sweep-items.ts';
import { cancelForDebt, continueRecovery } from './debt-recovery.ts';
import { type PayoutAccountContext, refreshAccount, saveAccount } from './payout-account.ts';
import { holdForCheck } from './payout-holds.ts';

/*
 * Payouts. One transaction decides the payout of a due balance: it writes the payout, its ledger entry and the rest of the
 * balance. Then the transfer is made, and a second transaction records the payout as paid, failed or waiting. A process may
 * crash on any line:
 * - before the decision is written: the balance is still due.
 * - after the decision, or after the transfer: the payout is due, and the next run looks for its transfer before it makes one.
 * - after the payout was recorded as waiting: the write that records the account as ready also makes the account due. Until
 *   then a reminder is due every month.
 * The amount owed to a person changes only in the transaction that records the transfer as made.
 */

export type PayoutContext = PayoutAccountContext & { readonly log: Logger };

/** The time (ms) that is kept for completing the current batch. */
const RESERVE = 20_000;
const BATCH_SIZE = 50;

/**
 * Processes all due balances, payouts, accounts, reminders and recoveries, in slices, until nothing is left or the time runs
 * out; the next run continues. Safe to run twice, concurrently or late. An item that fails is postponed, longer each time, and
 * does not block the others. Throws at the end if any failed for another reason than that Stripe did not answer.
 */
export async function sweepPayouts(context: PayoutContext, timeLeft: () => number): Promise<void> {
  const { table, now, log } = context;
  let faults = 0;
  const { done } = await sweepItems({
    read: async (from) => {
      const { keys, next } = await duePayouts(table, now, { limit: BATCH_SIZE, from });
      return { items: keys, next };
    },
    handle: async (key) => {
      if ((await processDueItem(context, key)) === 'fault') faults += 1;
    },
    timeLeft,
    log,
    reserve: RESERVE,
  });
  if (done > 0) log.info('paid out', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} payouts could not be processed`);
}

async function processDueItem(context: PayoutContext, key: Key): Promise<'done' | 'fault'> {
  const userId = userIn(key);
  try {
    await processItem(context, userId, duePayoutItem(key));
    return 'done';
  } catch (fault) {
    const silent = fault instanceof Refusal;
    if (silent) context.log.warn('Stripe did not answer', { userId });
    else context.log.error('processing a payout failed', { userId, error: fault as Error });
    return silent ? 'done' : 'fault';
  }
}

function processItem(context: PayoutContext, userId: string, due: DuePayoutItem): Promise<void> {
  switch (due.kind) {
    case 'BALANCE':
      return decideDuePayouts(context, userId);
    case 'ACCOUNT':
      return sendWaitingPayouts(context, userId);
    case 'REMINDER':
      return sendReminder(context, userId);
    case 'RECOVERY':
      return continueRecovery(context, userId, due.conversationId);
    case 'PAYOUT':
      return sendPayout(context, userId, due.period);
  }
}

/**
 * The most rounds for one person: late runs decide several periods, and concurrent changes of the balance need another
 * round.
 */
const ROUNDS = 24;

/** Decides every due period of a person, and sends the payouts. */
export async function decideDuePayouts(context: PayoutContext, userId: string): Promise<void> {
  const { table, now } = context;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const owed = await dueBalanceOf(table, userId);
    if (!owed || owed.dueAt > now) return;
    const notBefore =
      (await firstPayoutDate(table, userId, owed, now)) ?? payoutHoldEnd(owed.ladderTimes, now);
    if (notBefore) {
      await postponeBalance(table, userId, owed, notBefore);
      continue;
    }
    if (!owed.blocked && (await holdForCheck(context, userId, owed))) continue;
    const period = periodDueAt(owed.dueAt);
    // The balance of a blocked person is not paid out; it stays owed to them.
    const amount = owed.blocked ? ZERO : payoutAmount(period, owed);
    const outcome = await decidePayout(table, userId, owed, { period, amount }, now);
    if (outcome === 'EXISTS' || outcome === 'BOOKED')
      await decidePayout(table, userId, owed, { period, amount: ZERO }, now);
    if (outcome === 'done' && amount !== ZERO) await sendPayout(context, userId, period);
    // If the run is late, the next period is due as well.
    if (outcome === 'done' && dueAfter(monthAfter(period)) > now) return;
  }
  throw new Error(`the payout of ${userId} could not be decided`);
}

/** When the first payout of a person may go out; undefined if the wait is over or they were paid out before. */
export async function firstPayoutDate(
  table: TableReader,
  userId: string,
  { firstOwedAt }: OwedBalance,
  now: Instant,
): Promise<Instant | undefined> {
  if (firstOwedAt === undefined) return undefined;
  const at = firstPayoutAt(firstOwedAt);
  if (at <= now || at === dueAfter(monthOf(firstOwedAt))) return undefined;
  return (await payoutsOf(table, userId)).length === 0 ? at : undefined;
}

/**
 * Sends a decided payout if the account is ready. The payout is then PAID, WAITING or FAILED. It never waits once its transfer was
 * made.
 */
async function sendPayout(context: PayoutContext, userId: string, period: string): Promise<void> {
  const { table, payouts, now } = context;
  const {
    payout,
    account: kept,
    blocked,
    ladderTimes,
  } = await payoutWithAccount(table, userId, period);
  if (payout?.status !== 'SENDING') return;
  if (blocked) {
    await deferBlockedPayout(table, payout, now);
    return;
  }
  const heldUntil = payoutHoldEnd(ladderTimes, now);
  if (heldUntil !== undefined) {
    await deferHeldPayout(table, payout, heldUntil);
    return;
  }
  try {
    const account = kept?.status === 'READY' ? kept : await refreshAccount(context, userId, kept);
    if (account?.status !== 'READY') {
      // It may have been ready when the transfer was made, and the response was lost.
      const made = account && (await payouts.findTransfer(payout));
      return await (made
        ? saveTransferStatus(context, payout, made)
        : markWaiting(context, payout));
    }
    const { accountId } = account;
    await saveTransferStatus(context, payout, await payouts.transfer({ ...payout, accountId }));
  } catch (fault) {
    await postponePayout(table, payout, now);
    throw fault;
  }
}

/** Records a payout as waiting, unless its account became ready in the meantime: then it stays due for the next run. */
async function markWaiting({ table, now, log }: PayoutContext, payout: Payout): Promise<void> {
  const outcome = await recordWaiting(table, payout, now);
  log.info('a payout waits', { userId: payout.userId, period: payout.period, outcome });
}

/** Saves the status of a payout's transfer. */
async function saveTransferStatus(
  context: PayoutContext,
  payout: Payout,
  transfer: TransferStatus,
): Promise<void> {
  const { table, now, log } = context;
  const { userId, period } = payout;
  switch (transfer.is) {
    case 'paid':
      await recordPaid(table, payout, transfer, now);
      return;
    case 'returned':
      if (payout.status !== 'PAID') await recordPaid(table, payout, transfer, now);
      await recordFailed(table, { ...payout, status: 'PAID', amount: transfer.returned }, now);
      return;
    case 'refused':
      log.error('a payout was refused', { userId, period, reason: transfer.reason });
      await recordFailed(table, payout, now);
      return;
    case 'notReady':
      // The stored status READY was outdated.
      await refreshAccount(context, userId, await payoutAccountOf(table, userId));
      await markWaiting(context, payout);
      return;
    case 'short':
      throw new Error('the balance at Stripe is too low for the payouts');
    case 'underway':
      return;
  }
}

/** Sends all payouts that waited for an account, if the account is ready now. While payouts are held, they stay due until the hold ends. */
async function sendWaitingPayouts(context: PayoutContext, userId: string): Promise<void> {
  const { table, now } = context;
  const account = await payoutAccountOf(table, userId);
  if (account?.gsi5sk === undefined) return;
  if (account.status === 'READY') {
    const user = await userById(table, userId, now);
    const heldUntil = user && payoutHoldEnd(user, now);
    if (heldUntil !== undefined) {
      await postponeRelease(table, userId, account.gsi5sk, heldUntil);
      return;
    }
    await cancelForDebt(context, userId);
    const all = await payoutsOf(table, userId);
    for (const payout of all.reverse().filter(({ status }) => status === 'WAITING'))
      await releasePayout(table, payout, now);
    await recordReleased(table, userId, account.gsi5sk);
    for (const { period, status } of all)
      if (status === 'WAITING') await sendPayout(context, userId, period);
    return;
  }
  await recordReleased(table, userId, account.gsi5sk);
}

/**
 * Reminds a person that payouts wait for their account, if they still do. The account is refreshed from Stripe first; if it
 * became ready and the webhook was missed, the payouts are sent instead.
 */
async function sendReminder(context: PayoutContext, userId: string): Promise<void> {
  const { table, now } = context;
  const reminder = await payoutReminderOf(table, userId);
  if (reminder?.gsi5sk === undefined) return;
  await cancelForDebt(context, userId);
  const [balance, user, kept] = await Promise.all([
    balanceOf(table, userId),
    userById(table, userId, now),
    payoutAccountOf(table, userId),
  ]);
  if (balance.waiting <= ZERO) return endReminder(table, userId, reminder);
  if (!user || user.blockedAt !== undefined) return postponeReminder(table, userId, reminder, now);
  const account = kept?.status === 'READY' ? kept : await refreshAccount(context, userId, kept);
  if (account?.status === 'READY') return sendWaitingPayouts(context, userId);
  await publishReminder(table, userId, reminder, balance, now);
}

/** Refreshes the account that a webhook event names; if it is ready, the payouts that waited for it are sent. */
export async function refreshAccountById(context: PayoutContext, accountId: string): Promise<void> {
  const transfer = await context.payouts.account(accountId);
  const { userId } = transfer;
  if (!userId) return;
  const kept = await payoutAccountOf(context.table, userId);
  if (kept && kept.accountId !== accountId) return;
  if ((await stoppedAccountIds(context.table, userId)).includes(accountId)) return;
  await saveAccount(context, userId, kept, transfer);
  await sendWaitingPayouts(context, userId);
}

/** Reads the status of a payout's transfer from Stripe and saves it. */
export async function refreshTransfer(context: PayoutContext, transferId: string): Promise<void> {
  const transfer = await context.payouts.transferStatus(transferId);
  if (!transfer) return;
  const payout = await payoutOf(context.table, transfer.userId, transfer.period);
  if (!payout || (payout.transferId ?? transferId) !== transferId) return;
  const isOver = payout.status === 'FAILED' || payout.status === 'CANCELLED';
  const known = isOver || (payout.status === 'PAID' && transfer.is === 'paid');
  if (!known) await saveTransferStatus(context, payout, transfer);
}
