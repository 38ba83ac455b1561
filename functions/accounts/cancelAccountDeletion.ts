import { cancelAccountDeletion } from '../../shared/api/account-deletion.ts';
import { serve } from '../serve.ts';
import { cancelDeletion } from '../storage/accounts/account-deletions.ts';

/** Keeps the caller's account, whose deletion was requested. A plan that ended meanwhile stays ended. */
export const handler = serve(cancelAccountDeletion, async (_input, { table, caller, now }) => {
  await cancelDeletion(table, caller.userId, now);
  return {};
});
