import { useInfiniteQuery } from '@tanstack/react-query';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import type { InboxRow, OrderRow } from '#web/features/conversations/conversation.ts';
import { inboxList } from '#web/features/conversations/conversation-queries.ts';
import {
  claimRows,
  newsRows,
  questionRows,
  unansweredOrders,
  waitingRows,
} from '#web/features/conversations/lists/waiting-rows.ts';
import { homeQueries } from '../account-queries.ts';

/** What waits for the viewer, and what the viewer waits for. */
export type Waiting = {
  /** Whether the lists have loaded or failed: what is below them waits for that. */
  readonly isKnown: boolean;
  /** Whether nothing waits for the viewer. */
  readonly isEmpty: boolean;
  /** The messages to answer, and the claims about answers. */
  readonly pending: readonly InboxRow[];
  readonly hasMorePending: boolean;
  readonly claims: readonly InboxRow[];
  /** Orders with a question, with an improved answer, and with an unread answer. */
  readonly questions: readonly OrderRow[];
  readonly improved: readonly OrderRow[];
  readonly news: readonly OrderRow[];
  /** Orders whose answer the viewer waits for. */
  readonly unanswered: readonly OrderRow[];
  /** Whether the viewer only asks: they have sent messages and received none. */
  readonly onlyAsks: boolean;
};

/** Reads what waits for the viewer. `toAnswer`: whether messages are pending, which have a list of their own. */
export function useWaiting(toAnswer: boolean): Waiting {
  const viewerId = useViewerId();
  const now = useNow();
  const pending = useInfiniteQuery({ ...inboxList('PENDING'), enabled: toAnswer });
  // Claims and questions have no counter, so they are looked for among the newest changes.
  const inbox = useInfiniteQuery(homeQueries().inbox);
  const orders = useInfiniteQuery(homeQueries().orders);
  const sent = orders.data?.pages.flatMap((page) => page.data) ?? [];
  const received = inbox.data?.pages.flatMap((page) => page.data) ?? [];
  const due = toAnswer ? (pending.data?.pages.flatMap((page) => page.data) ?? []) : [];
  const found = {
    pending: waitingRows(due, viewerId, now),
    claims: claimRows(received, viewerId).filter((row) => row.senderId !== viewerId),
    improved: claimRows(sent, viewerId),
    questions: questionRows(sent, now),
    news: newsRows(sent, viewerId),
  };
  return {
    ...found,
    isKnown: !pending.isLoading && !inbox.isLoading && !orders.isLoading,
    isEmpty: Object.values(found).every((rows) => rows.length === 0),
    hasMorePending: pending.hasNextPage,
    unanswered: unansweredOrders(sent, now),
    onlyAsks: sent.length > 0 && received.length === 0,
  };
}
