import { dueAfter } from '#shared/rules/payouts/payouts.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import { ifMissing } from '../changes.ts';
import { isNot, missingOr } from '../conditions.ts';
import { dueIndex } from '../index-keys.ts';
import { payoutAccountKey, payoutReminderKey } from '../keys.ts';
import type { Balance } from '../ledger/ledger.ts';
import { payoutEvent, publishEvent } from '../outbox.ts';
import { check, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Reminders of people whose payouts wait for their account: one item per person. It stores the month of the last reminder and is
 * due on the 8th of the next month. So a person is reminded once a month, however often the job runs and however many payouts
 * wait.
 */

export type PayoutReminder = {
  /** The period of the payout that began to wait last. */
  readonly period: string;
  /** The month of the last reminder, `2026-11`. */
  readonly month?: string;
  /** The sort key in the list of what is due; absent if no reminder is due. */
  readonly gsi5sk?: string;
};

export function payoutReminderOf(
  table: TableReader,
  userId: string,
): Promise<PayoutReminder | undefined> {
  return table.get<PayoutReminder>(payoutReminderKey(userId));
}

/** The condition that a person's account is not ready. READY: it is. */
export const notReady = (userId: string): Step<'READY'> =>
  check(payoutAccountKey(userId), {
    when: { status: missingOr(isNot('READY')) },
    otherwise: 'READY',
  });

/** The index keys of the next reminder after `now`. */
const nextReminder = (userId: string, now: Instant) =>
  dueIndex('PAYOUT', dueAfter(monthOf(now)), userId);

/**
 * The step that schedules a reminder for a waiting payout of `period`. `notify`: the transaction also notifies the person; it
 * ends with TOLD if they were notified this month. Without it they are reminded next month at the latest.
 */
export function scheduleReminder(
  userId: string,
  { period, notify }: { readonly period: string; readonly notify: boolean },
  now: Instant,
): Step<'TOLD'> {
  const { gsi5pk: list, gsi5sk: next } = nextReminder(userId, now);
  const key = payoutReminderKey(userId);
  const month = monthOf(now);
  if (!notify)
    return update(key, {
      set: { period, gsi5pk: ifMissing(list), gsi5sk: ifMissing(next) },
    });
  return update(
    key,
    { set: { period, month, gsi5pk: list, gsi5sk: next } },
    { when: { month: missingOr(isNot(month)) }, otherwise: 'TOLD' },
  );
}

/**
 * Publishes a reminder of waiting payouts and schedules the next one. MOVED: a concurrent run did it. READY: the account is
 * ready now, so there is nothing to remind of.
 */
export function publishReminder(
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
      { set: { month: monthOf(now), gsi5sk: nextReminder(userId, now).gsi5sk } },
      { when: { gsi5sk: place, month: missingOr(isNot(monthOf(now))) }, otherwise: 'MOVED' },
    ),
    publishEvent(payoutEvent('payout.waiting', { userId, period, amount: waiting }, now)),
  );
}

/** Postpones the reminder of a blocked person to the next month. */
export async function postponeReminder(
  table: TableWriter,
  userId: string,
  { gsi5sk: place }: PayoutReminder,
  now: Instant,
): Promise<void> {
  const next = nextReminder(userId, now).gsi5sk;
  await table.write(
    update(
      payoutReminderKey(userId),
      { set: { gsi5sk: next } },
      { when: { gsi5sk: place }, otherwise: 'MOVED' },
    ),
  );
}

/** Ends the reminders of a person with no waiting payouts, and keeps the month of the last one. */
export async function endReminder(
  table: TableWriter,
  userId: string,
  { gsi5sk: place }: PayoutReminder,
): Promise<void> {
  await table.write(
    update(
      payoutReminderKey(userId),
      { remove: ['gsi5pk', 'gsi5sk'] },
      { when: { gsi5sk: place }, otherwise: 'MOVED' },
    ),
  );
}
