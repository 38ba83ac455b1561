import { type Cents, negative } from '#shared/money.ts';
import {
  type LedgerEntry,
  payoutFailedEntry,
  payoutPaidEntry,
  payoutReturnedEntry,
} from '#shared/rules/ledger/ledger.ts';
import type { PayoutStatus } from '#shared/rules/payouts/payouts.ts';
import { type Instant, later } from '#shared/time.ts';
import type { Change } from '../changes.ts';
import { definedSteps } from '../counters.ts';
import { dueKeys, type Slice } from '../due-items.ts';
import { dueIndex } from '../index-keys.ts';
import { balanceKey, PAYOUT_PREFIX, payoutKey, userPartition } from '../keys.ts';
import { book, changeBalance } from '../ledger/ledger.ts';
import { allItems } from '../list-position.ts';
import { payoutEvent, publishEvent } from '../outbox.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { notReady, scheduleReminder } from './payout-reminders.ts';

/*
 * Stored payouts. A payout is decided, sent and ended in one transaction each, together with its ledger entry; a condition on
 * its status ensures that each happens once. A payout that needs processing is in the list of what is due.
 */

export type Payout = {
  readonly id: string;
  readonly userId: string;
  /** The month that is paid out, `2026-11`. */
  readonly period: string;
  readonly amount: Cents;
  readonly status: PayoutStatus;
  readonly createdAt: Instant;
  /** How often it waited for its account. */
  readonly attempt: number;
  readonly paidAt?: Instant;
  readonly transferId?: string;
  /** Reversed for debts, in cents; the number of these reversals; and the conversation whose reversal is under way. */
  readonly reversed?: Cents;
  readonly reversals?: number;
  readonly reversingFor?: string;
  /** When the person was last notified that it waits. */
  readonly toldAt?: Instant;
  /** The number of failed tries; the pause grows with it. */
  readonly tries?: number;
};

/** A slice of the keys of due balances, payouts, accounts, reminders and recoveries, the longest overdue first. */
export const duePayouts = (table: TableReader, now: Instant, slice: Slice) =>
  dueKeys(table, 'PAYOUT', now, slice);

export const payoutDue = ({ userId, period }: Pick<Payout, 'userId' | 'period'>, at: Instant) =>
  dueIndex('PAYOUT', at, `${userId}#${period}`);

export async function payoutOf(
  table: TableReader,
  userId: string,
  period: string,
): Promise<Payout | undefined> {
  return table.get<Payout>(payoutKey(userId, period));
}

/** Every payout of a person, the newest first: at most twelve a year. */
export async function payoutsOf(table: TableReader, userId: string): Promise<Payout[]> {
  return allItems<Payout>(table, {
    partition: userPartition(userId),
    prefix: PAYOUT_PREFIX,
    newestFirst: true,
    consistent: true,
  });
}

/** The step that changes a payout from one status to another. SETTLED: a concurrent process was faster. */
function step(
  { userId, period }: Payout,
  from: PayoutStatus,
  change: Change<Payout>,
): Step<'SETTLED'> {
  return update(payoutKey(userId, period), change, {
    when: { status: from },
    otherwise: 'SETTLED',
  });
}

/** The attributes by which a payout is in the list of what is due. */
const PLACE = ['gsi5pk', 'gsi5sk'] as const;

type WriteOutcome = 'done' | 'SETTLED' | 'BOOKED';

/** The step that changes the outgoing and waiting amounts of a balance together with its payout. Amounts in cents. */
const changeOutgoing = (
  userId: string,
  by: { readonly outgoing?: Cents; readonly waiting?: Cents; readonly entries?: number },
): Step<never> => update(balanceKey(userId), { add: by });

/** Records a payout as paid; only now the amount is no longer owed. */
export function recordPaid(
  table: TableWriter,
  payout: Payout,
  { transferId, paidAt }: { readonly transferId: string; readonly paidAt: Instant },
  now: Instant,
): Promise<WriteOutcome> {
  return table.transact<'SETTLED' | 'BOOKED'>(
    step(payout, payout.status, {
      set: { status: 'PAID', transferId, paidAt },
      remove: PLACE,
    }),
    book(payoutPaidEntry(payout), now),
    changeOutgoing(payout.userId, { outgoing: negative(payout.amount), entries: 1 }),
    publishEvent(payoutEvent('payout.paid', payout, now)),
  );
}

/** Records a failed or reversed transfer. The amount is in the balance again, due with the month of `now`. */
export function recordFailed(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<WriteOutcome> {
  const wasPaid = payout.status === 'PAID';
  const entry: LedgerEntry = wasPaid ? payoutReturnedEntry(payout) : payoutFailedEntry(payout);
  // A payout that was not paid yet was still owed, so the person's ledger gets no line.
  const more = wasPaid ? {} : { outgoing: negative(payout.amount), entries: 0 };
  return table.transact<'SETTLED' | 'BOOKED'>(
    ...definedSteps<'SETTLED' | 'BOOKED'>([
      step(payout, payout.status, { set: { status: 'FAILED' }, remove: PLACE }),
      book(entry, now),
      changeBalance(payout.userId, payout.amount, now, more),
      publishEvent(payoutEvent('payout.failed', payout, now)),
    ]),
  );
}

/** Cancels a payout that waits for an account and moves its amount back into the negative balance, to repay the debt. */
export function cancelWaitingPayout(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<WriteOutcome> {
  const { userId, amount } = payout;
  const less = negative(amount);
  return table.transact<'SETTLED' | 'BOOKED'>(
    ...definedSteps<'SETTLED' | 'BOOKED'>([
      step(payout, 'WAITING', { set: { status: 'CANCELLED' } }),
      book(payoutFailedEntry(payout), now),
      changeBalance(userId, amount, now, { outgoing: less, waiting: less, entries: 0 }),
    ]),
  );
}

/**
 * Records that a payout waits for its account, and notifies the person at most once a month. READY: the account became ready
 * meanwhile, so the run that releases waiting payouts may have missed this one.
 */
export async function recordWaiting(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<'done' | 'READY' | 'SETTLED'> {
  const { userId, period, amount } = payout;
  const write = (...told: readonly Step<'TOLD'>[]) =>
    table.transact<'READY' | 'SETTLED' | 'TOLD'>(
      notReady(userId),
      step(payout, 'SENDING', { set: { status: 'WAITING' }, remove: [...PLACE, 'tries'] }),
      changeOutgoing(userId, { waiting: amount }),
      ...told,
    );
  const outcome = await write(
    scheduleReminder(userId, { period, notify: true }, now),
    publishEvent(payoutEvent('payout.waiting', payout, now)),
  );
  if (outcome !== 'TOLD') return outcome;
  const silent = await write(scheduleReminder(userId, { period, notify: false }, now));
  return silent === 'TOLD' ? 'SETTLED' : silent;
}

/** Releases a waiting payout, because its account is ready: it is due now. */
export function releasePayout(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<'done' | 'SETTLED'> {
  return table.transact<'SETTLED'>(
    step(payout, 'WAITING', {
      set: { status: 'SENDING', ...payoutDue(payout, now) },
      add: { attempt: 1 },
    }),
    changeOutgoing(payout.userId, { waiting: negative(payout.amount) }),
  );
}

const FIRST_PAUSE = 10 * 60_000;
/** The longest pause (ms) before a failed payout is tried again. */
export const LONGEST_PAUSE = 24 * 60 * 60_000;

/** Postpones a payout after a failed try, each time for longer. */
export function postponePayout(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<'done' | 'SETTLED'> {
  const pause = Math.min(FIRST_PAUSE * 2 ** (payout.tries ?? 0), LONGEST_PAUSE);
  const { gsi5sk } = payoutDue(payout, later(now, pause));
  return table.write(step(payout, 'SENDING', { set: { gsi5sk }, add: { tries: 1 } }));
}

/** The pause (ms) before the payout of a blocked person is checked again. */
const REST = 24 * 60 * 60_000;

/** Postpones the payout of a blocked person. It does not count as a failed try. */
export function deferBlockedPayout(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<'done' | 'SETTLED'> {
  const { gsi5sk } = payoutDue(payout, later(now, REST));
  return table.write(step(payout, 'SENDING', { set: { gsi5sk } }));
}

/** Postpones a decided payout until its hold ends. It does not count as a failed try. */
export function deferHeldPayout(
  table: TableWriter,
  payout: Payout,
  heldUntil: Instant,
): Promise<'done' | 'SETTLED'> {
  const { gsi5sk } = payoutDue(payout, heldUntil);
  return table.write(step(payout, 'SENDING', { set: { gsi5sk } }));
}

/** Records that the person was notified of a waiting payout. */
export async function recordNotified(
  table: TableWriter,
  payout: Payout,
  now: Instant,
): Promise<void> {
  const { userId, period } = payout;
  await table.write(update(payoutKey(userId, period), { set: { toldAt: now } }));
}
