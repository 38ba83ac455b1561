import type { Logger } from '@aws-lambda-powertools/logger';
import { ZERO } from '../../shared/money.ts';
import { Refusal } from '../../shared/refusals.ts';
import {
  dueAfter,
  firstPayoutAt,
  type Owed,
  payable,
  periodDueAt,
} from '../../shared/rules/payouts/payouts.ts';
import { type Instant, monthOf } from '../../shared/time.ts';
import type { TransferStanding } from '../gateways/payouts.ts';
import { userById } from '../storage/accounts/users.ts';
import {
  balanceKey,
  type Key,
  payoutAccountKey,
  payoutKey,
  payoutReminderKey,
  RECOVERY_PREFIX,
  userIn,
} from '../storage/keys.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { decidePayout, owedBy, putOffBalance } from '../storage/payouts/balances.ts';
import {
  noteReleased,
  payoutAccountOf,
  payoutWithAccount,
} from '../storage/payouts/payout-accounts.ts';
import {
  endReminder,
  payoutReminderOf,
  putOffReminder,
  tellReminder,
} from '../storage/payouts/payout-reminders.ts';
import {
  duePayouts,
  noteFailed,
  notePaid,
  noteWaiting,
  type Payout,
  payoutOf,
  payoutsOf,
  postponePayout,
  releasePayout,
  restPayout,
} from '../storage/payouts/payouts.ts';
import type { TableReader } from '../storage/table.ts';
import { cancelForDebt, recover } from './debt-recovery.ts';
import { type AccountDesk, keepAccount, lookAtAccount } from './payout-account.ts';
import { holdForCheck } from './payout-holds.ts';

/*
 * Payouts. A balance that is due is decided: the payout, its ledger entry and the rest of the balance in one transaction.
 * What was decided is sent, and then said to be paid, failed or waiting in another one. A process may end on any line:
 * - before the decision is written: the balance is still due.
 * - after it, or after the transfer: the payout is due, and whoever comes next looks for its transfer before making one.
 * - after it waits: once the account is ready that falls due itself, in the write that says so; until then the reminder
 *   is due every month, from the write that let it wait.
 * What is owed to a person moves with the transaction that says the transfer was made, and with nothing before it.
 */

export type PayoutDesk = AccountDesk & { readonly log: Logger };

/** Enough time to bring what is in hand to a clean end. */
const RESERVE = 20_000;
const SLICE = 50;
const AT_ONCE = 5;

/**
 * Brings on all that is due, slice by slice, until nothing is left or the time runs out; the next run goes on. Safe to run
 * twice, at once, or late. What cannot be brought on waits longer each time and holds nobody up. Throws at the end when
 * some failed for another reason than a silent provider.
 */
export async function sweepPayouts(desk: PayoutDesk, timeLeft: () => number): Promise<void> {
  let [done, faults] = [0, 0];
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const slice = await duePayouts(desk.table, desk.now, { limit: SLICE, from });
    for (let first = 0; first < slice.keys.length && timeLeft() > RESERVE; first += AT_ONCE) {
      const batch = slice.keys.slice(first, first + AT_ONCE);
      const went = await Promise.all(batch.map((key) => bringOn(desk, key)));
      done += batch.length;
      faults += went.filter((one) => one === 'fault').length;
    }
    from = slice.next;
  } while (from && timeLeft() > RESERVE);
  if (done > 0) desk.log.info('paid out', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} payouts could not be brought on`);
}

async function bringOn(desk: PayoutDesk, key: Key): Promise<'done' | 'silent' | 'fault'> {
  const userId = userIn(key);
  try {
    if (key.sk === balanceKey(userId).sk) await decideDue(desk, userId);
    else if (key.sk === payoutAccountKey(userId).sk) await releaseWaiting(desk, userId);
    else if (key.sk === payoutReminderKey(userId).sk) await remindWaiting(desk, userId);
    else if (key.sk.startsWith(RECOVERY_PREFIX))
      await recover(desk, userId, key.sk.slice(RECOVERY_PREFIX.length));
    else await sendPayout(desk, userId, key.sk.slice(payoutKey(userId, '').sk.length));
    return 'done';
  } catch (fault) {
    const silent = fault instanceof Refusal;
    if (silent) desk.log.warn('the provider is silent', { userId });
    else desk.log.error('a payout cannot be brought on', { userId, error: fault as Error });
    return silent ? 'silent' : 'fault';
  }
}

/** Others move a balance between reading and writing it; late runs decide a period for each. */
const ROUNDS = 24;

/** Decides every period that is due for a person, and sends what is decided. */
export async function decideDue(desk: PayoutDesk, userId: string): Promise<void> {
  const { table, now } = desk;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const owed = await owedBy(table, userId);
    if (!owed || owed.dueAt > now) return;
    const firstAt = await firstPayoutOf(table, userId, owed, now);
    if (firstAt) {
      await putOffBalance(table, userId, owed, firstAt);
      continue;
    }
    if (!owed.blocked && (await holdForCheck(desk, userId, owed))) continue;
    const period = periodDueAt(owed.dueAt);
    // What is owed to somebody who is blocked stays owed to them.
    const amount = owed.blocked ? ZERO : payable(period, owed);
    const outcome = await decidePayout(table, userId, owed, { period, amount }, now);
    if (outcome === 'EXISTS' || outcome === 'BOOKED')
      await decidePayout(table, userId, owed, { period, amount: ZERO }, now);
    if (outcome === 'done' && amount !== ZERO) await sendPayout(desk, userId, period);
  }
  throw new Error(`what is owed to ${userId} could not be decided`);
}

/** When the first payout of a person may go out; undefined if the wait is over or they were paid out before. */
export async function firstPayoutOf(
  table: TableReader,
  userId: string,
  { firstOwedAt }: Owed,
  now: Instant,
): Promise<Instant | undefined> {
  if (firstOwedAt === undefined) return undefined;
  const at = firstPayoutAt(firstOwedAt);
  if (at <= now || at === dueAfter(monthOf(firstOwedAt))) return undefined;
  return (await payoutsOf(table, userId)).length === 0 ? at : undefined;
}

/** Sends a payout that was decided, if its account can take it; after that it is paid, waiting or failed. */
export async function sendPayout(desk: PayoutDesk, userId: string, period: string): Promise<void> {
  const { table, payouts, now } = desk;
  const { payout, account: kept, blocked } = await payoutWithAccount(table, userId, period);
  if (payout?.status !== 'SENDING') return;
  if (blocked) {
    await restPayout(table, payout, now);
    return;
  }
  try {
    const account = kept?.status === 'READY' ? kept : await lookAtAccount(desk, userId, kept);
    if (account?.status !== 'READY') return await letWait(desk, payout);
    const { accountId } = account;
    await noteTransfer(desk, payout, await payouts.transfer({ ...payout, accountId }));
  } catch (fault) {
    await postponePayout(table, payout, now);
    throw fault;
  }
}

/** It waits, unless its account has become ready in this very moment: then it is due still, and goes out next time. */
async function letWait({ table, now, log }: PayoutDesk, payout: Payout): Promise<void> {
  const outcome = await noteWaiting(table, payout, now);
  log.info('a payout waits', { userId: payout.userId, period: payout.period, outcome });
}

/** Writes down where the transfer of a payout stands, with all that follows from it. */
async function noteTransfer(
  desk: PayoutDesk,
  payout: Payout,
  standing: TransferStanding,
): Promise<void> {
  const { table, now, log } = desk;
  const { userId, period } = payout;
  switch (standing.is) {
    case 'paid':
      await notePaid(table, payout, standing, now);
      return;
    case 'returned':
      if (payout.status !== 'PAID') await notePaid(table, payout, standing, now);
      await noteFailed(table, { ...payout, status: 'PAID', amount: standing.returned }, now);
      return;
    case 'refused':
      log.error('a payout was refused', { userId, period, reason: standing.reason });
      await noteFailed(table, payout, now);
      return;
    case 'notReady':
      // What we held to be ready is not: this says so, and lets it wait.
      await lookAtAccount(desk, userId, await payoutAccountOf(table, userId));
      await letWait(desk, payout);
      return;
    case 'short':
      throw new Error('there is not enough at the payment provider to pay people out');
    case 'underway':
      return;
  }
}

/** Sends all that waited for an account that is ready. */
export async function releaseWaiting(desk: PayoutDesk, userId: string): Promise<void> {
  const { table, now } = desk;
  const account = await payoutAccountOf(table, userId);
  if (account?.gsi5sk === undefined) return;
  if (account.status === 'READY') {
    await cancelForDebt(desk, userId);
    const all = await payoutsOf(table, userId);
    for (const payout of all.reverse().filter(({ status }) => status === 'WAITING'))
      await releasePayout(table, payout, now);
    await noteReleased(table, userId, account.gsi5sk);
    for (const { period, status } of all)
      if (status === 'WAITING') await sendPayout(desk, userId, period);
    return;
  }
  await noteReleased(table, userId, account.gsi5sk);
}

/**
 * Reminds a person that payouts wait for their account, where they still do. The provider is asked first: what became ready
 * without our hearing of it goes out instead.
 */
export async function remindWaiting(desk: PayoutDesk, userId: string): Promise<void> {
  const { table, now } = desk;
  const reminder = await payoutReminderOf(table, userId);
  if (reminder?.gsi5sk === undefined) return;
  await cancelForDebt(desk, userId);
  const [balance, user, kept] = await Promise.all([
    balanceOf(table, userId),
    userById(table, userId, now),
    payoutAccountOf(table, userId),
  ]);
  if (balance.waiting <= ZERO) return endReminder(table, userId, reminder);
  if (!user || user.blockedAt !== undefined) return putOffReminder(table, userId, reminder, now);
  const account = kept?.status === 'READY' ? kept : await lookAtAccount(desk, userId, kept);
  if (account?.status === 'READY') return releaseWaiting(desk, userId);
  await tellReminder(table, userId, reminder, balance, now);
}

/** Looks where an account stands that the provider told of; once it is ready, what waited for it goes out. */
export async function lookAtNamedAccount(desk: PayoutDesk, accountId: string): Promise<void> {
  const standing = await desk.payouts.account(accountId);
  const { userId } = standing;
  if (!userId) return;
  const kept = await payoutAccountOf(desk.table, userId);
  if (kept && kept.accountId !== accountId) return;
  await keepAccount(desk, userId, kept, standing);
  await releaseWaiting(desk, userId);
}

/** Looks where the transfer of a payout stands now, and brings both together. */
export async function lookAtTransfer(desk: PayoutDesk, transferId: string): Promise<void> {
  const standing = await desk.payouts.standing(transferId);
  if (!standing) return;
  const payout = await payoutOf(desk.table, standing.userId, standing.period);
  if (!payout || (payout.transferId ?? transferId) !== transferId) return;
  const isOver = payout.status === 'FAILED' || payout.status === 'CANCELLED';
  const known = isOver || (payout.status === 'PAID' && standing.is === 'paid');
  if (!known) await noteTransfer(desk, payout, standing);
}
