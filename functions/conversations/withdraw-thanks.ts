import { withoutConsent } from '#shared/rules/conversations/thanks.ts';
import type { Instant } from '#shared/time.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import {
  deleteThanksList,
  type ListedThanks,
  shownSentencesOf,
  shownThanksBy,
} from '../storage/conversations/thanks.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Withdraws the consent to shown thank-yous, which takes them off the profiles, because of a block or a closed account. The cause is
 * written before, and showing a thank-you requires that there is none. So every one that is shown after the cause is found here, and a
 * repetition finds what an interruption left. docs/product/conversations.md#thanks
 */

type Context = { readonly table: TableWriter; readonly now: Instant };

/** Takes the thank-yous of a sender whose account is closed off every profile. */
export const withdrawThanksOf = async (context: Context, senderId: string): Promise<void> =>
  withdrawAll(context, await shownSentencesOf(context.table, senderId));

/** Takes the thank-yous of two people, of whom one blocked the other, off each other's profile. */
export async function withdrawThanksBetween(
  context: Context,
  one: string,
  other: string,
): Promise<void> {
  const { table } = context;
  const [byOne, byOther] = await Promise.all([
    shownThanksBy(table, one),
    shownThanksBy(table, other),
  ]);
  await withdrawAll(context, [
    ...byOne.filter(({ senderId }) => senderId === other),
    ...byOther.filter(({ senderId }) => senderId === one),
  ]);
}

/** Takes everything off the profile of a person whose account is deleted, and deletes the list of what they received. */
export async function deleteReceivedThanks(context: Context, userId: string): Promise<void> {
  await withdrawAll(context, await shownThanksBy(context.table, userId));
  await deleteThanksList(context.table, userId);
}

async function withdrawAll({ table, now }: Context, those: readonly ListedThanks[]): Promise<void> {
  for (const { conversationId } of those)
    await changeConversation(table, conversationId, now, withoutConsent);
}
