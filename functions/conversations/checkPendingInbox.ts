import { checkPendingInbox } from '../../shared/api/conversations.ts';
import { SUPPORT_USERNAME } from '../../shared/brand.ts';
import { serve } from '../serve.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { conversationById, lockHolder } from '../storage/conversations/conversations.ts';

/** Whether the caller waits for this person's answer already. An attempt to pay that is under way is not yet a message. */
export const handler = serve(checkPendingInbox, async ({ userId }, { table, caller, now }) => {
  const asked = userId ?? (await holderOfUsername(table, SUPPORT_USERNAME, now))?.userId;
  const id = asked && (await lockHolder(table, caller.userId, asked));
  const conversation = id ? await conversationById(table, id, now) : undefined;
  return conversation?.status === 'PENDING'
    ? { hasPendingInbox: true, inboxId: conversation.id }
    : { hasPendingInbox: false };
});
