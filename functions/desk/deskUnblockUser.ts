import { deskUnblockUser } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { UNBLOCKED_FACTS } from '../../shared/rules/desk/statement-words.ts';
import { serve } from '../serve.ts';
import { unblockAccount } from '../storage/accounts/blocks.ts';
import { userById } from '../storage/accounts/users.ts';
import { userKey } from '../storage/keys.ts';
import { refusePeople } from './concerns.ts';
import { deskAudit } from './desk-context.ts';
import { decisionSteps } from './statement-steps.ts';

/** Unblocks an account; the person has to sign in again. A plan that was ended is not restored. */
export const handler = serve(
  deskUnblockUser,
  async ({ userId, reason }, call) => {
    const { table, now, sessionUser } = call;
    await refusePeople(call, [userId]);
    const user = await userById(table, userId, now);
    if (!user) throw new Refusal('NOT_FOUND');
    if (user.deletedAt !== undefined)
      throw new Refusal('WRONG_STATUS', { message: 'This account was deleted.' });
    const operation = { operation: 'deskUnblockUser', about: userId, reason };
    const audit = deskAudit(call, operation, 'The account is unblocked.');
    const decided = { kind: 'ACCOUNT_UNBLOCKED', reason, byUserId: sessionUser.id } as const;
    const about = { ABOUT: { userId, facts: UNBLOCKED_FACTS } };
    const steps = decisionSteps(decided, about, now);
    const outcome = await unblockAccount(table, userId, audit, now, steps);
    return {
      data: [
        {
          message: outcome === 'done' ? 'The account is unblocked.' : 'The account is not blocked.',
        },
      ],
    };
  },
  { readAhead: ({ userId }) => [userKey(userId)] },
);
