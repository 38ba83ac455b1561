import { viewAccountDeletion } from '#shared/api/account-deletion.ts';
import { Refusal } from '#shared/refusals.ts';
import { ownDeletionObstacle } from '#shared/rules/accounts/account-deletion.ts';
import { endsPlan } from '../desk/account-blocks.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { mailboxCountsOf } from '../storage/conversations/list-counters.ts';
import { owedTo } from '../storage/ledger/ledger.ts';
import { deletionFactsOf } from './delete-account.ts';

/** Returns what a deletion of the caller's account means, and when it comes if they asked for it. */
export const handler = serve(viewAccountDeletion, async (_input, { table, caller, now }) => {
  const { userId } = caller;
  const [user, inbox, orders, facts] = await Promise.all([
    userById(table, userId, now),
    mailboxCountsOf(table, userId, 'INBOX'),
    mailboxCountsOf(table, userId, 'ORDERS'),
    deletionFactsOf(table, userId),
  ]);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const deletion = {
    deletionAt: user.deletionAt ?? null,
    obstacle: ownDeletionObstacle(facts) ?? null,
    toAnswer: inbox.PENDING ?? 0,
    sent: orders.PENDING ?? 0,
    owed: owedTo(facts),
    renews: endsPlan(user),
  };
  return { data: [deletion] };
});
