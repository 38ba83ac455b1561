import { deskBlockUser } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { userKey } from '../storage/keys.ts';
import { pendingMoneyOf, refuseSupportAccount } from './account-blocks.ts';
import { blockByStaff } from './account-decisions.ts';
import { refusePeople } from './concerns.ts';
import { aloneOrProposed, blockProposal, propose } from './refund-proposals.ts';
import { isStaff } from './second-person.ts';

/**
 * Blocks an account with a statement of reasons, or does the rest of an interrupted block. A block of staff, and one that gives back
 * more than one person moves alone, is proposed to a second person.
 */
export const handler = serve(
  deskBlockUser,
  async ({ userId, reason }, call) => {
    const { table, now } = call;
    await refusePeople(call, [userId]);
    const user = await userById(table, userId, now);
    if (!user) throw new Refusal('NOT_FOUND');
    refuseSupportAccount(user);
    const audit = { operation: 'deskBlockUser', about: userId, reason };
    const proposeIt = async () =>
      (await propose(call, blockProposal(userId, 'BLOCK', now), audit)).message;
    const message = await blockAloneOrProposed();
    return { data: [{ message }] };

    async function blockAloneOrProposed(): Promise<string> {
      // The money of an interrupted block was decided with it.
      if (user?.blockedAt !== undefined) return blockByStaff(call, user, audit, []);
      if (!user || isStaff(user)) return proposeIt();
      const moved = { subjectId: userId, amount: await pendingMoneyOf(table, user) };
      return aloneOrProposed(
        call,
        moved,
        (steps) => blockByStaff(call, user, audit, steps),
        proposeIt,
      );
    }
  },
  { readAhead: ({ userId }) => [userKey(userId)], gives: { subscriptions } },
);
