import { newId } from '#shared/ids.ts';
import { type Cents, cents, minus, negative, ZERO } from '#shared/money.ts';
import type { LadderTimes } from '#shared/rules/auth/takeover-ladder.ts';
import { payoutDecidedEntry } from '#shared/rules/ledger/ledger.ts';
import { dueAfter, monthAfter, type OwedBalance } from '#shared/rules/payouts/payouts.ts';
import { fromIso, type Instant, toIso } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { exists } from '../conditions.ts';
import { withoutZeros } from '../counters.ts';
import { dueIndex } from '../index-keys.ts';
import { balanceKey, payoutKey, userKey } from '../keys.ts';
import { book, monthChangeAttribute, monthOfChangeAttribute } from '../ledger/ledger.ts';
import { publishEvent } from '../outbox.ts';
import { putNew, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { type Payout, payoutDue } from './payouts.ts';

/* Balances that are due for payout, and the decisions to pay them out or hold them. */

/** A balance with its changes by month and its next due time. */
export type DueBalance = OwedBalance & {
  readonly dueAt: Instant;
  /** The sort key in the list of what is due; a write is conditional on it. */
  readonly dueSortKey: string;
  /** Whether the person is blocked; then nothing is paid out. */
  readonly blocked: boolean;
  /** The steps of the takeover ladder that the account made: some hold payouts. */
  readonly ladderTimes: LadderTimes;
};

/** The balance of a person that is or will be due; undefined if there is none. */
export async function dueBalanceOf(
  table: TableReader,
  userId: string,
): Promise<DueBalance | undefined> {
  const [item, user] = await table.getMany<Readonly<Record<string, unknown>>>([
    balanceKey(userId),
    userKey(userId),
  ]);
  return dueBalanceIn(item, user);
}

/** The due balance in the items of a balance and its account; undefined if nothing is due. */
export function dueBalanceIn(
  item: Readonly<Record<string, unknown>> | undefined,
  user: Readonly<Record<string, unknown>> | undefined,
): DueBalance | undefined {
  if (typeof item?.gsi5sk !== 'string') return undefined;
  const place = item.gsi5sk;
  return {
    ...owedBalanceIn(item),
    dueSortKey: place,
    blocked: user?.blockedAt !== undefined,
    ladderTimes: (user ?? {}) as LadderTimes,
    dueAt: fromIso(place.slice(0, place.indexOf('#'))),
  };
}

/** The amounts in a balance item. */
export function owedBalanceIn(item: Readonly<Record<string, unknown>>): OwedBalance {
  const moved = Object.entries(item).flatMap(([name, by]) => {
    const month = monthOfChangeAttribute(name);
    return month ? [[month, cents(Number(by))] as const] : [];
  });
  const { firstOwedAt, heldUntil, heldFor } = item as Partial<OwedBalance>;
  return {
    balance: cents(Number(item.balance ?? 0)),
    moved: Object.fromEntries(moved),
    ...(firstOwedAt !== undefined && { firstOwedAt }),
    ...(heldUntil !== undefined && { heldUntil, heldFor: heldFor ?? [] }),
  };
}

/**
 * Decides the payout of a period that is due. With an amount of zero the balance rolls over to the next period. One
 * transaction writes the payout, its ledger entry, the new balance and its next due time. CHANGED: the balance is not the
 * one read. EXISTS: the period was paid out. The amount is deducted from the month after the period, however late this
 * runs; `settleBalance` says why.
 */
export function decidePayout(
  table: TableWriter,
  userId: string,
  owed: DueBalance,
  { period, amount }: { readonly period: string; readonly amount: Cents },
  now: Instant,
): Promise<'done' | 'CHANGED' | 'EXISTS' | 'BOOKED'> {
  const settled = deductPayout(userId, owed, { period, amount });
  if (amount === ZERO) return table.write(settled);
  const payout: Payout = {
    id: newId(now),
    userId,
    period,
    amount,
    status: 'SENDING',
    createdAt: now,
    attempt: 1,
  };
  return table.transact<'CHANGED' | 'EXISTS' | 'BOOKED'>(
    putNew({ ...payoutKey(userId, period), ...payout, ...payoutDue(payout, now) }, 'EXISTS'),
    settled,
    book(payoutDecidedEntry(payout), now),
  );
}

/** Postpones a due balance to `at`. CHANGED: its due time was changed since it was read. */
export function postponeBalance(
  table: TableWriter,
  userId: string,
  { dueSortKey: place }: DueBalance,
  at: Instant,
): Promise<'done' | 'CHANGED'> {
  const next = dueIndex('PAYOUT', at, userId).gsi5sk;
  return table.write(
    update(
      balanceKey(userId),
      { set: { gsi5sk: next } },
      { when: { gsi5sk: place }, otherwise: 'CHANGED' },
    ),
  );
}

/**
 * Holds a due balance for a check until `at`, and notifies its person and the operators. CHANGED: it was held or moved since it was read.
 */
export function holdBalance(
  table: TableWriter,
  userId: string,
  { dueSortKey: place }: DueBalance,
  signs: readonly string[],
  at: Instant,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const next = dueIndex('PAYOUT', at, userId).gsi5sk;
  return table.transact<'CHANGED'>(
    update(
      balanceKey(userId),
      { set: { gsi5sk: next, heldUntil: at, heldFor: signs } },
      { when: { gsi5sk: place, heldUntil: undefined }, otherwise: 'CHANGED' },
    ),
    raiseAlert(userId, { kind: 'PAYOUT_HELD', about: toIso(at) }, now),
    publishEvent({ id: newId(now), type: 'payout.held', at: now, detail: { userId } }),
  );
}

/**
 * Ends a hold on a decision: the balance is due at once. `beside`: further steps of the transaction. CHANGED: the hold is not the one
 * that was read.
 */
export function releaseHold<Outcome extends string = never>(
  table: TableWriter,
  userId: string,
  { heldUntil }: OwedBalance,
  { act, beside }: { readonly act: AuditEntry; readonly beside: readonly Step<Outcome>[] },
  now: Instant,
): Promise<'done' | 'CHANGED' | Outcome> {
  const next = dueIndex('PAYOUT', now, userId).gsi5sk;
  return table.transact<'CHANGED' | Outcome>(
    update(
      balanceKey(userId),
      { set: { heldUntil: now, gsi5sk: next } },
      { when: { heldUntil, gsi5sk: exists }, otherwise: 'CHANGED' },
    ),
    ...beside,
    writeAuditEntry(act),
  );
}

/**
 * The step that deducts a payout from the balance and, if something is left, makes it due with the next period.
 *
 * A balance keeps its changes by month. `owedAtEnd` takes the balance and subtracts the changes of the months after the
 * period. A payout is a change too. It is recorded in the first month after its period, and not in the month in which it is
 * decided, because these differ when a run is late. An example: $100 earned in November, $100 in January, and the November
 * payout is decided on January 20. The balance is then $100, and December is decided next.
 * - Recorded in December: $100 less the +$100 of January is $0. Right: nothing was left at the end of December.
 * - Recorded in January: the changes of January add up to $0, so December would pay the $100 of January a month early.
 *
 * The changes of the period and of the months before it are removed: every later period ends after them and subtracts none
 * of them.
 */
function deductPayout(
  userId: string,
  { balance, moved, dueSortKey: place }: DueBalance,
  { period, amount }: { readonly period: string; readonly amount: Cents },
): Step<'CHANGED'> {
  const rest = minus(balance, amount);
  const old = Object.keys(moved).filter((month) => month <= period);
  const notDue = rest > ZERO ? [] : (['gsi5pk', 'gsi5sk'] as const);
  const next = dueIndex('PAYOUT', dueAfter(monthAfter(period)), userId).gsi5sk;
  return update(
    balanceKey(userId),
    {
      set: { gsi5sk: rest > ZERO ? next : undefined },
      remove: [...notDue, ...old.map(monthChangeAttribute)],
      add: withoutZeros({
        balance: negative(amount),
        [monthChangeAttribute(monthAfter(period))]: negative(amount),
        outgoing: amount,
      }),
    },
    { when: { balance, gsi5sk: place }, otherwise: 'CHANGED' },
  );
}
