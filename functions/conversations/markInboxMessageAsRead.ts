import { markInboxMessageAsRead } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { markMessage } from './conversation-views.ts';

/** The caller was shown a message. */
export const handler = serve(
  markInboxMessageAsRead,
  async ({ inboxMessageId }, { table, caller, now }) => {
    await markMessage(table, inboxMessageId, caller.userId, now);
    return {};
  },
);
