import { markInboxMessageAsRead } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { saveMessageReceipt } from './conversation-views.ts';

/** Records that the caller read a message, and so its conversation. */
export const handler = serve(
  markInboxMessageAsRead,
  async ({ inboxMessageId }, { table, caller, now }) => {
    await saveMessageReceipt(table, inboxMessageId, caller.userId, now);
    return {};
  },
);
