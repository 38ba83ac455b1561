import { releaseHeldPayout } from '#shared/api/desk.ts';
import { PAYOUT_NOT_HELD } from '#shared/messages/staff.ts';
import { heldUntilOf } from '../payouts/payout-holds.ts';
import { serve } from '../serve.ts';
import { balanceKey, userKey } from '../storage/keys.ts';
import { dueBalanceOf } from '../storage/payouts/balances.ts';
import { releaseByStaff } from './account-decisions.ts';
import { refusePeople } from './concerns.ts';
import { aloneOrProposed, propose, releaseProposal } from './refund-proposals.ts';

/** Releases a payout that is held for a check, or proposes it to a second person if the amount is large. */
export const handler = serve(
  releaseHeldPayout,
  async ({ userId, reason }, call) => {
    const { table, now } = call;
    await refusePeople(call, [userId]);
    const owed = await dueBalanceOf(table, userId);
    const heldUntil = owed && heldUntilOf(owed, now);
    if (!owed || !heldUntil) return { data: [{ message: PAYOUT_NOT_HELD }] };
    const audit = { operation: 'releaseHeldPayout', about: userId, reason };
    const message = await aloneOrProposed(
      call,
      { subjectId: userId, amount: owed.balance },
      (steps) => releaseByStaff(call, userId, audit, steps),
      async () => (await propose(call, releaseProposal(userId, heldUntil), audit)).message,
    );
    return { data: [{ message }] };
  },
  { readAhead: ({ userId }) => [balanceKey(userId), userKey(userId)] },
);
