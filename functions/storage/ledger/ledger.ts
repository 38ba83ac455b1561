import { type Cents, cents, negative, plus, ZERO } from '#shared/money.ts';
import { type LedgerEntry, owedChange } from '#shared/rules/ledger/ledger.ts';
import { dueAfter, type OwedBalance } from '#shared/rules/payouts/payouts.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import { ifMissing } from '../changes.ts';
import { atLeast, type Condition, type Match, missingOr } from '../conditions.ts';
import { addToCounters, withoutZeros } from '../counters.ts';
import { bookedIn, dueIndex, ledgerIndex } from '../index-keys.ts';
import { balanceKey, entryKey } from '../keys.ts';
import { check, putNew, type Step, type TableReader, update } from '../table.ts';

/* Stored ledger entries. An entry is written in the transaction of its cause, and never changed or deleted. */

export type { LedgerEntry } from '#shared/rules/ledger/ledger.ts';

/** A stored ledger entry. */
export type BookedEntry = LedgerEntry & { readonly kind: 'ENTRY'; readonly at: Instant };

/** An entry as the indexes project it: its postings and its keys. */
export type ListedEntry = Pick<BookedEntry, 'postings' | 'conversationId'>;

/** The entry of an index item; `sortKey`: its sort key in that index. */
export const entryIn = (listed: ListedEntry, sortKey: string): BookedEntry => ({
  ...listed,
  ...bookedIn(sortKey),
  kind: 'ENTRY',
});

/** The step that books an entry. BOOKED: the cause was booked before. */
export function book(entry: LedgerEntry, now: Instant): Step<'BOOKED'> {
  const booked: BookedEntry = { ...entry, kind: 'ENTRY', at: now };
  // A person's ledger shows only entries that change the amount owed to them.
  const { userId } = entry;
  const theirs = userId !== undefined && owedChange(entry, userId) !== ZERO;
  const index = ledgerIndex(now, entry.cause, theirs ? userId : undefined);
  return putNew({ ...entryKey(entry.cause), ...booked, ...index }, 'BOOKED');
}

/** The amount owed to a person, and their earnings of all time. Amounts in cents. */
export type Balance = {
  /** Without `outgoing`. Negative if more was taken back than was left: a debt. */
  readonly balance: Cents;
  /** Payouts that are decided and not paid yet; they are still owed. */
  readonly outgoing: Cents;
  /** The part of `outgoing` that waits for the person's account at Stripe. */
  readonly waiting: Cents;
  /** Reversals of transfers that are decided and not yet booked. */
  readonly recovering: Cents;
  /** The earnings that are out of the balance until claims and disputes are decided. */
  readonly frozen: Cents;
  readonly totalMessages: number;
  /** What their answers earned, without what is frozen or was taken back. */
  readonly totalEarnings: Cents;
  /** The number of entries in their own ledger. */
  readonly entries: number;
};

/** The item of a balance: also its change in each month, its payout that is due, and since when it is owed. */
export type StoredBalance = Balance &
  Omit<OwedBalance, 'balance' | 'moved'> & {
    readonly [Month in MonthChange]?: Cents;
  };

type MonthChange = `moved_${string}`;

type OwedParts = Pick<Balance, 'balance' | 'outgoing'>;

/** The total amount owed to a person, including payouts that are not transferred yet. */
export const owedTo = ({ balance, outgoing }: OwedParts): Cents =>
  cents(Math.max(ZERO, plus(balance, outgoing)));

/** The debt of a person: earnings taken back after they were paid out, less what the person earned since. */
export const debtOf = ({ balance, outgoing }: OwedParts): Cents =>
  cents(Math.max(ZERO, -plus(balance, outgoing)));

/** The balance of a person without earnings. */
export const NO_BALANCE: Balance = {
  balance: ZERO,
  outgoing: ZERO,
  waiting: ZERO,
  recovering: ZERO,
  frozen: ZERO,
  totalMessages: 0,
  totalEarnings: ZERO,
  entries: 0,
};

export async function balanceOf(table: TableReader, userId: string): Promise<Balance> {
  const found = await table.get<Partial<Balance>>(balanceKey(userId));
  return { ...NO_BALANCE, ...found };
}

/** The step that adds an earning to a person's balance; part of the transaction that books the entry. */
export function addEarning(userId: string, earned: Cents, now: Instant): Step<never> | undefined {
  return changeBalance(userId, earned, now, { totalMessages: 1, totalEarnings: earned });
}

/** The attribute of a balance that holds a month's changes; `monthOfChangeAttribute` is the reverse. */
export const monthChangeAttribute = (month: string): MonthChange =>
  `moved_${month.replace('-', '_')}`;
export const monthOfChangeAttribute = (name: string): string | undefined =>
  /^moved_\d{4}_\d{2}$/.test(name) ? name.slice('moved_'.length).replace('_', '-') : undefined;

/**
 * The step that changes a person's balance; part of the transaction that books the entry, with the same `now`. It also
 * changes the month's sum, from which the balance at the end of a month is calculated, and makes the balance due for a payout
 * unless it is already. `more`: changes to other counters of the item.
 */
export function changeBalance(
  userId: string,
  by: Cents,
  now: Instant,
  more: Counters = {},
): Step<never> | undefined {
  return balanceUpdate(userId, by, now, more);
}

type Counters = Partial<Omit<Balance, 'balance'>>;

/** Like `changeBalance`, but a deduction needs a sufficient balance. SHORT: the balance is too low. */
export function changeBalanceIfCovered(
  userId: string,
  by: Cents,
  now: Instant,
  more: Counters = {},
): Step<'SHORT'> | undefined {
  if (by >= 0) return changeBalance(userId, by, now, more);
  return balanceUpdate(userId, by, now, more, {
    when: { balance: atLeast(negative(by)) },
    otherwise: 'SHORT',
  });
}

/** No reversal of a transfer is decided and not yet booked: for conditions. */
const NO_PENDING_REVERSAL: Match<StoredBalance> = { recovering: missingOr(ZERO) };

/**
 * The step that writes off a debt; part of the transaction that books it. CHANGED: the balance is not the one read, or a
 * transfer is being reversed for the debt.
 */
export function writeOffDebt(userId: string, balance: Cents): Step<'CHANGED'> {
  return update(
    balanceKey(userId),
    { set: { balance: ZERO }, add: { entries: 1 } },
    { when: { balance, ...NO_PENDING_REVERSAL }, otherwise: 'CHANGED' },
  );
}

/** The same check for a person without a debt: a reversal that is booked later would still credit them. */
export const checkNoPendingReversal = (userId: string): Step<'CHANGED'> =>
  check(balanceKey(userId), { when: NO_PENDING_REVERSAL, otherwise: 'CHANGED' });

function balanceUpdate<Outcome extends string = never>(
  userId: string,
  by: Cents,
  now: Instant,
  more: Counters,
  condition?: Condition<StoredBalance, Outcome>,
): Step<Outcome> | undefined {
  // Entries that add up to nothing are lines of the person's ledger nevertheless.
  if (by === 0) return more.entries ? addToCounters(balanceKey(userId), more) : undefined;
  const { gsi5pk: list, gsi5sk: place } = dueIndex('PAYOUT', dueAfter(monthOf(now)), userId);
  return update(
    balanceKey(userId),
    {
      set: {
        gsi5pk: ifMissing(list),
        gsi5sk: ifMissing(place),
        firstOwedAt: by > 0 ? ifMissing(now) : undefined,
      },
      add: withoutZeros({
        balance: by,
        [monthChangeAttribute(monthOf(now))]: by,
        entries: 1,
        ...more,
      }),
    },
    condition,
  );
}
