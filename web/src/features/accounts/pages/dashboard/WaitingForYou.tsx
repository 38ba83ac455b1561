import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Instant } from '../../../../../../shared/time.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { paths } from '../../../../paths.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { List, Row } from '../../../../ui/List.tsx';
import type { InboxRow, OrderRow } from '../../../conversations/conversation.ts';
import { inboxList, orderList } from '../../../conversations/conversation-queries.ts';
import { Amount } from '../../../conversations/lists/Amount.tsx';
import { AnswerLink } from '../../../conversations/lists/AnswerLink.tsx';
import { inboxLabel, orderLabel, wroteLast } from '../../../conversations/lists/labels.ts';
import { RowChip } from '../../../conversations/lists/RowChip.tsx';
import { waitingRows } from '../../../conversations/lists/waiting-rows.ts';

export type WaitingForYouProps = {
  /** Whether paid messages are pending. */
  toAnswer: boolean;
  /** Whether there are unread answers. */
  toRead: boolean;
};

/** The most rows of each kind: the dashboard links to the lists, it does not replace them. */
const SHOWN = 2;

/** Whether both lists have loaded or failed: what is below them waits for that. */
export function useWaitingKnown(asked: WaitingForYouProps): boolean {
  const { inbox, orders } = useLists(asked);
  return !inbox.isLoading && !orders.isLoading;
}

function useLists({ toAnswer, toRead }: WaitingForYouProps) {
  const inbox = useInfiniteQuery({
    ...inboxList('PENDING'),
    enabled: toAnswer,
  });
  const orders = useInfiniteQuery({
    ...orderList('ALL'),
    enabled: toRead,
  });
  return { inbox, orders };
}

/* The next things to do: the pending messages that are due soonest, then the unread answers. */
export function WaitingForYou(asked: WaitingForYouProps) {
  const viewerId = useViewerId();
  const { inbox, orders } = useLists(asked);
  const now = useNow();
  const pending = inbox.data?.pages.flatMap((page) => page.data) ?? [];
  const due = soonest(pending, viewerId, now);
  const came = unread(orders.data?.pages.flatMap((page) => page.data) ?? [], viewerId);
  if (due.length + came.length === 0) return null;
  return (
    <section aria-labelledby="waiting-for-you">
      <h2 id="waiting-for-you" className="pt-3 font-serif text-xl">
        Waiting for you
      </h2>
      <Rows due={due} came={came} viewerId={viewerId} now={now} />
      <AnswerLink rows={pending} hasMore={inbox.hasNextPage} viewerId={viewerId} now={now} />
    </section>
  );
}

type RowsProps = {
  due: readonly InboxRow[];
  came: readonly OrderRow[];
  viewerId: string;
  now: Instant;
};

function Rows({ due, came, viewerId, now }: RowsProps) {
  return (
    <List label="Waiting for you">
      {due.map((row) => (
        <Row
          key={row.id}
          before={<Avatar name={row.senderName} imageUrl={row.senderAvatarUrl} />}
          title={row.senderName}
          subtitle={row.subject}
          note={<RowChip label={inboxLabel(row, viewerId, now)} />}
          trailing={<Amount amount={row.netEarnings} />}
          render={<Link to={paths.inboxViewer(row.id)} />}
        />
      ))}
      {came.map((row) => (
        <Row
          key={row.id}
          before={<Avatar name={row.recipientName} imageUrl={row.recipientAvatarUrl} />}
          unread
          title={row.recipientName}
          subtitle={row.subject}
          note={<RowChip label={orderLabel(row, viewerId)} />}
          render={<Link to={paths.orderViewer(row.id)} />}
        />
      ))}
    </List>
  );
}

function soonest(rows: readonly InboxRow[], viewerId: string, now: Instant): InboxRow[] {
  return [...waitingRows(rows, viewerId, now)]
    .sort((a, b) => a.deadlineAt - b.deadlineAt)
    .slice(0, SHOWN);
}

function unread(rows: readonly OrderRow[], viewerId: string): OrderRow[] {
  return rows
    .filter(
      (row) =>
        row.status === 'NEEDS_INFO' ||
        (row.status !== 'PENDING' && !wroteLast(row, viewerId) && !row.messageRead),
    )
    .slice(0, SHOWN);
}
