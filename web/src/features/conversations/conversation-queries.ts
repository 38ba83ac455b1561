import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { pagedQuery } from '../../api/queries.ts';
import type { FilterValue } from './lists/filters.ts';

/* The queries of the lists of conversations. */

export const inboxList = (filter: FilterValue) => pagedQuery(viewInboxList, { filter });
export const orderList = (filter: FilterValue) => pagedQuery(viewOrderList, { filter });
