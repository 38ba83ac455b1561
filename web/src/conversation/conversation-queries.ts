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

/* What the screens of conversations ask for, from either side. */

export const inboxList = (filter: InboxFilter) => pagedQuery(viewInboxList, { filter });
export const orderList = (filter: OrderFilter) => pagedQuery(viewOrderList, { filter });

/** A conversation as its recipient has it. */
export const inboxThread = (id: string) => ({
  conversation: query(viewInbox, { id }),
  messages: pagedQuery(viewInboxMessages, { inboxId: id }),
});

/** A conversation as its sender has it. */
export const orderThread = (id: string) => ({
  conversation: query(viewOrder, { id }),
  messages: pagedQuery(viewOrderMessages, { orderId: id }),
});
