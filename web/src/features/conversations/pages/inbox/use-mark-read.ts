import { useEffect, useRef } from 'react';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { viewInboxList } from '../../../../../../shared/api/conversation-lists.ts';
import { markInboxAsRead } from '../../../../../../shared/api/conversations.ts';
import { call } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import type { Message } from '../../conversation.ts';
import { markRowRead } from '../../lists/cached-rows.ts';

/** Marks what the other side wrote as read, once for each newest message. */
export function useMarkRead(
  id: string,
  messages: readonly Message[] | undefined,
  viewerId: string,
): void {
  const marked = useRef<string>(undefined);
  const unread = messages?.find((message) => message.senderId !== viewerId && !message.messageRead);
  useEffect(() => {
    if (!unread || marked.current === unread.id) return;
    marked.current = unread.id;
    call(markInboxAsRead, { inboxId: id }).then(
      () => {
        markRowRead(viewInboxList, id);
        return refresh(viewInboxList, viewDashboardStats);
      },
      // The next visit tries again.
      () => undefined,
    );
  }, [id, unread]);
}
