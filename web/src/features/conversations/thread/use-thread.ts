import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { THREAD_EVERY } from '#web/api/freshness.ts';
import { usePollInterval } from '#web/api/is-live.ts';
import { query } from '#web/api/queries.ts';
import type { Message } from '../conversation.ts';
import { inboxThread, orderThread } from '../thread-queries.ts';
import { type PendingReply, resumeReplies, usePendingReplies } from './pending-replies.ts';
import { isLetter } from './thread-order.ts';

/**
 * How many of the oldest messages are read for the letters: the question, a clarifying question with its reply, the paid answer,
 * and the improved answer with a few free replies before it.
 */
const OLDEST = 10;

export type ThreadQuery = ReturnType<typeof useThread>;

/**
 * The messages of a conversation for one side, with the unsent replies. `id`: of the conversation. `side` selects the
 * operations of the inbox or of the orders.
 */
export function useThread(id: string, side: Side, viewerId: string) {
  const { loaded, ...messages } = useMessages(id, side, usePollInterval(THREAD_EVERY));
  useEffect(() => void resumeReplies(), []);
  const pending = usePendingReplies().filter(
    (reply) =>
      reply.conversationId === id && reply.writerId === viewerId && !hasArrived(reply, loaded),
  );
  return { ...messages, pending };
}

/** The messages of a conversation for one side. `refetchInterval`: how often they are loaded again, in milliseconds. */
export function useMessages(id: string, side: Side, refetchInterval: number | false) {
  const { messages } = side === 'sender' ? orderThread(id) : inboxThread(id);
  const pages = useInfiniteQuery({ ...messages, refetchInterval, enabled: id !== '' });
  // The letters are among the oldest messages, so many replies push them off the first page.
  const total = pages.data?.pages[0]?.pageTotal ?? 0;
  const far = useQuery({ ...messagesFrom(id, side, total - OLDEST), enabled: pages.hasNextPage });
  const loaded = pages.data?.pages.flatMap((page) => page.data) ?? [];
  return {
    ...pages,
    loaded,
    /** Newest first; then the letters, if they are not among them. */
    data: pages.data && [...loaded, ...(far.data?.data ?? []).filter(isLetter)],
    /** Whether the letters are known: they are loaded, or cannot be. */
    hasLetters: pages.data !== undefined && !far.isLoading,
  };
}

/** The messages that are older than the newest `skip`. */
const messagesFrom = (id: string, side: Side, skip: number) =>
  side === 'sender'
    ? query(viewOrderMessages, { orderId: id, skip })
    : query(viewInboxMessages, { inboxId: id, skip });

/** How far (ms) this clock may be ahead of the server's. */
const SKEW = 2_000;

/**
 * Whether a reply that is being sent is among the loaded messages: its own response is late or was lost, or is followed by
 * loads that take longer. A failed reply is always shown.
 */
function hasArrived(reply: PendingReply, loaded: readonly Message[]): boolean {
  return (
    reply.state === 'waiting' &&
    reply.tried &&
    loaded.some(
      ({ senderId, dateTimeSent, body }) =>
        senderId === reply.writerId &&
        dateTimeSent >= reply.at - SKEW &&
        plainText(body) === plainText(reply.body),
    )
  );
}
