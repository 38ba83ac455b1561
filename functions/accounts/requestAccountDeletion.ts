import { requestAccountDeletion } from '#shared/api/account-deletion.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { DELETION_WAIT, ownDeletionObstacle } from '#shared/rules/accounts/account-deletion.ts';
import { later } from '#shared/time.ts';
import { accountByOwnPassword } from '../auth/own-password.ts';
import { changeRefusal } from '../auth/refusals.ts';
import { withdrawThanksOf } from '../conversations/withdraw-thanks.ts';
import { refuseSupportAccount } from '../desk/account-blocks.ts';
import { type Call, serve } from '../serve.ts';
import { requestDeletion } from '../storage/accounts/account-deletions.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { spendConfirmation } from '../storage/auth/passkey-challenges.ts';
import type { Step } from '../storage/table.ts';
import { deletionFactsOf } from './delete-account.ts';

/**
 * Requests the deletion of the caller's account in 14 days (docs/product/accounts.md#deleting-your-account). A repeated call returns
 * the time of the first. The job `deleteAccounts` ends the plan and deletes the account.
 */
export const handler = serve(requestAccountDeletion, async ({ password, confirmation }, call) => {
  const { table, caller, now } = call;
  const { user, proofs } = await confirmedOwner(call, { password, confirmation });
  if (user.deletionAt !== undefined) return { deletionAt: user.deletionAt };
  refuseSupportAccount(user);
  const message = ownDeletionObstacle(await deletionFactsOf(table, user.id));
  if (message !== undefined) throw new Refusal('WRONG_STATUS', { message });
  const deletionAt = later(now, DELETION_WAIT);
  const request = { deletionAt, sessionId: caller.sessionId, proofs };
  const outcome = await requestDeletion(table, user, request, now);
  if (outcome === 'UNCONFIRMED') throw new Refusal('PASSKEY_REQUIRED');
  if (outcome === 'done') {
    // The account is no longer public, and neither is what it said on profiles. After an interruption the job does it.
    await withdrawThanksOf(call, user.id);
    return { deletionAt };
  }
  if (outcome !== 'CHANGED') throw changeRefusal(outcome);
  // A concurrent call requested the deletion, or the credentials changed.
  const pendingAt = (await userById(table, user.id, now))?.deletionAt;
  if (pendingAt === undefined) throw changeRefusal(outcome);
  return { deletionAt: pendingAt };
});

type Proof = { readonly password: string | undefined; readonly confirmation: string | undefined };

/** Returns the caller's account and the step that spends the confirmation, which takes the place of the password. */
async function confirmedOwner(
  call: Call<typeof requestAccountDeletion>,
  { password, confirmation }: Proof,
): Promise<{ readonly user: User; readonly proofs: readonly Step<'UNCONFIRMED'>[] }> {
  const { table, caller, now } = call;
  if (confirmation === undefined) {
    if (password === undefined) throw invalidInput({ password: 'Please enter your password' });
    return { user: await accountByOwnPassword(call, password), proofs: [] };
  }
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return { user, proofs: [spendConfirmation(confirmation, 'DELETION', caller, now)] };
}
