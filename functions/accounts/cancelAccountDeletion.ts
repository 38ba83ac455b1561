import { cancelAccountDeletion } from '#shared/api/account-deletion.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { cancelDeletion } from '../storage/accounts/account-deletions.ts';
import { userById } from '../storage/accounts/users.ts';

const TOO_LATE = 'Your account is being deleted. It can no longer be kept.';

/**
 * Keeps the caller's account, whose deletion was requested. A plan that ended meanwhile stays ended. Refuses with WRONG_STATUS once
 * `deleteAccounts` has blocked the account.
 */
export const handler = serve(cancelAccountDeletion, async (_input, { table, caller, now }) => {
  const outcome = await cancelDeletion(table, caller.userId, now);
  if (outcome === 'done') return {};
  const isPending = (await userById(table, caller.userId, now))?.deletionAt !== undefined;
  if (isPending) throw new Refusal('WRONG_STATUS', { message: TOO_LATE });
  return {};
});
