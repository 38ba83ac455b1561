import { type Cents, ZERO } from '../../shared/money.ts';
import type { LedgerEntry } from '../../shared/rules/ledger.ts';
import type { Instant } from '../../shared/time.ts';
import { move } from './counters.ts';
import { balanceKey, entryKey, ledgerIndex } from './keys.ts';
import { putNew, type Step, type TableReader } from './table.ts';

/* Entries are written once, in the transaction of what causes them, and never changed or deleted. */

export {
  type Account,
  balancesOf,
  type LedgerEntry,
  SHARED_ACCOUNTS,
} from '../../shared/rules/ledger.ts';

/** A ledger entry as it is kept. */
export type BookedEntry = LedgerEntry & { readonly kind: 'ENTRY'; readonly at: Instant };

/** Books an entry; the same cause a second time ends the transaction with BOOKED. */
export function book(entry: LedgerEntry, now: Instant): Step<'BOOKED'> {
  const booked: BookedEntry = { ...entry, kind: 'ENTRY', at: now };
  return putNew(
    { ...entryKey(entry.cause), ...booked, ...ledgerIndex(now, entry.cause, entry.userId) },
    'BOOKED',
  );
}

/** What the platform owes a person, and what they earned over all time. Amounts in cents. */
export type Balance = {
  readonly balance: Cents;
  readonly totalMessages: number;
  readonly totalEarnings: Cents;
};

/** The balance of somebody who never earned. */
export const NO_BALANCE: Balance = { balance: ZERO, totalMessages: 0, totalEarnings: ZERO };

export async function balanceOf(table: TableReader, userId: string): Promise<Balance> {
  const found = await table.get<Partial<Balance>>(balanceKey(userId));
  return { ...NO_BALANCE, ...found };
}

/** Moves a person's balance; goes into the transaction of the entry that posts to their account. */
export function moveBalance(userId: string, earned: Cents): Step<never> | undefined {
  const by = { balance: earned, totalMessages: 1, totalEarnings: earned };
  return move(balanceKey(userId), by);
}
