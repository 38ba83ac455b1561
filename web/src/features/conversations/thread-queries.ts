import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { pagedQuery, query } from '../../api/queries.ts';
import { updateConversationRows } from './lists/cached-rows.ts';

/* The queries of one conversation, for either side. In a file of their own, because the home screen loads those of the lists. */

/** A conversation as its recipient sees it. The response also updates the cached lists. */
export const inboxThread = (id: string) => ({
  conversation: query(viewInbox, { id }, ({ data }) =>
    updateConversationRows(viewInboxList, data[0]),
  ),
  messages: pagedQuery(viewInboxMessages, { inboxId: id }),
});

/** A conversation as its sender sees it. The response also updates the cached lists. */
export const orderThread = (id: string) => ({
  conversation: query(viewOrder, { id }, ({ data }) =>
    updateConversationRows(viewOrderList, data[0]),
  ),
  messages: pagedQuery(viewOrderMessages, { orderId: id }),
});
