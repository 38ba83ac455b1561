import { heldUntilOf } from '../../../functions/payouts/payout-holds.ts';
import { type User, userById } from '../../../functions/storage/accounts/users.ts';
import { balanceKey, userIn } from '../../../functions/storage/keys.ts';
import { owedBalanceIn } from '../../../functions/storage/payouts/balances.ts';
import { duePayouts } from '../../../functions/storage/payouts/payouts.ts';
import type { TableReader } from '../../../functions/storage/table.ts';
import { formatMoney } from '../../../shared/money.ts';
import { CASH_OUT_HOLD } from '../../../shared/rules/payouts/cash-out.ts';
import type { OwedBalance } from '../../../shared/rules/payouts/payouts.ts';
import { type Instant, later } from '../../../shared/time.ts';
import { momentText, type OpsContext } from './plan.ts';

type HeldBalance = { readonly userId: string; readonly owed: OwedBalance; readonly until: Instant };

/** Lists the balances that are held for a check, the longest held first. */
export async function describeHeldPayouts({ table, now }: OpsContext): Promise<string[]> {
  const held = await heldBalances(table, now);
  if (held.length === 0) return ['No payout is held for a check.'];
  const people = await Promise.all(held.map(({ userId }) => userById(table, userId, now)));
  return held.map((one, nth) => lineOf(one, people[nth]));
}

/** DynamoDB returns at most 100 items for one BatchGetItem. */
const BATCH_SIZE = 100;

/**
 * Finds the held balances. A held balance is due when its hold ends, at most CASH_OUT_HOLD from now. The due list contains
 * only keys, so each balance in it is read: one read unit for each person who is owed something by then.
 */
async function heldBalances(table: TableReader, now: Instant): Promise<HeldBalance[]> {
  const held: HeldBalance[] = [];
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const slice = await duePayouts(table, later(now, CASH_OUT_HOLD), { limit: BATCH_SIZE, from });
    const keys = slice.keys.filter((key) => key.sk === balanceKey(userIn(key)).sk);
    const found = await table.getMany<Readonly<Record<string, unknown>>>(keys);
    for (const [nth, key] of keys.entries()) {
      const owed = owedBalanceIn(found[nth] ?? {});
      const until = heldUntilOf(owed, now);
      if (until !== undefined) held.push({ userId: userIn(key), owed, until });
    }
    from = slice.next;
  } while (from);
  return held;
}

/** Every hold lasts CASH_OUT_HOLD, so its beginning follows from its end. */
const lineOf = ({ userId, owed, until }: HeldBalance, user: User | undefined) =>
  `${userId}  since ${momentText(later(until, -CASH_OUT_HOLD))}  until ${momentText(until)}  ${formatMoney(owed.balance)}  ${(owed.heldFor ?? []).join(', ')}${user ? `  @${user.username}` : ''}`;
