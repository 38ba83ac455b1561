import type { Alert } from '#shared/rules/accounts/alerts.ts';
import type { MailboxCounts } from '#shared/rules/conversations/counters.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import { type ContactCounts, contactCountsIn } from '../contacts/contact-lists.ts';
import {
  alertsKey,
  balanceKey,
  contactCountKey,
  deletionKey,
  mailboxKey,
  monthKey,
} from '../keys.ts';
import { type Balance, NO_BALANCE } from '../ledger/ledger.ts';
import { type Month, NO_MONTH } from '../month-counters.ts';
import type { TableReader } from '../table.ts';
import { viewCountKey } from '../visit-keys.ts';
import { alertsIn } from './alerts.ts';

/*
 * The figures of an account. Each is a counter that is updated with every change; the figures of one screen are read in one
 * call.
 */

/** The figures of the dashboard. Amounts in cents. */
export type Figures = {
  readonly inbox: MailboxCounts;
  readonly orders: MailboxCounts;
  readonly balance: Balance;
  readonly views: number;
  readonly contacts: ContactCounts;
  readonly alerts: Alert[];
  /** When the account will be deleted, if its person asked for it. */
  readonly deletionAt: Instant | undefined;
};

export async function figuresOf(table: TableReader, userId: string): Promise<Figures> {
  const [inbox, orders, balance, viewed, contacts, alerts, deletion] = await table.getMany<
    Readonly<Record<string, unknown>>
  >([
    mailboxKey(userId, 'INBOX'),
    mailboxKey(userId, 'ORDERS'),
    balanceKey(userId),
    viewCountKey(userId),
    contactCountKey(userId),
    alertsKey(userId),
    deletionKey(userId),
  ]);
  return {
    inbox: (inbox as MailboxCounts | undefined) ?? {},
    orders: (orders as MailboxCounts | undefined) ?? {},
    balance: { ...NO_BALANCE, ...(balance as Partial<Balance> | undefined) },
    views: Number(viewed?.views ?? 0),
    contacts: contactCountsIn(contacts),
    alerts: alertsIn(alerts),
    deletionAt: deletion?.deletionAt as Instant | undefined,
  };
}

/** Reads the earnings of an account, in total and in the calendar month (UTC) of `now`. Amounts in cents. */
export async function earningsOf(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<{ readonly balance: Balance; readonly month: Month }> {
  const [balance, month] = await table.getMany<Partial<Balance> | Partial<Month>>([
    balanceKey(userId),
    monthKey(userId, monthOf(now)),
  ]);
  return {
    balance: { ...NO_BALANCE, ...(balance as Partial<Balance> | undefined) },
    month: { ...NO_MONTH, ...(month as Partial<Month> | undefined) },
  };
}
