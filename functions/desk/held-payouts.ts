import { CASH_OUT_HOLD } from '#shared/rules/payouts/cash-out.ts';
import { type OwedBalance, PAYOUT_TRIES } from '#shared/rules/payouts/payouts.ts';
import { type Instant, later } from '#shared/time.ts';
import { heldUntilOf } from '../payouts/payout-holds.ts';
import { balanceKey, PAYOUT_PREFIX, userIn } from '../storage/keys.ts';
import { owedBalanceIn } from '../storage/payouts/balances.ts';
import { duePayouts, type Payout } from '../storage/payouts/payouts.ts';
import type { TableReader } from '../storage/table.ts';

/* Payouts that staff look after: held for a check, or failing again and again. */

export type HeldBalance = {
  readonly userId: string;
  readonly owed: OwedBalance;
  readonly until: Instant;
};
type Stuck = { readonly held: HeldBalance[]; readonly failing: Payout[] };

/** DynamoDB returns at most 100 items for one BatchGetItem. */
const BATCH_SIZE = 100;

/**
 * Finds the held balances, and the payouts that failed several times. A held balance is due when its hold ends, at most
 * CASH_OUT_HOLD from now, and a failing payout when it is tried again, which is sooner. The due list contains only keys, so each
 * balance and payout in it is read: one read unit for each person who is owed something by then.
 */
export async function stuckPayouts(table: TableReader, now: Instant): Promise<Stuck> {
  const stuck: Stuck = { held: [], failing: [] };
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const slice = await duePayouts(table, later(now, CASH_OUT_HOLD), { limit: BATCH_SIZE, from });
    const keys = slice.keys.filter(
      ({ pk, sk }) => sk === balanceKey(userIn({ pk, sk })).sk || sk.startsWith(PAYOUT_PREFIX),
    );
    const found =
      keys.length > 0 ? await table.getMany<Readonly<Record<string, unknown>>>(keys) : [];
    for (const [nth, key] of keys.entries()) {
      const item = found[nth] ?? {};
      if (key.sk.startsWith(PAYOUT_PREFIX)) {
        const payout = item as Payout;
        if (payout.status === 'SENDING' && (payout.tries ?? 0) >= PAYOUT_TRIES)
          stuck.failing.push(payout);
        continue;
      }
      const owed = owedBalanceIn(item);
      const until = heldUntilOf(owed, now);
      if (until !== undefined) stuck.held.push({ userId: userIn(key), owed, until });
    }
    from = slice.next;
  } while (from);
  return stuck;
}

/** Since when a balance is held: every hold lasts CASH_OUT_HOLD. */
export const heldSince = ({ until }: HeldBalance): Instant => later(until, -CASH_OUT_HOLD);
