import { viewInboxMessages } from '../../shared/api/conversations.ts';
import { messagesPage } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** The messages of a conversation, newest first. */
export const handler = serve(viewInboxMessages, ({ inboxId, ...paging }, { table, caller, now }) =>
  messagesPage(table, inboxId, caller.userId, paging, now),
);
