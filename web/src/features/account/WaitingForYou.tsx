import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Instant } from '../../../../shared/time.ts';
import { Amount } from '../../conversation/Amount.tsx';
import { inboxList, orderList } from '../../conversation/conversation-queries.ts';
import { inboxLabel, orderLabel, wroteLast } from '../../conversation/labels.ts';
import { RowChip } from '../../conversation/RowChip.tsx';
import { type InboxRow, type OrderRow, statusNow } from '../../conversation/side.ts';
import { useNow } from '../../conversation/use-now.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { List, Row } from '../../ui/List.tsx';

export type WaitingForYouProps = {
  /** Paid messages wait for an answer. */
  toAnswer: boolean;
  /** Answers came that were not opened. */
  toRead: boolean;
};

/** Rows of each kind at most: the dashboard points at the lists, it does not replace them. */
const SHOWN = 2;

/** Whether both lists have come, or will not: what stands under them waits for it. */
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

/* What to do next, as one press: the answers that are due soonest, then the answers that came. */
export function WaitingForYou(asked: WaitingForYouProps) {
  const viewerId = useViewerId();
  const { inbox, orders } = useLists(asked);
  const now = useNow();
  const due = soonest(inbox.data?.pages.flatMap((page) => page.data) ?? [], viewerId, now);
  const came = unread(orders.data?.pages.flatMap((page) => page.data) ?? [], viewerId);
  if (due.length + came.length === 0) return null;
  return (
    <section aria-labelledby="waiting-for-you">
      <h2 id="waiting-for-you" className="pt-3 font-serif text-xl">
        Waiting for you
      </h2>
      <Rows due={due} came={came} viewerId={viewerId} now={now} />
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
  return rows
    .filter((row) => row.senderId !== viewerId && statusNow(row, now) === 'PENDING')
    .sort((a, b) => a.deadlineAt - b.deadlineAt)
    .slice(0, SHOWN);
}

function unread(rows: readonly OrderRow[], viewerId: string): OrderRow[] {
  return rows
    .filter((row) => row.status !== 'PENDING' && !wroteLast(row, viewerId) && !row.messageRead)
    .slice(0, SHOWN);
}
