import { dueAfter } from '../../../shared/rules/payouts/payouts.ts';
import { type Instant, monthOf } from '../../../shared/time.ts';
import { dueIndex, payoutAccountKey, payoutReminderKey } from '../keys.ts';
import type { Balance } from '../ledger/ledger.ts';
import { payoutFact, tell } from '../outbox.ts';
import { check, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * One item a person for whose account payouts wait. It says in which month they were told last, and is in the list of what
 * is due on the 8th of the month after it: so they are told once a month, however often the job runs and however many
 * payouts wait.
 */

export type PayoutReminder = {
  /** The month whose payout came to wait last. */
  readonly period: string;
  /** The month in which its person was told last, `2026-11`. */
  readonly month?: string;
  /** Its place among what is due. */
  readonly gsi5sk?: string;
};

export function payoutReminderOf(
  table: TableReader,
  userId: string,
): Promise<PayoutReminder | undefined> {
  return table.get<PayoutReminder>(payoutReminderKey(userId));
}

/** Ends a transaction with READY where the account of a person takes payouts. */
export const notReady = (userId: string): Step<'READY'> =>
  check(payoutAccountKey(userId), {
    when: 'attribute_not_exists(#status) OR #status <> :ready',
    values: { ready: 'READY' },
    otherwise: 'READY',
  });

/** The place in the list where the next reminder stands that follows on `now`. */
const nextReminder = (userId: string, now: Instant) =>
  dueIndex('PAYOUT', dueAfter(monthOf(now)), userId);

/**
 * A payout of `period` waits from now on. `tells`: its person is told with this transaction, which ends with TOLD where
 * that was done this month already; without it they are reminded next month at the latest.
 */
export function noteReminder(
  userId: string,
  { period, tells }: { readonly period: string; readonly tells: boolean },
  now: Instant,
): Step<'TOLD'> {
  const { gsi5pk: list, gsi5sk: next } = nextReminder(userId, now);
  const key = payoutReminderKey(userId);
  const month = monthOf(now);
  if (!tells)
    return update(
      key,
      'SET #period = :period, #gsi5pk = if_not_exists(#gsi5pk, :list), #gsi5sk = if_not_exists(#gsi5sk, :next)',
      { period, list, next },
    );
  return update(
    key,
    'SET #period = :period, #month = :month, #gsi5pk = :list, #gsi5sk = :next',
    { period, month, list, next },
    { when: 'attribute_not_exists(#month) OR #month <> :month', otherwise: 'TOLD' },
  );
}

/**
 * Reminds a person of what waits, and is due again next month. MOVED: somebody else did it. READY: their account takes
 * payouts now, so there is nothing to remind them of.
 */
export function tellReminder(
  table: TableWriter,
  userId: string,
  { period, gsi5sk: place }: PayoutReminder,
  { waiting }: Pick<Balance, 'waiting'>,
  now: Instant,
): Promise<'done' | 'MOVED' | 'READY'> {
  return table.transact<'MOVED' | 'READY'>(
    notReady(userId),
    update(
      payoutReminderKey(userId),
      'SET #month = :month, #gsi5sk = :next',
      { month: monthOf(now), next: nextReminder(userId, now).gsi5sk },
      {
        when: '#gsi5sk = :place AND (attribute_not_exists(#month) OR #month <> :month)',
        values: { place },
        otherwise: 'MOVED',
      },
    ),
    tell(payoutFact('payout.waiting', { userId, period, amount: waiting }, now)),
  );
}

/** Looks again next month, and tells nobody: its person is blocked. */
export async function putOffReminder(
  table: TableWriter,
  userId: string,
  { gsi5sk: place }: PayoutReminder,
  now: Instant,
): Promise<void> {
  const next = nextReminder(userId, now).gsi5sk;
  await table.write(
    update(
      payoutReminderKey(userId),
      'SET #gsi5sk = :next',
      { next },
      { when: '#gsi5sk = :place', values: { place }, otherwise: 'MOVED' },
    ),
  );
}

/** Nothing waits any more: it is due no more, and remembers in which month it told. */
export async function endReminder(
  table: TableWriter,
  userId: string,
  { gsi5sk: place }: PayoutReminder,
): Promise<void> {
  await table.write(
    update(
      payoutReminderKey(userId),
      'REMOVE #gsi5pk, #gsi5sk',
      {},
      { when: '#gsi5sk = :place', values: { place }, otherwise: 'MOVED' },
    ),
  );
}
