import type { Instant } from '#shared/time.ts';
import { heldUntilOf } from '../payouts/payout-holds.ts';
import type { User } from '../storage/accounts/users.ts';
import {
  type ListedConversation,
  listConversations,
} from '../storage/conversations/conversation-lists.ts';
import { mailboxCountsOf } from '../storage/conversations/list-counters.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { dueBalanceOf } from '../storage/payouts/balances.ts';
import { payoutAccountOf } from '../storage/payouts/payout-accounts.ts';
import { payoutsOf } from '../storage/payouts/payouts.ts';
import type { TableReader } from '../storage/table.ts';

/* The record of a person, as operators and staff at the desk look at it. Nothing in it is the text of a message. */

/** The money of a person: balance, payouts, their account, and the hold for a check. */
export async function moneyRecordOf(table: TableReader, { id }: Pick<User, 'id'>, now: Instant) {
  const [balance, account, payouts, owed] = await Promise.all([
    balanceOf(table, id),
    payoutAccountOf(table, id),
    payoutsOf(table, id),
    dueBalanceOf(table, id),
  ]);
  const heldUntil = owed && heldUntilOf(owed, now);
  return {
    balance,
    account,
    payouts,
    held: heldUntil && owed ? { until: heldUntil, signs: owed.heldFor ?? [] } : undefined,
  };
}

/** The latest conversations of a mailbox, and the numbers of all and of the pending ones. */
export type Mailbox = {
  readonly all: number;
  readonly pending: number;
  readonly latest: readonly ListedConversation[];
};

const LATEST = 10;

/** The latest ten messages to a person, and from them, with the numbers of all. */
export async function mailboxesOf(
  table: TableReader,
  { id: userId }: Pick<User, 'id'>,
): Promise<{ readonly inbox: Mailbox; readonly orders: Mailbox }> {
  const read = async (mailbox: 'INBOX' | 'ORDERS'): Promise<Mailbox> => {
    const [counts, page] = await Promise.all([
      mailboxCountsOf(table, userId, mailbox),
      listConversations(table, { userId, mailbox, filter: 'ALL', skip: 0, limit: LATEST }),
    ]);
    const { ALL: all = 0, PENDING: pending = 0 } = counts;
    return { all, pending, latest: page?.conversations ?? [] };
  };
  const [inbox, orders] = await Promise.all([read('INBOX'), read('ORDERS')]);
  return { inbox, orders };
}
