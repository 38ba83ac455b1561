import { deskUnblockUser } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { obstacleTo } from '../../shared/rules/desk/obstacles.ts';
import { serve } from '../serve.ts';
import { unblockAccount } from '../storage/accounts/blocks.ts';
import { userById } from '../storage/accounts/users.ts';
import { deskAudit, refuseObstacle } from './desk-context.ts';

/** Unblocks an account; the person has to sign in again. A plan that was ended is not restored. */
export const handler = serve(deskUnblockUser, async ({ userId, reason }, call) => {
  const { table, now, sessionUser } = call;
  refuseObstacle(obstacleTo(sessionUser.id, [userId]));
  const user = await userById(table, userId, now);
  if (!user) throw new Refusal('NOT_FOUND');
  if (user.deletedAt !== undefined)
    throw new Refusal('WRONG_STATUS', { message: 'This account was deleted.' });
  const operation = { operation: 'deskUnblockUser', about: userId, reason };
  const audit = deskAudit(call, operation, 'The account is unblocked.');
  const outcome = await unblockAccount(table, userId, audit, now);
  return {
    data: [
      { message: outcome === 'done' ? 'The account is unblocked.' : 'The account is not blocked.' },
    ],
  };
});
