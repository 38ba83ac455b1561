import { markOrderMessageAsRead } from '#shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { saveMessageReceipt } from './conversation-views.ts';

/** Marks the conversation of a message as read by the caller. */
export const handler = serve(
  markOrderMessageAsRead,
  async ({ orderMessageId }, { table, caller, now }) => {
    await saveMessageReceipt(table, orderMessageId, caller.userId, now);
    return {};
  },
);
