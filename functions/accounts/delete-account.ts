import type { DeletionFacts } from '#shared/rules/accounts/account-deletion.ts';
import { type Instant, MINUTE } from '#shared/time.ts';
import { leaveGroup } from '../chat/group-changes.ts';
import { deleteReceivedThanks } from '../conversations/withdraw-thanks.ts';
import { forgetAccount } from '../storage/accounts/deletions.ts';
import type { User } from '../storage/accounts/users.ts';
import { removeAllAttachments } from '../storage/attachments/attachments.ts';
import { deletePasskeys } from '../storage/auth/passkeys.ts';
import { deleteSecuritySteps } from '../storage/auth/security-steps.ts';
import { chatIdsOf } from '../storage/chat/chat-members.ts';
import { filesOfAbandonedChat } from '../storage/chat/unused-files.ts';
import { deleteAnswerDrafts } from '../storage/conversations/answer-drafts.ts';
import { claimCountsOf } from '../storage/conversations/claims.ts';
import { deleteDrafts } from '../storage/conversations/drafts.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { linksOf, removeLink } from '../storage/links/links.ts';
import { payoutsOf } from '../storage/payouts/payouts.ts';
import { deleteAnalytics } from '../storage/profiles/analytics.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/* The deletion of a blocked account, by an operator or at the person's own request. */

/** How long after the block a request from before it may still be running: longer than the timeout of any function (25 seconds). */
export const LONGEST_CALL = MINUTE;

/** Reads what the deletion of an account is decided on. */
export async function deletionFactsOf(table: TableReader, userId: string): Promise<DeletionFacts> {
  const [claims, payouts, { balance, outgoing, recovering }] = await Promise.all([
    claimCountsOf(table, userId),
    payoutsOf(table, userId),
    balanceOf(table, userId),
  ]);
  return {
    openClaims: claims.open,
    isPayoutSending: payouts.some(({ status }) => status === 'SENDING'),
    balance,
    outgoing,
    recovering,
  };
}

/**
 * Removes the personal data of an account whose deletion is decided, except its pictures. Safe to interrupt, to run again and to run
 * twice at once.
 */
export async function removePersonalData(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  user: User,
): Promise<void> {
  for (const { id } of await linksOf(table, user.id)) await removeLink(table, user.id, id);
  const { groups, directChats } = await chatIdsOf(table, user.id);
  for (const chatId of groups) await leaveGroup({ table, now }, user.id, { chatId });
  // The files stay while the other person can open the chat.
  for (const chatId of directChats) await table.write(filesOfAbandonedChat(chatId, now));
  await deleteDrafts(table, user.id);
  await deleteAnswerDrafts(table, user.id);
  await deleteReceivedThanks({ table, now }, user.id);
  await removeAllAttachments(table, user.id, now);
  await deleteAnalytics(table, user.id);
  await deletePasskeys(table, user.id);
  await deleteSecuritySteps(table, user.id);
  await forgetAccount(table, user, now);
}
