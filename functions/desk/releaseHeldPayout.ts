import { releaseHeldPayout } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { obstacleTo } from '../../shared/rules/desk/obstacles.ts';
import { heldUntilOf } from '../payouts/payout-holds.ts';
import { serve } from '../serve.ts';
import { dueBalanceOf, releaseHold } from '../storage/payouts/balances.ts';
import { deskAudit, refuseObstacle } from './desk-context.ts';

/** Releases a payout that is held for a check. The next payout run sends it. */
export const handler = serve(releaseHeldPayout, async ({ userId, reason }, call) => {
  const { table, now, sessionUser } = call;
  refuseObstacle(obstacleTo(sessionUser.id, [userId]));
  const owed = await dueBalanceOf(table, userId);
  if (!owed || !heldUntilOf(owed, now))
    return { data: [{ message: 'No payout of this account is held for a check.' }] };
  const operation = { operation: 'releaseHeldPayout', about: userId, reason };
  const audit = deskAudit(call, operation, 'The payout is released.');
  if ((await releaseHold(table, userId, owed, audit, now)) === 'CHANGED')
    throw new Refusal('WRONG_STATUS', {
      message: 'The balance has just changed. Please look at it again.',
    });
  return { data: [{ message: 'The payout is released. The next payout run sends it.' }] };
});
