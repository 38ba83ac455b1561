import { viewChatList } from '../../../../shared/api/chat.ts';
import {
  viewTopUserContacts,
  viewUserContactRequests,
  viewUserContacts,
} from '../../../../shared/api/contacts.ts';
import { pagedQuery, query } from '../../api/queries.ts';

/* What the screens around chats ask for. */

export const chatHomeQueries = () => ({
  top: query(viewTopUserContacts, {}),
  // Messages come while this list is not looked at: each visit asks again, and so does the poller on every return.
  list: { ...pagedQuery(viewChatList, {}), staleTime: 1_000 },
  invitations: query(viewUserContactRequests, {}),
});

export const groupQueries = () => ({
  contacts: pagedQuery(viewUserContacts, { sortDirection: 'asc' }),
});
