import { viewBlockedUsers } from '#shared/api/blocks.ts';
import { viewUserContactRequests, viewUserContacts } from '#shared/api/contacts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { pagedQuery, query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';

/* The queries of the contacts pages. */

export const sortOf = (search: URLSearchParams) =>
  search.get('sort') === 'desc' ? ('desc' as const) : ('asc' as const);

export const contactsQueries = ({ search }: Pick<Address, 'search'>) => ({
  list: pagedQuery(viewUserContacts, { sortDirection: sortOf(search) }),
  invitations: query(viewUserContactRequests, {}),
});

export const blockedQueries = () => ({ list: pagedQuery(viewBlockedUsers, {}) });

export const inviteQueries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  person: query(viewUserProfile, { id: userId }),
});
