import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { paths } from '../../../../paths.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { List, Row } from '../../../../ui/List.tsx';
import type { InboxRow, OrderRow } from '../../../conversations/conversation.ts';
import { inboxList } from '../../../conversations/conversation-queries.ts';
import { Amount } from '../../../conversations/lists/Amount.tsx';
import { AnswerLink } from '../../../conversations/lists/AnswerLink.tsx';
import {
  claimLabel,
  inboxLabel,
  orderLabel,
  type RowLabel,
} from '../../../conversations/lists/labels.ts';
import { RowChip } from '../../../conversations/lists/RowChip.tsx';
import {
  claimRows,
  newsRows,
  nextToAnswer,
  questionRows,
  waitingRows,
} from '../../../conversations/lists/waiting-rows.ts';
import { homeQueries } from '../account-queries.ts';

/** The most messages to answer: the dashboard links to the lists, it does not replace them. */
const ANSWERS_SHOWN = 4;
/** The most rows of each other kind. */
const SHOWN = 3;

/** What waits for the viewer, and their unread answers. */
export type Waiting = {
  /** Whether the lists have loaded or failed: what is below them waits for that. */
  readonly isKnown: boolean;
  /** Whether there is nothing to show. */
  readonly isEmpty: boolean;
  readonly pending: readonly InboxRow[];
  readonly hasMorePending: boolean;
  readonly claims: readonly InboxRow[];
  readonly improved: readonly OrderRow[];
  readonly questions: readonly OrderRow[];
  readonly news: readonly OrderRow[];
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
  };
}

/* The next things to do: claims and questions, then the messages to answer; below them the unread answers. */
export function WaitingForYou({ waiting }: { waiting: Waiting }) {
  const viewerId = useViewerId();
  const now = useNow();
  const { pending, claims, improved, questions, news } = waiting;
  const count = claims.length + improved.length + questions.length + pending.length;
  return (
    <>
      {count > 0 && (
        <Section title="Waiting for you">
          {claims.slice(0, SHOWN).map((row) => (
            <InboxItem key={row.id} row={row} label={claimLabel(row, viewerId)} />
          ))}
          {improved.slice(0, SHOWN).map((row) => (
            <OrderItem key={row.id} row={row} label={claimLabel(row, viewerId)} />
          ))}
          {questions.slice(0, SHOWN).map((row) => (
            <OrderItem key={row.id} row={row} label={orderLabel(row, viewerId)} />
          ))}
          {nextToAnswer(pending, ANSWERS_SHOWN).map((row) => (
            <InboxItem
              key={row.id}
              row={row}
              label={inboxLabel(row, viewerId, now)}
              trailing={<Amount amount={row.netEarnings} />}
            />
          ))}
        </Section>
      )}
      <AnswerLink {...{ viewerId, now }} rows={pending} hasMore={waiting.hasMorePending} />
      {news.length > 0 && (
        <Section title="Answers to read">
          {news.slice(0, SHOWN).map((row) => (
            <OrderItem key={row.id} row={row} label={orderLabel(row, viewerId)} unread />
          ))}
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="pt-3 font-serif text-xl">{title}</h2>
      <List label={title}>{children}</List>
    </section>
  );
}

type ItemProps<Listed> = { row: Listed; label: RowLabel | undefined };

function InboxItem({ row, label, trailing }: ItemProps<InboxRow> & { trailing?: ReactNode }) {
  return (
    <Row
      before={<Avatar name={row.senderName} imageUrl={row.senderAvatarUrl} />}
      title={row.senderName}
      subtitle={row.subject}
      note={label && <RowChip label={label} />}
      trailing={trailing}
      render={<Link to={paths.inboxViewer(row.id)} />}
    />
  );
}

function OrderItem({ row, label, unread }: ItemProps<OrderRow> & { unread?: boolean }) {
  return (
    <Row
      before={<Avatar name={row.recipientName} imageUrl={row.recipientAvatarUrl} />}
      {...(unread && { unread })}
      title={row.recipientName}
      subtitle={row.subject}
      note={label && <RowChip label={label} />}
      render={<Link to={paths.orderViewer(row.id)} />}
    />
  );
}
