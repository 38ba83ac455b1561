import {
  type Change,
  type Conversation,
  isPending,
} from '#shared/rules/conversations/conversations.ts';
import { type Ending, end, undo } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { isBlocking } from '../storage/contacts/contacts.ts';
import {
  changeConversation,
  lockedConversationOf,
} from '../storage/conversations/conversations.ts';
import { type PaymentContext, settleMoneyOrDefer } from './settle-payment.ts';

/*
 * What a block between two people ends: the pending messages in both directions, with the transitions of a cancellation and a
 * decline. The block is written before, in a transaction of its own, and an order begins only on condition that there is no
 * block. So every order that is pending after the block is found here by the lock of its pair, also one that is still being
 * paid; and a repetition finds it ended. The other person sees an ordinary cancellation or decline.
 */

/** A block, and when it was made. */
type MadeBlock = { readonly blockerId: string; readonly blockedId: string; readonly at: Instant };

/** Ends what is pending between two people of whom one blocked the other. Safe to repeat at any time, also after the block ended. */
export async function endPendingOnBlock(context: PaymentContext, block: MadeBlock): Promise<void> {
  const { blockerId, blockedId } = block;
  await endPending(context, block, blockerId, blockedId, {
    how: 'cancel',
    reasonCode: 'CHANGED_MIND',
  });
  await endPending(context, block, blockedId, blockerId, { how: 'decline' });
}

async function endPending(
  context: PaymentContext,
  { blockerId, blockedId, at }: MadeBlock,
  senderId: string,
  recipientId: string,
  ending: Ending,
): Promise<void> {
  const { table, now } = context;
  const id = await lockedConversationOf(table, senderId, recipientId);
  if (!id) return;
  const stands = await isBlocking(table, blockerId, blockedId);
  let changed = false;
  const ended = await changeConversation(table, id, now, (current) => {
    // An event may come again after the block ended, when a newer message is pending.
    const change =
      stands || current.createdAt <= at ? endedByBlock(current, ending, now) : undefined;
    changed = change !== undefined;
    return change;
  });
  if (ended && changed) await settleMoneyOrDefer(context, ended);
}

/** The change that ends a pending or unpaid message; undefined if it has ended, or its deadline is over and the job ends it. */
function endedByBlock(current: Conversation, ending: Ending, now: Instant): Change | undefined {
  const { status, deadlineAt } = current;
  if (status === 'PAYING') return undo(current, true, now);
  return isPending(status) && now < deadlineAt ? end(current, ending, now) : undefined;
}
