import type { MailboxCounts, MailboxName } from '../../../shared/rules/conversations/counters.ts';
import { addToCounters } from '../counters.ts';
import { mailboxKey } from '../keys.ts';
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

/** The step that changes the counters of a mailbox by a `mailboxChange`; undefined if none changes. */
export function changeMailbox(
  userId: string,
  mailbox: MailboxName,
  by: MailboxCounts,
): Step<never> | undefined {
  return addToCounters(mailboxKey(userId, mailbox), by);
}
