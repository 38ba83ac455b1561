import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewBlockedUsers } from '#shared/api/blocks.ts';
import { viewChat, viewChatList } from '#shared/api/chat.ts';
import {
  hasUserContacts,
  viewTopUserContacts,
  viewUserContactRequests,
  viewUserContacts,
} from '#shared/api/contacts.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { searchUsers } from '#shared/api/search.ts';
import { refresh } from '../../api/queries.ts';

/** Reloads everything on the screen that depends on the relation of two people. */
export function refreshContacts(): Promise<void> {
  return refresh(
    hasUserContacts,
    viewTopUserContacts,
    viewUserContacts,
    viewUserContactRequests,
    viewBlockedUsers,
    viewChat,
    viewChatList,
    viewUserProfile,
    searchUsers,
    viewDashboardStats,
    viewInbox,
    viewInboxList,
    viewOrder,
    viewOrderList,
  );
}
