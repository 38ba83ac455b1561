import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  viewInboxMessages,
  viewOrderMessages,
} from '../../../../../shared/api/conversation-messages.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { plainText } from '../../../../../shared/rules/conversations/messages.ts';
import { SECOND } from '../../../../../shared/time.ts';
import { THREAD_EVERY } from '../../../api/freshness.ts';
import { usePollInterval } from '../../../api/is-live.ts';
import { query } from '../../../api/queries.ts';
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
  const { messages } = side === 'sender' ? orderThread(id) : inboxThread(id);
  const pages = useInfiniteQuery({ ...messages, refetchInterval: usePollInterval(THREAD_EVERY) });
  // The letters are among the oldest messages, so many replies push them off the first page.
  const total = pages.data?.pages[0]?.pageTotal ?? 0;
  const oldest = { skip: Math.max(0, total - OLDEST) };
  const areFar = pages.hasNextPage && total > OLDEST;
  const inboxLetters = useQuery({
    ...query(viewInboxMessages, { inboxId: id, ...oldest }),
    enabled: areFar && side === 'recipient',
  });
  const orderLetters = useQuery({
    ...query(viewOrderMessages, { orderId: id, ...oldest }),
    enabled: areFar && side === 'sender',
  });
  const early = (side === 'sender' ? orderLetters : inboxLetters).data?.data ?? [];
  useEffect(() => void resumeReplies(), []);
  const loaded = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const pending = usePendingReplies().filter(
    (reply) =>
      reply.conversationId === id && reply.writerId === viewerId && !hasArrived(reply, loaded),
  );
  return {
    ...pages,
    /** Newest first; then the letters, if they are not among them. */
    data: pages.data && [...loaded, ...early.filter(isLetter)],
    pending,
  };
}

/** How far (ms) this clock may be ahead of the server's. */
const SKEW = 2 * SECOND;

/**
 * Whether a reply that is being sent is among the loaded messages: its own response is late or was lost, or is followed by
 * loads that take longer. A failed reply is always shown.
 */
function hasArrived(reply: PendingReply, loaded: readonly Message[]): boolean {
  return (
    reply.state === 'sending' &&
    loaded.some(
      ({ kind, senderId, dateTimeSent, body }) =>
        kind === 'REPLY' &&
        senderId === reply.writerId &&
        dateTimeSent >= reply.at - SKEW &&
        plainText(body) === plainText(reply.body),
    )
  );
}
