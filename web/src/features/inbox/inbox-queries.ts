import { viewDashboardStats } from '../../../../shared/api/accounts.ts';
import { query } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';
import { inboxList, inboxThread } from '../../conversation/conversation-queries.ts';
import { filterOf, inboxFilters } from '../../conversation/filters.ts';

/* What the screens of the inbox ask for. */

/** `pending` is of the same kind as `list`: what waits is summed up above every list. */
export const inboxQueries = ({ search }: Pick<Address, 'search'>) => ({
  list: inboxList(filterOf(inboxFilters, search.get('filter'))),
  pending: inboxList('PENDING'),
  figures: query(viewDashboardStats, {}),
});

export const inboxThreadQueries = ({ params: { inboxId = '' } }: Pick<Address, 'params'>) =>
  inboxThread(inboxId);

/** A form about a conversation, which shows none of its messages. */
export const inboxFormQueries = ({ params: { inboxId = '' } }: Pick<Address, 'params'>) => ({
  conversation: inboxThread(inboxId).conversation,
});
