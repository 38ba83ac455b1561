import { viewChatList } from '#shared/api/chat.ts';
import {
  viewTopUserContacts,
  viewUserContactRequests,
  viewUserContacts,
} from '#shared/api/contacts.ts';
import { pagedQuery, query } from '#web/api/queries.ts';

/* The queries of the chat list and of a new group. */

export const chatHomeQueries = () => ({
  top: query(viewTopUserContacts, {}),
  // New messages arrive while the list is not open: each visit refetches, and the poller refetches on focus.
  list: { ...pagedQuery(viewChatList, {}), staleTime: 1_000 },
  invitations: query(viewUserContactRequests, {}),
});

export const groupQueries = () => ({
  contacts: pagedQuery(viewUserContacts, { sortDirection: 'asc' }),
});
