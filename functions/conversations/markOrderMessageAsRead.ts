import { markOrderMessageAsRead } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { markMessage } from './conversation-views.ts';

/** The caller was shown a message. */
export const handler = serve(
  markOrderMessageAsRead,
  async ({ orderMessageId }, { table, caller, now }) => {
    await markMessage(table, orderMessageId, caller.userId, now);
    return {};
  },
);
