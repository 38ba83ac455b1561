import { checkPendingInbox } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { conversationById, lockHolder } from '../storage/conversations.ts';

/** Whether the caller waits for this person's answer already. An attempt to pay that is under way is not yet a message. */
export const handler = serve(checkPendingInbox, async ({ userId }, { table, caller, now }) => {
  const id = await lockHolder(table, caller.userId, userId);
  const conversation = id ? await conversationById(table, id, now) : undefined;
  return { hasPendingInbox: conversation?.status === 'PENDING' };
});
