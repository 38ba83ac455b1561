import {
  viewInbox,
  viewInboxList,
  viewInboxMessages,
  viewOrder,
  viewOrderList,
  viewOrderMessages,
} from '../../../shared/api/conversations.ts';
import { pagedQuery, query } from '../api/queries.ts';
import type { InboxFilter, OrderFilter } from './filters.ts';
import { noteConversation } from './list-rows.ts';

/* What the screens of conversations ask for, from either side. */

export const inboxList = (filter: InboxFilter) => pagedQuery(viewInboxList, { filter });
export const orderList = (filter: OrderFilter) => pagedQuery(viewOrderList, { filter });

/** A conversation as its recipient has it. What it says is shown in the lists as well. */
export const inboxThread = (id: string) => ({
  conversation: query(viewInbox, { id }, ({ data }) => noteConversation(viewInboxList, data[0])),
  messages: pagedQuery(viewInboxMessages, { inboxId: id }),
});

/** A conversation as its sender has it. What it says is shown in the lists as well. */
export const orderThread = (id: string) => ({
  conversation: query(viewOrder, { id }, ({ data }) => noteConversation(viewOrderList, data[0])),
  messages: pagedQuery(viewOrderMessages, { orderId: id }),
});
