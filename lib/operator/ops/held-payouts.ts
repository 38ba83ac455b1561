import { type HeldBalance, heldSince, stuckPayouts } from '#functions/desk/held-payouts.ts';
import { type User, userById } from '#functions/storage/accounts/users.ts';
import { formatMoney } from '#shared/money.ts';
import { momentText, type OpsContext } from './plan.ts';

/** Lists the balances that are held for a check, the longest held first. */
export async function describeHeldPayouts({ table, now }: OpsContext): Promise<string[]> {
  const { held } = await stuckPayouts(table, now);
  if (held.length === 0) return ['No payout is held for a check.'];
  const people = await Promise.all(held.map(({ userId }) => userById(table, userId, now)));
  return held.map((one, nth) => lineOf(one, people[nth]));
}

const lineOf = (one: HeldBalance, user: User | undefined) =>
  `${one.userId}  since ${momentText(heldSince(one))}  until ${momentText(one.until)}  ${formatMoney(one.owed.balance)}  ${(one.owed.heldFor ?? []).join(', ')}${user ? `  @${user.username}` : ''}`;
