import type { MailboxCounts, MailboxName } from '../../../shared/rules/conversations/counters.ts';
import type { Instant } from '../../../shared/time.ts';
import { ifNotExpired, type User } from '../accounts/users.ts';
import { addToCounters } from '../counters.ts';
import { mailboxKey, userKey } from '../keys.ts';
import type { Step, TableReader } from '../table.ts';

/* Counters of a person's inbox and orders, by list filter, so that the totals of the lists need no counting. */

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
