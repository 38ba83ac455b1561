import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewUserContactRequests } from '#shared/api/contacts.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { requestPolls } from '../../api/requested-polls.ts';
import { invalidateClosedRooms } from '../chat/room-query.ts';
import { refreshUnreadChats } from '../notifications/unread-chats.ts';

/**
 * Asks for everything that hints tell open screens. One of these operations refuses a session that has ended, which signs this
 * browser out. Rejects if the server could not be reached.
 */
export async function catchUp(): Promise<void> {
  invalidateClosedRooms();
  await Promise.all([
    requestPolls().catch(unlessRefused),
    refreshUnreadChats(),
    refresh(
      checkUser,
      viewDashboardStats,
      viewInboxList,
      viewInboxMessages,
      viewOrderList,
      viewOrderMessages,
      viewUserContactRequests,
    ),
  ]);
}

/** A chat that the viewer is no longer in is refused, and then there is nothing to catch up with. */
function unlessRefused(error: unknown): void {
  if (!isRefusal(error) || isRefusal(error, 'UNAVAILABLE', 'INTERNAL')) throw error;
}
