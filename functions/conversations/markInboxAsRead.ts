import { markInboxAsRead } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { mark } from './conversation-views.ts';

/** The caller opened the conversation. */
export const handler = serve(markInboxAsRead, async ({ inboxId }, { table, caller, now }) => {
  await mark(table, inboxId, caller.userId, 'read', now);
  return {};
});
