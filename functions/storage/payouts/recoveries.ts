import { type Cents, negative } from '#shared/money.ts';
import { payoutReversedEntry } from '#shared/rules/ledger/ledger.ts';
import { type Instant, later, MINUTE } from '#shared/time.ts';
import type { Change } from '../changes.ts';
import { exists, type Match, missingOr } from '../conditions.ts';
import { dueIndex } from '../index-keys.ts';
import { balanceKey, payoutKey, recoveryKey } from '../keys.ts';
import { type Balance, book, changeBalance } from '../ledger/ledger.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { LONGEST_PAUSE, type Payout } from './payouts.ts';

/*
 * Recoveries: the amount that was taken back of an earning after its payout, and is recovered by reversing transfers. There
 * is one item per conversation, in the list of what is due until it is completed. One transaction decides a reversal and
 * changes the recovery, the payout and the balance; the reversal is then requested at Stripe under a name derived
 * from the recovery; a second transaction books it or gives it up.
 */

export type Recovery = {
  readonly conversationId: string;
  /** The amount taken back, and the part recovered by reversals, in cents. */
  readonly takenBack: Cents;
  readonly reversed?: Cents;
  /** The reversal that is decided and whose outcome is not known yet. */
  readonly reversing?: { readonly period: string; readonly amount: Cents };
  /** Counts the reversals that were decided. */
  readonly nth?: number;
  readonly tries?: number;
  readonly gsi5sk?: string;
};

/** The name of the pending reversal at Stripe, its idempotency key. */
export const reversalName = ({ conversationId, nth: reversalCount = 0 }: Recovery): string =>
  `reversal:${conversationId}:${reversalCount}`;

const dueAt = (userId: string, conversationId: string, at: Instant) =>
  dueIndex('PAYOUT', at, `${userId}#${conversationId}`);

/** The step that starts a recovery, or adds to one; part of the transaction that takes back the earning. */
export const beginRecovery = (
  userId: string,
  conversationId: string,
  takenBack: Cents,
  now: Instant,
): Step<never> =>
  update(recoveryKey(userId, conversationId), {
    set: { conversationId, ...dueAt(userId, conversationId, now) },
    add: { takenBack },
  });

export function recoveryOf(
  table: TableReader,
  userId: string,
  conversationId: string,
): Promise<Recovery | undefined> {
  return table.get<Recovery>(recoveryKey(userId, conversationId));
}

/** Decides a reversal. CHANGED: the recovery, the payout or the balance differ from what was read. */
export function decideReversal(
  table: TableWriter,
  recovery: Recovery,
  payout: Payout,
  { balance, recovering }: Pick<Balance, 'balance' | 'recovering'>,
  amount: Cents,
): Promise<'done' | 'CHANGED'> {
  const { conversationId, nth: reversalCount = 0 } = recovery;
  const { userId, period } = payout;
  return table.transact<'CHANGED'>(
    update(
      recoveryKey(userId, conversationId),
      { set: { reversing: { period, amount }, nth: reversalCount + 1 } },
      { when: { reversing: undefined, nth: missingOr(reversalCount) }, otherwise: 'CHANGED' },
    ),
    update(
      payoutKey(userId, period),
      { set: { reversingFor: conversationId } },
      { when: { status: 'PAID', reversingFor: undefined }, otherwise: 'CHANGED' },
    ),
    update(
      balanceKey(userId),
      { add: { recovering: amount } },
      { when: { balance, recovering: missingOr(recovering) }, otherwise: 'CHANGED' },
    ),
  );
}

/** The attributes of a recovery that end with its pending reversal. */
const REVERSAL = ['reversing', 'tries'] as const;

type PendingReversal = {
  readonly recovery: Recovery;
  readonly payout: Payout;
  readonly amount: Cents;
};

/** The step that ends the pending reversal. `only`: a further condition on the recovery. */
const endReversal = (
  { recovery, payout: { userId } }: PendingReversal,
  change: Change<Recovery>,
  only?: Match<Recovery>,
): Step<'SETTLED'> =>
  update(recoveryKey(userId, recovery.conversationId), change, {
    when: { reversing: exists, nth: recovery.nth, ...only },
    otherwise: 'SETTLED',
  });

/** Nothing more was taken back since the recovery was read, because `takenBack` only grows: for conditions. */
const asRead = ({ takenBack }: Recovery): Match<Recovery> => ({ takenBack });

/** Books a reversal that was made: it reduces the debt and increases our balance at Stripe. */
export function recordReversed(
  table: TableWriter,
  pending: PendingReversal,
  now: Instant,
): Promise<'done' | 'SETTLED' | 'BOOKED'> {
  const { payout, amount } = pending;
  const { userId, period, reversals = 0 } = payout;
  const owed = changeBalance(userId, amount, now, { recovering: negative(amount) });
  return table.transact<'SETTLED' | 'BOOKED'>(
    endReversal(pending, { remove: REVERSAL, add: { reversed: amount } }),
    update(payoutKey(userId, period), {
      remove: ['reversingFor'],
      add: { reversed: amount, reversals: 1 },
    }),
    book(payoutReversedEntry({ userId, period, amount }, reversals + 1), now),
    ...(owed ? [owed] : []),
  );
}

/**
 * Ends a recovery whose reversal was refused: later earnings repay the rest of the debt. If more was taken back since the
 * recovery was read, only the reversal ends; the recovery stays due, and the whole amount is looked at again.
 */
export async function recordReversalRefused(
  table: TableWriter,
  pending: PendingReversal,
): Promise<'done' | 'SETTLED'> {
  const { recovery, payout, amount } = pending;
  const { userId, period } = payout;
  const write = (step: Step<'SETTLED'>) =>
    table.transact<'SETTLED'>(
      step,
      update(payoutKey(userId, period), { remove: ['reversingFor'] }),
      update(balanceKey(userId), { add: { recovering: negative(amount) } }),
    );
  const ended = { remove: [...REVERSAL, 'gsi5pk', 'gsi5sk'] } as const;
  const outcome = await write(endReversal(pending, ended, asRead(recovery)));
  return outcome === 'SETTLED' ? write(endReversal(pending, { remove: REVERSAL })) : outcome;
}

/** Ends a recovery that has nothing left to reverse. MOVED: more was taken back in the meantime. */
export function endRecovery(
  table: TableWriter,
  userId: string,
  recovery: Recovery,
): Promise<'done' | 'MOVED'> {
  return table.write(
    update(
      recoveryKey(userId, recovery.conversationId),
      { remove: ['gsi5pk', 'gsi5sk'] },
      { when: { ...asRead(recovery), reversing: undefined }, otherwise: 'MOVED' },
    ),
  );
}

/**
 * Postpones a recovery. UNANSWERED: Stripe did not answer, and the pause is longer each time. UNDERWAY: another payout or
 * reversal of the person has to end first, which is a matter of one run.
 */
export function postponeRecovery(
  table: TableWriter,
  userId: string,
  { conversationId, tries = 0, gsi5sk: placeBefore }: Recovery,
  because: 'UNANSWERED' | 'UNDERWAY',
  now: Instant,
): Promise<'done' | 'MOVED'> {
  const counted = because === 'UNANSWERED' ? 1 : 0;
  const pause = Math.min(10 * MINUTE * 2 ** (counted * tries), LONGEST_PAUSE);
  const { gsi5sk } = dueAt(userId, conversationId, later(now, pause));
  return table.write(
    update(
      recoveryKey(userId, conversationId),
      { set: { gsi5sk }, add: { tries: counted } },
      { when: { gsi5sk: placeBefore }, otherwise: 'MOVED' },
    ),
  );
}
