import type { MailboxCounts, MailboxName } from '#shared/rules/conversations/counters.ts';
import type { Instant } from '#shared/time.ts';
import { ifNotExpired, type User } from '../accounts/users.ts';
import { exists } from '../conditions.ts';
import { addToCounters } from '../counters.ts';
import { mailboxKey, userKey } from '../keys.ts';
import { type Step, type TableReader, update } from '../table.ts';

/* Counters of a person's inbox and orders, by list filter, so that the totals of the lists need no counting. */

/** The item of a mailbox: its counters, and since when it is closed. */
export type Mailbox = MailboxCounts & { readonly closedAt?: Instant };

/** The counters of a mailbox; empty for a person without conversations. */
export async function mailboxCountsOf(
  table: TableReader,
  userId: string,
  mailbox: MailboxName,
): Promise<MailboxCounts> {
  return (await table.get<MailboxCounts>(mailboxKey(userId, mailbox))) ?? {};
}

/**
 * The people of a page of a list, and the counters of its mailbox. One call, eventually consistent, as the list itself is: its
 * index follows a change within moments too.
 */
export async function usersAndCounts(
  table: TableReader,
  userIds: readonly string[],
  { userId, mailbox }: { readonly userId: string; readonly mailbox: MailboxName },
  now: Instant,
): Promise<{ readonly users: readonly User[]; readonly counts: MailboxCounts }> {
  const keys = [mailboxKey(userId, mailbox), ...userIds.map(userKey)];
  const [counts, ...users] = await table.getMany<unknown>(keys, 'eventual');
  return {
    counts: (counts as MailboxCounts | undefined) ?? {},
    users: users
      .map((user) => ifNotExpired(user as User | undefined, now))
      .filter((user) => user !== undefined),
  };
}

/** The step that changes the counters of a mailbox by a `mailboxChange`; undefined if none changes. */
export function changeMailbox(
  userId: string,
  mailbox: MailboxName,
  by: MailboxCounts,
): Step<never> | undefined {
  return addToCounters(mailboxKey(userId, mailbox), by);
}

/** The same for a message that arrives when its payment is settled. BLOCKED: the account of the mailbox is blocked. */
export function addToOpenMailbox(
  userId: string,
  mailbox: MailboxName,
  by: MailboxCounts,
): Step<'BLOCKED'> | undefined {
  return addToCounters(mailboxKey(userId, mailbox), by, {
    when: { closedAt: undefined },
    otherwise: 'BLOCKED',
  });
}

/*
 * A blocked account has closed mailboxes. A payment that waits for a bank is in no list, so a block cannot find it; the bank may
 * confirm it later, and then it finds the closed mailbox. The mailbox says so itself because every settlement writes it anyway.
 */

/** The steps that close both mailboxes of an account, for the transaction that blocks it. */
export const closeMailboxes = (userId: string, now: Instant): Step<never>[] =>
  MAILBOXES.map((mailbox) => update(mailboxKey(userId, mailbox), { set: { closedAt: now } }));

/** The steps that open both mailboxes of an account, for the transaction that unblocks it. SO_ALREADY: they are open. */
export const openMailboxes = (userId: string): Step<'SO_ALREADY'>[] =>
  MAILBOXES.map((mailbox) =>
    update(
      mailboxKey(userId, mailbox),
      { remove: ['closedAt'] },
      { when: { closedAt: exists }, otherwise: 'SO_ALREADY' },
    ),
  );

const MAILBOXES: readonly MailboxName[] = ['INBOX', 'ORDERS'];
