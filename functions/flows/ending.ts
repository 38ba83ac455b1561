import { Refusal } from '../../shared/refusals.ts';
import { refusalOf } from '../../shared/rules/conversations.ts';
import { type Ending, end } from '../../shared/rules/course.ts';
import { changeConversation } from '../storage/conversations.ts';
import { allow, partOf } from './part.ts';
import { type Desk, settleMoneyOrLeaveIt } from './settling.ts';

/* How a side ends a conversation. Apart from writing, so that who ends one does not load what cleans HTML. */

/** Ends a pending conversation for one of its sides, and gives the money back or takes it to review. */
export async function endConversation(
  desk: Desk,
  conversationId: string,
  userId: string,
  ending: Ending,
): Promise<void> {
  const { table, now } = desk;
  const after = await changeConversation(table, conversationId, now, (current) => {
    const { side, status } = partOf(current, userId, now);
    allow(refusalOf(side, ending.how, status));
    return end(current, ending, now);
  });
  if (!after) throw new Refusal('NOT_FOUND');
  await settleMoneyOrLeaveIt(desk, after);
}
