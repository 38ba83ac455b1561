import { viewInboxList } from '#shared/api/conversation-lists.ts';
import { serve } from '../serve.ts';
import { inboxPage } from './conversation-views.ts';

/** A page of the caller's inbox, newest first, all or of one status. */
export const handler = serve(viewInboxList, (input, { table, caller, now }) =>
  inboxPage(table, caller.userId, input, now),
);
