import { markOrderMessageAsRead } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { saveMessageReceipt } from './conversation-views.ts';

/** Records that the caller read a message, and so its conversation. */
export const handler = serve(
  markOrderMessageAsRead,
  async ({ orderMessageId }, { table, caller, now }) => {
    await saveMessageReceipt(table, orderMessageId, caller.userId, now);
    return {};
  },
);
