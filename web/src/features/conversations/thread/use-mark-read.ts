import { useEffect, useRef } from 'react';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { markInboxAsRead, markOrderMessageAsRead } from '#shared/api/conversations.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import type { Message } from '../conversation.ts';
import { markRowRead } from '../lists/cached-rows.ts';

/* Marks what the other side wrote as read, wherever a letter is shown. docs/product/conversations.md#read-receipts */

type Messages = readonly Message[] | undefined;

/** In the inbox: once for each newest message, and with it for all before it. */
export function useMarkRead(id: string, messages: Messages, viewerId: string): void {
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

/** Among the orders: once for each message on the screen. */
export function useMarkOrderRead(id: string, messages: Messages, viewerId: string): void {
  const marked = useRef(new Set<string>());
  useEffect(() => {
    const unread = (messages ?? []).filter(
      (message) =>
        message.senderId !== viewerId && !message.messageRead && !marked.current.has(message.id),
    );
    if (unread.length === 0) return;
    for (const message of unread) marked.current.add(message.id);
    const calls = unread.map((message) =>
      call(markOrderMessageAsRead, { orderMessageId: message.id }),
    );
    void Promise.allSettled(calls).then(() => {
      markRowRead(viewOrderList, id);
      return refresh(viewOrderList, viewDashboardStats);
    });
  }, [id, messages, viewerId]);
}

/** On either side. */
export function useMarkThreadRead(
  side: Side,
  id: string,
  messages: Messages,
  viewerId: string,
): void {
  useMarkRead(id, side === 'recipient' ? messages : undefined, viewerId);
  useMarkOrderRead(id, side === 'sender' ? messages : undefined, viewerId);
}
