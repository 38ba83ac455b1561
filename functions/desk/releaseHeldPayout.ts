import { releaseHeldPayout } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { PAYOUT_RELEASED_FACTS } from '../../shared/rules/desk/statement-words.ts';
import { heldUntilOf } from '../payouts/payout-holds.ts';
import { serve } from '../serve.ts';
import { balanceKey, userKey } from '../storage/keys.ts';
import { dueBalanceOf, releaseHold } from '../storage/payouts/balances.ts';
import { refusePeople } from './concerns.ts';
import { deskAudit } from './desk-context.ts';
import { decisionSteps } from './statement-steps.ts';

/** Releases a payout that is held for a check. The next payout run sends it. */
export const handler = serve(
  releaseHeldPayout,
  async ({ userId, reason }, call) => {
    const { table, now, sessionUser } = call;
    await refusePeople(call, [userId]);
    const owed = await dueBalanceOf(table, userId);
    if (!owed || !heldUntilOf(owed, now))
      return { data: [{ message: 'No payout of this account is held for a check.' }] };
    const operation = { operation: 'releaseHeldPayout', about: userId, reason };
    const audit = deskAudit(call, operation, 'The payout is released.');
    const decided = { kind: 'PAYOUT_RELEASED', reason, byUserId: sessionUser.id } as const;
    const about = { ABOUT: { userId, facts: PAYOUT_RELEASED_FACTS } };
    const written = { act: audit, beside: decisionSteps(decided, about, now) };
    if ((await releaseHold(table, userId, owed, written, now)) === 'CHANGED')
      throw new Refusal('WRONG_STATUS', {
        message: 'The balance has just changed. Please look at it again.',
      });
    return { data: [{ message: 'The payout is released. The next payout run sends it.' }] };
  },
  { readAhead: ({ userId }) => [balanceKey(userId), userKey(userId)] },
);
