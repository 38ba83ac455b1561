import * as z from 'zod/mini';
import { listFiltersOf, type Side } from '../rules/conversations/conversations.ts';
import { inboxListItem, orderListItem } from './conversation-entities.ts';
import { operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* The lists of conversations. Apart from shared/api/conversations.ts, because the home screen loads these. */

/** The filter of a side's list; without one the list shows all. */
const filterOf = (side: Side) =>
  z.optional(z.enum(['', 'ALL', ...listFiltersOf(side)], 'Please choose one of the filters'));

export const viewInboxList = operation({
  name: 'viewInboxList',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Recipients cannot see their messages while the deadline runs.',
  input: z.object({ filter: filterOf('recipient'), ...paging }),
  output: page(inboxListItem),
});

export const viewOrderList = operation({
  name: 'viewOrderList',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Senders cannot see their orders.',
  input: z.object({ filter: filterOf('sender'), ...paging }),
  output: page(orderListItem),
});
