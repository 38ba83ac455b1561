import { deskUnblockUser } from '#shared/api/desk.ts';
import { serve } from '../serve.ts';
import { userKey } from '../storage/keys.ts';
import { balanceOf, owedTo } from '../storage/ledger/ledger.ts';
import { accountFor, unblockByStaff } from './account-decisions.ts';
import { refusePeople } from './concerns.ts';
import { aloneOrProposed, blockProposal, propose } from './refund-proposals.ts';
import { isStaff } from './second-person.ts';

/**
 * Unblocks an account. Its balance is paid out again, so an unblock with more than one person moves alone is proposed to a second
 * person, as that of staff is.
 */
export const handler = serve(
  deskUnblockUser,
  async ({ userId, reason }, call) => {
    const { table, now } = call;
    await refusePeople(call, [userId]);
    const user = await accountFor(call, userId);
    const audit = { operation: 'deskUnblockUser', about: userId, reason };
    const unblock = (steps: Parameters<typeof unblockByStaff>[3]) =>
      unblockByStaff(call, user, audit, steps);
    const proposeIt = async () =>
      (await propose(call, blockProposal(userId, 'UNBLOCK', now), audit)).message;
    if (user.blockedAt === undefined) return { data: [{ message: await unblock([]) }] };
    if (isStaff(user)) return { data: [{ message: await proposeIt() }] };
    const moved = { subjectId: userId, amount: owedTo(await balanceOf(table, userId)) };
    return { data: [{ message: await aloneOrProposed(call, moved, unblock, proposeIt) }] };
  },
  { readAhead: ({ userId }) => [userKey(userId)] },
);
