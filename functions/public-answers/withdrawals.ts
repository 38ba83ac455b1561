import { mayDo, withdraw } from '#shared/rules/public-answers/public-answers.ts';
import type { Instant } from '#shared/time.ts';
import { userById } from '../storage/accounts/users.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import {
  allAnswersOf,
  answersBetween,
  type PublicCopy,
} from '../storage/public-answers/public-answers.ts';
import type { TableWriter } from '../storage/table.ts';

/* The withdrawal of public answers by the platform. Nobody is told why. docs/product/public-answers.md#withdrawing */

type Context = { readonly table: TableWriter; readonly now: Instant };

/** Withdraws what is public or proposed of letters between two people of whom one blocked the other. */
export async function withdrawBetween(
  context: Context,
  oneId: string,
  otherId: string,
): Promise<void> {
  await withdrawAll(context, await answersBetween(context.table, oneId, otherId));
}

/** Withdraws what is public or proposed of a person who asked for the deletion of the account, or whose account is deleted. */
export async function withdrawAllOf(context: Context, userId: string): Promise<void> {
  const user = await userById(context.table, userId, context.now);
  if (user && user.deletionAt === undefined && user.deletedAt === undefined) return;
  await withdrawAll(context, await allAnswersOf(context.table, userId));
}

/** Withdraws answers, whatever their state. Safe to interrupt and to repeat. */
async function withdrawAll(context: Context, copies: readonly PublicCopy[]): Promise<void> {
  for (const { conversationId } of copies) await withdrawByPlatform(context, conversationId);
}

/** Withdraws what is public or proposed of a conversation. Returns whether there was anything to withdraw. */
async function withdrawByPlatform(
  { table, now }: Context,
  conversationId: string,
): Promise<boolean> {
  let isWithdrawn = false;
  await changeConversation(table, conversationId, now, ({ ...current }) => {
    const { publicAnswer } = current;
    isWithdrawn = publicAnswer !== undefined && mayDo('withdraw', 'recipient', publicAnswer, now);
    return publicAnswer && isWithdrawn
      ? withdraw(current, publicAnswer, undefined, now)
      : undefined;
  });
  return isWithdrawn;
}
