import { heldUntilOf } from '../../../functions/payouts/payout-holds.ts';
import type { User } from '../../../functions/storage/accounts/users.ts';
import { type OwedItem, owedBy, releaseHold } from '../../../functions/storage/payouts/balances.ts';
import { formatMoney } from '../../../shared/money.ts';
import { CliError } from '../../cli-error.ts';
import { actOf, byId, momentText, type OpsDesk, type Plan, type Word } from './plan.ts';

/** Plans the release of a payout that is held for a check. It is paid out by the next run. */
export async function planRelease(desk: OpsDesk, user: User): Promise<Plan> {
  const owed = await owedBy(desk.table, user.id);
  const until = owed && heldUntilOf(owed, desk.now);
  if (!owed || !until) return { says: [`No payout of @${user.username} is held for a check.`] };
  return {
    says: [
      `What @${user.username} is owed, ${formatMoney(owed.balance)}, is held until ${momentText(until)}: ${(owed.heldFor ?? []).join(', ')}.`,
      'It goes out with the next run, as far as it was owed at the end of last month.',
    ],
    act: (word) => release(desk, user, owed, word),
  };
}

async function release(desk: OpsDesk, user: User, owed: OwedItem, word: Word): Promise<string[]> {
  const act = actOf(desk, byId(word, 'release', user), user.id, 'The payout is released.');
  if ((await releaseHold(desk.table, user.id, owed, act, desk.now)) === 'CHANGED')
    throw new CliError('The balance changed in this moment: look at it again.');
  return ['Done.'];
}
