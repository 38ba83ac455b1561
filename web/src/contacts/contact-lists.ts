import { viewUserProfile } from '../../../shared/api/account.ts';
import { viewChatList } from '../../../shared/api/chat.ts';
import {
  hasUserContacts,
  viewTopUserContacts,
  viewUserContactRequests,
  viewUserContacts,
} from '../../../shared/api/contacts.ts';
import { searchUsers } from '../../../shared/api/people.ts';
import { refresh } from '../api/queries.ts';

/** Reloads what the screens show of who is a contact: after one was made or ended, and after an invitation. */
export function refreshContacts(): Promise<void> {
  return refresh(
    hasUserContacts,
    viewTopUserContacts,
    viewUserContacts,
    viewUserContactRequests,
    viewChatList,
    viewUserProfile,
    searchUsers,
  );
}
