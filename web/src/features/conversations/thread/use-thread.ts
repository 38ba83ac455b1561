import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewInboxMessages, viewOrderMessages } from '../../../../../shared/api/conversations.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { errorMessage } from '../../../api/error-message.ts';
import { THREAD_EVERY } from '../../../api/freshness.ts';
import { query } from '../../../api/queries.ts';
import { inboxThread, orderThread } from '../conversation-queries.ts';
import {
  type PendingReply,
  resumeReplies,
  retryReply,
  usePendingReplies,
} from './pending-replies.ts';

/* Loads a conversation and its messages for one side. */

/** The question and the paid answer. */
const LETTERS = 2;

/** `id`: of the conversation. `side` selects the operations of the inbox or of the orders. */
export function useThread(id: string, side: Side, viewerId: string) {
  const thread = side === 'sender' ? orderThread(id) : inboxThread(id);
  const conversation = useQuery({ ...thread.conversation, refetchInterval: THREAD_EVERY });
  const pages = useInfiniteQuery({ ...thread.messages, refetchInterval: THREAD_EVERY });
  // The question and the answer are the oldest two, so many replies push them off the first page.
  const total = pages.data?.pages[0]?.pageTotal ?? 0;
  const oldest = { skip: Math.max(0, total - LETTERS) };
  const areFar = pages.hasNextPage && total > LETTERS;
  const inboxLetters = useQuery({
    ...query(viewInboxMessages, { inboxId: id, ...oldest }),
    enabled: areFar && side === 'recipient',
  });
  const orderLetters = useQuery({
    ...query(viewOrderMessages, { orderId: id, ...oldest }),
    enabled: areFar && side === 'sender',
  });
  const letters = (side === 'sender' ? orderLetters : inboxLetters).data?.data ?? [];
  const error = conversation.error ?? pages.error;
  const retrying = conversation.isRefetching || pages.isRefetching;
  const retry = () => void Promise.all([conversation.refetch(), pages.refetch()]);
  useEffect(() => void resumeReplies(), []);
  const pending = usePendingReplies().filter(
    (reply) => reply.conversationId === id && reply.writerId === viewerId,
  );
  return {
    conversation: conversation.data?.data[0],
    error,
    retrying,
    retry,
    failure: error ? { words: errorMessage(error), retrying, onRetry: retry } : undefined,
    /** Newest first; then the question and the answer, if they are not among them. */
    messages: pages.data && [...pages.data.pages.flatMap((page) => page.data), ...letters],
    hasOlder: pages.hasNextPage,
    loadingOlder: pages.isFetchingNextPage,
    loadOlder: () => void pages.fetchNextPage(),
    pending,
    retryReply: (reply: PendingReply) => void retryReply(reply),
  };
}
