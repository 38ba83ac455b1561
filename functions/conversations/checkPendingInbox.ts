import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { isPending } from '#shared/rules/conversations/conversations.ts';
import { serve } from '../serve.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { conversationById, lockedConversationOf } from '../storage/conversations/conversations.ts';

/** Whether the caller has a pending message to this person. A payment that is not settled does not count. */
export const handler = serve(checkPendingInbox, async ({ userId }, { table, caller, now }) => {
  const asked = userId ?? (await holderOfUsername(table, SUPPORT_USERNAME, now))?.userId;
  const id = asked && (await lockedConversationOf(table, caller.userId, asked));
  const conversation = id ? await conversationById(table, id, now) : undefined;
  return conversation && isPending(conversation.status)
    ? { hasPendingInbox: true, inboxId: conversation.id }
    : { hasPendingInbox: false };
});
