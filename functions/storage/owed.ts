import { newId } from '../../shared/ids.ts';
import { type Cents, cents, minus, negative, ZERO } from '../../shared/money.ts';
import { payoutDecidedEntry } from '../../shared/rules/ledger.ts';
import { dueAfter, monthAfter, type Owed } from '../../shared/rules/payouts.ts';
import { fromIso, type Instant } from '../../shared/time.ts';
import { type Act, writeAct } from './audit.ts';
import { tell } from './facts.ts';
import { balanceKey, dueIndex, payoutKey, userKey } from './keys.ts';
import { book, movedMonth, movedName } from './ledger.ts';
import { type Payout, payoutDue } from './payouts.ts';
import { putNew, type Step, type TableReader, type TableWriter, update } from './table.ts';

/* What people are owed, as it falls due, and what of it is decided to go out. */

/** What somebody is owed, since when by month, and the next moment at which that is due. */
export type OwedItem = Owed & {
  readonly dueAt: Instant;
  /** The place among what is due, and the months, as they were read. */
  readonly place: string;
  /** The person is blocked: nothing goes out to them. */
  readonly blocked: boolean;
};

/** Undefined where nothing is owed, or will be due. */
export async function owedBy(table: TableReader, userId: string): Promise<OwedItem | undefined> {
  const [item, user] = await table.getMany<Readonly<Record<string, unknown>>>([
    balanceKey(userId),
    userKey(userId),
  ]);
  if (typeof item?.gsi5sk !== 'string') return undefined;
  const place = item.gsi5sk;
  const blocked = user?.blockedAt !== undefined;
  return { ...owedIn(item), place, blocked, dueAt: fromIso(place.slice(0, place.indexOf('#'))) };
}

/** What a balance item says is owed. */
export function owedIn(item: Readonly<Record<string, unknown>>): Owed {
  const moved = Object.entries(item).flatMap(([name, by]) => {
    const month = movedMonth(name);
    return month ? [[month, cents(Number(by))] as const] : [];
  });
  const { firstOwedAt, heldUntil, heldFor } = item as Partial<Owed>;
  return {
    balance: cents(Number(item.balance ?? 0)),
    moved: Object.fromEntries(moved),
    ...(firstOwedAt !== undefined && { firstOwedAt }),
    ...(heldUntil !== undefined && { heldUntil, heldFor: heldFor ?? [] }),
  };
}

/**
 * Decides what goes out for a period that is due: `amount`, or nothing, and it rolls over. One transaction: the payout, its
 * entry, the balance as it was read (CHANGED otherwise) and when the rest of it is due. EXISTS: this period was paid out.
 * The amount counts as gone in the month it was due in, however late this runs: the next period must not count it again.
 */
export function decidePayout(
  table: TableWriter,
  userId: string,
  owed: OwedItem,
  { period, amount }: { readonly period: string; readonly amount: Cents },
  now: Instant,
): Promise<'done' | 'CHANGED' | 'EXISTS' | 'BOOKED'> {
  const settled = settleBalance(userId, owed, { period, amount });
  if (amount === ZERO) return table.write(settled);
  const payout: Payout = {
    ...{ id: newId(now), userId, period, amount },
    ...{ status: 'SENDING', createdAt: now, attempt: 1 },
  };
  return table.transact<'CHANGED' | 'EXISTS' | 'BOOKED'>(
    putNew({ ...payoutKey(userId, period), ...payout, ...payoutDue(payout, now) }, 'EXISTS'),
    settled,
    book(payoutDecidedEntry(payout), now),
  );
}

/** What is due waits until `at`, and is looked at again then. */
export function putOffBalance(
  table: TableWriter,
  userId: string,
  { place }: OwedItem,
  at: Instant,
): Promise<'done' | 'CHANGED'> {
  const next = dueIndex('PAYOUT', at, userId).gsi5sk;
  return table.write(
    update(
      balanceKey(userId),
      'SET #gsi5sk = :next',
      { next },
      { when: '#gsi5sk = :place', values: { place }, otherwise: 'CHANGED' },
    ),
  );
}

/** What is due is held for a check until `at`, and an operator is told. CHANGED: somebody was faster. */
export function holdBalance(
  table: TableWriter,
  userId: string,
  { place }: OwedItem,
  signs: readonly string[],
  at: Instant,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const next = dueIndex('PAYOUT', at, userId).gsi5sk;
  return table.transact<'CHANGED'>(
    update(
      balanceKey(userId),
      'SET #gsi5sk = :next, #heldUntil = :at, #heldFor = :signs',
      { next, at, signs: [...signs] },
      {
        when: '#gsi5sk = :place AND attribute_not_exists(#heldUntil)',
        values: { place },
        otherwise: 'CHANGED',
      },
    ),
    tell({ id: newId(now), type: 'payout.held', at: now, detail: { userId } }),
  );
}

/** An operator has looked: what is held is due at once. CHANGED: it is held no more. */
export function releaseHold(
  table: TableWriter,
  userId: string,
  { heldUntil }: Owed,
  act: Act,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const next = dueIndex('PAYOUT', now, userId).gsi5sk;
  return table.transact<'CHANGED'>(
    update(
      balanceKey(userId),
      'SET #heldUntil = :now, #gsi5sk = :next',
      { now, next },
      {
        when: '#heldUntil = :read AND attribute_exists(#gsi5sk)',
        values: { read: heldUntil },
        otherwise: 'CHANGED',
      },
    ),
    writeAct(act),
  );
}

/** The balance less what goes out, due again with the next period where something is left. */
function settleBalance(
  userId: string,
  { balance, moved, place }: OwedItem,
  { period, amount }: { readonly period: string; readonly amount: Cents },
): Step<'CHANGED'> {
  const rest = minus(balance, amount);
  const old = Object.keys(moved).filter((month) => month <= period);
  const gone = [...(rest > ZERO ? [] : ['gsi5pk', 'gsi5sk']), ...old.map(movedName)];
  const month = movedName(monthAfter(period));
  const parts = [
    rest > ZERO ? 'SET #gsi5sk = :next' : '',
    gone.length > 0 ? `REMOVE ${gone.map((name) => `#${name}`).join(', ')}` : '',
    amount === ZERO ? '' : `ADD #balance :less, #${month} :less, #outgoing :amount`,
  ];
  const next = dueIndex('PAYOUT', dueAfter(monthAfter(period)), userId).gsi5sk;
  return update(
    balanceKey(userId),
    parts.filter((part) => part !== '').join(' '),
    {
      ...(rest > ZERO && { next }),
      ...(amount !== ZERO && { less: negative(amount), amount }),
    },
    {
      when: '#balance = :read AND #gsi5sk = :place',
      values: { read: balance, place },
      otherwise: 'CHANGED',
    },
  );
}
