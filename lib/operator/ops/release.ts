import { heldUntilOf } from '#functions/payouts/payout-holds.ts';
import { clearAlert } from '#functions/storage/accounts/alerts.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { type DueBalance, dueBalanceOf, releaseHold } from '#functions/storage/payouts/balances.ts';
import { formatMoney } from '#shared/money.ts';
import { CliError } from '../../cli-error.ts';
import {
  type AuditNote,
  auditEntryOf,
  byId,
  momentText,
  type OpsContext,
  type Plan,
} from './plan.ts';

/** Plans the release of a payout that is held for a check. The next payout run sends it. */
export async function planRelease(context: OpsContext, user: User): Promise<Plan> {
  const owed = await dueBalanceOf(context.table, user.id);
  const until = owed && heldUntilOf(owed, context.now);
  if (!owed || !until) return { summary: [`No payout of @${user.username} is held for a check.`] };
  return {
    summary: [
      `The balance of @${user.username}, ${formatMoney(owed.balance)}, is held until ${momentText(until)}: ${(owed.heldFor ?? []).join(', ')}.`,
      'The next payout run pays out what was owed at the end of last month.',
    ],
    apply: (note) => release(context, user, owed, note),
  };
}

async function release(
  context: OpsContext,
  user: User,
  owed: DueBalance,
  note: AuditNote,
): Promise<string[]> {
  const audit = auditEntryOf(
    context,
    byId(note, 'release', user),
    user.id,
    'The payout is released.',
  );
  const written = { act: audit, beside: [clearAlert(user.id, 'PAYOUT_HELD')] };
  if ((await releaseHold(context.table, user.id, owed, written, context.now)) === 'CHANGED')
    throw new CliError('The balance has just changed. Check it and run this again.');
  return ['Done.'];
}
