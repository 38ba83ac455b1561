import {
  viewInbox,
  viewInboxList,
  viewInboxMessages,
  viewOrder,
  viewOrderList,
  viewOrderMessages,
} from '../../../../shared/api/conversations.ts';
import { pagedQuery, query } from '../../api/queries.ts';
import { updateConversationRows } from './lists/cached-rows.ts';
import type { FilterValue } from './lists/filters.ts';

/* The queries of conversations, for either side. */

export const inboxList = (filter: FilterValue) => pagedQuery(viewInboxList, { filter });
export const orderList = (filter: FilterValue) => pagedQuery(viewOrderList, { filter });

/** A conversation as its recipient sees it. Its answer also updates the lists. */
export const inboxThread = (id: string) => ({
  conversation: query(viewInbox, { id }, ({ data }) =>
    updateConversationRows(viewInboxList, data[0]),
  ),
  messages: pagedQuery(viewInboxMessages, { inboxId: id }),
});

/** A conversation as its sender sees it. Its answer also updates the lists. */
export const orderThread = (id: string) => ({
  conversation: query(viewOrder, { id }, ({ data }) =>
    updateConversationRows(viewOrderList, data[0]),
  ),
  messages: pagedQuery(viewOrderMessages, { orderId: id }),
});
