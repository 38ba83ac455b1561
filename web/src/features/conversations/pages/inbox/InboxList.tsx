import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { ZERO } from '#shared/money.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { LIST_EVERY } from '#web/api/freshness.ts';
import { usePollInterval } from '#web/api/is-live.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { useTakesMessages } from '#web/features/accounts/use-takes-messages.ts';
import { EmailWherePushFails } from '#web/features/notifications/EmailOffer.tsx';
import { NotificationPrompt } from '#web/features/notifications/NotificationPrompt.tsx';
import { paths } from '#web/paths.ts';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Select } from '#web/ui/Select.tsx';
import { inboxList } from '../../conversation-queries.ts';
import { AnswerLink } from '../../lists/AnswerLink.tsx';
import { type FilterValue, inboxFilters } from '../../lists/filters.ts';
import { countWords, dueWords, waitingMoney } from '../../lists/inbox-summary.ts';
import { InboxRowView } from './InboxRowView.tsx';
import { useReceipts } from './use-receipts.ts';

const UnsentAnswers = lazyPart(
  async () => (await import('../../answers/UnsentAnswers.tsx')).UnsentAnswers,
);

export type InboxListProps = {
  filter: FilterValue;
  onFilter: (filter: FilterValue) => void;
};

/* The received messages, with what is due above them: a screen, or the pane beside a letter. */
export function InboxList({ filter, onFilter }: InboxListProps) {
  const list = useInfiniteQuery({
    ...inboxList(filter),
    refetchInterval: usePollInterval(LIST_EVERY),
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.data), [pages]);
  const total = pages?.[0]?.pageTotal;
  const viewerId = useViewerId();
  const now = useNow();
  useReceipts(rows, viewerId);
  return (
    <>
      <div className="mb-1 flex flex-wrap items-start justify-between gap-x-3">
        {filter === 'ALL' || filter === 'PENDING' ? (
          <Summary />
        ) : (
          <p className={SUMMARY}>{total ? countWords(total) : ''}</p>
        )}
        <Select
          compact
          label="Status"
          value={filter}
          options={inboxFilters}
          onValueChange={onFilter}
        />
      </div>
      {deviceStorage.getItem(OUTBOX_KEY) !== null && (
        <div className="mb-3 empty:hidden">
          <UnsentAnswers />
        </div>
      )}
      {(filter === 'ALL' || filter === 'PENDING') && <AnswerAll viewerId={viewerId} />}
      <PagedList
        label="Inbound Messages"
        list={list}
        filter={filter}
        keyOf={({ id }) => id}
        empty={<Nothing filtered={filter !== 'ALL'} onAll={() => onFilter('ALL')} />}
      >
        {(row) => <InboxRowView row={row} viewerId={viewerId} now={now} />}
      </PagedList>
      {/* Below the rows, which are what the person came for. */}
      {rows?.some(({ status }) => status === 'PENDING') && (
        <div className="empty:hidden mt-4">
          <NotificationPrompt title="Get notified about new letters" orEmail={false} />
          <EmailWherePushFails title="Hear about new letters by email" />
        </div>
      )}
    </>
  );
}

const SUMMARY = 'min-w-0 flex-1 basis-[10rem] py-2.5 text-soft';

/** How many answers are due by when, and what they earn; empty until both are known. */
function Summary() {
  const now = useNow();
  const pending = useInfiniteQuery(inboxList('PENDING')).data?.pages;
  const stats = useEntity(query(viewDashboardStats, {})).data;
  if (!pending?.[0]) return <p className={SUMMARY}>&nbsp;</p>;
  const known = {
    count: pending[0].pageTotal,
    deadlines: pending.flatMap((page) => page.data.map((row) => row.deadlineAt)),
    net: stats?.pendingPayments ?? ZERO,
  };
  const money = stats && waitingMoney(known);
  return (
    <div className={SUMMARY}>
      <p>{dueWords(known, now)}</p>
      {money && (
        <p>
          <strong className="font-semibold text-ink">{money}</strong> waiting
        </p>
      )}
    </div>
  );
}

/** The way into the answer session, over all pending messages. */
function AnswerAll({ viewerId }: { viewerId: string }) {
  const now = useNow();
  const pending = useInfiniteQuery(inboxList('PENDING'));
  const rows = pending.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="empty:hidden mb-3">
      <AnswerLink rows={rows} viewerId={viewerId} now={now} hasMore={pending.hasNextPage} />
    </div>
  );
}

function Nothing({ filtered, onAll }: { filtered: boolean; onAll: () => void }) {
  // The support account receives help tickets, which are free.
  const answersTickets = useCurrentUser().username === SUPPORT_USERNAME;
  const closed = useTakesMessages() === false && !answersTickets;
  if (filtered)
    return (
      <Empty
        words="No conversation is in this state."
        action={
          <Button size="md" variant="quiet" onClick={onAll}>
            Show all letters
          </Button>
        }
      />
    );
  if (answersTickets) return <Empty words="Help tickets come here." />;
  if (closed) return <Closed />;
  return (
    <Empty
      words="People who see your profile can pay to have a letter answered by you."
      action={<Way to={paths.myProfile()}>Share your profile</Way>}
    />
  );
}

/** Why nobody can write to the user. */
function Closed() {
  const paused = useEntity(query(viewInboundSettings, {})).data?.paused;
  return paused ? (
    <Empty
      words="You have paused, so no one can write to you."
      action={<Way to={paths.updateAvailability()}>Change your pause</Way>}
    />
  ) : (
    <Empty
      words="With a commitment of 0 no one can write to you. Say how many letters a month you answer."
      action={<Way to={paths.updateInboundMessageConfig()}>Set price and commitment</Way>}
    />
  );
}

const Empty = ({ words, action }: { words: string; action?: ReactNode }) => (
  <EmptyState drawing="letterbox" title="NO MESSAGES AT THIS TIME" action={action}>
    {words}
  </EmptyState>
);

const Way = ({ to, children }: { to: string; children: string }) => (
  <Button size="md" render={<Link to={to} />}>
    {children}
  </Button>
);
