import { markInboxAsReceived } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { mark } from './conversation-views.ts';

/** The conversation arrived in the caller's list. */
export const handler = serve(markInboxAsReceived, async ({ inboxId }, { table, caller, now }) => {
  await mark(table, inboxId, caller.userId, 'delivered', now);
  return {};
});
