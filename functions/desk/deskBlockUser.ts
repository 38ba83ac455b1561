import { deskBlockUser } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { userKey } from '../storage/keys.ts';
import { blockAndEnd, blockStatementSteps, refuseSupportAccount } from './account-blocks.ts';
import { staffName } from './audit-entries.ts';
import { refusePeople } from './concerns.ts';

/** Blocks an account with a statement of reasons, or does the rest of an interrupted block. */
export const handler = serve(
  deskBlockUser,
  async ({ userId, reason }, call) => {
    const { table, now, sessionUser } = call;
    await refusePeople(call, [userId]);
    const user = await userById(table, userId, now);
    if (!user) throw new Refusal('NOT_FOUND');
    refuseSupportAccount(user);
    const { outcome, plan } = await blockAndEnd(
      { ...call, who: staffName(sessionUser) },
      user,
      { command: `deskBlockUser ${userId}`, reason },
      { beside: blockStatementSteps(userId, reason, sessionUser.id, now) },
    );
    const done =
      outcome === 'done' ? 'The account is blocked.' : 'The account was blocked already.';
    const money = 'The money of what was pending goes back within minutes.';
    return { data: [{ message: [done, money, ...(plan ? [plan] : [])].join(' ') }] };
  },
  { readAhead: ({ userId }) => [userKey(userId)] },
);
