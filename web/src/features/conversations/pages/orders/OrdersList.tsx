import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIST_EVERY } from '#web/api/freshness.ts';
import { usePollInterval } from '#web/api/is-live.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { EmailWherePushFails } from '#web/features/notifications/EmailOffer.tsx';
import { paths } from '#web/paths.ts';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Select } from '#web/ui/Select.tsx';
import { orderList } from '../../conversation-queries.ts';
import { type FilterValue, orderFilters } from '../../lists/filters.ts';
import { countWords } from '../../lists/inbox-summary.ts';
import { DraftsList, DraftsSection } from './Drafts.tsx';
import { OrderRowView } from './OrderRowView.tsx';
import { DRAFTS } from './order-queries.ts';

/** The filters of sent messages, and one for drafts. */
export type Shown = FilterValue | typeof DRAFTS;
export const orderChoices: readonly { value: Shown; label: string }[] = [
  ...orderFilters,
  { value: DRAFTS, label: 'Drafts' },
];

export type OrdersListProps = { filter: Shown; onFilter: (filter: Shown) => void };

/* The sent messages or the drafts: a screen, or the pane beside a letter. */
export function OrdersList({ filter, onFilter }: OrdersListProps) {
  const select = (
    <Select compact label="Status" value={filter} options={orderChoices} onValueChange={onFilter} />
  );
  return filter === DRAFTS ? (
    <>
      <div className="flex min-h-11 items-center justify-end">{select}</div>
      <DraftsList />
    </>
  ) : (
    <SentList filter={filter} select={select} onChoose={onFilter} />
  );
}

type SentListProps = {
  filter: FilterValue;
  select: ReactNode;
  onChoose: (next: Shown) => void;
};

function SentList({ filter, select, onChoose }: SentListProps) {
  const list = useInfiniteQuery({
    ...orderList(filter),
    refetchInterval: usePollInterval(LIST_EVERY),
  });
  const total = list.data?.pages[0]?.pageTotal;
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const viewerId = useViewerId();
  const now = useNow();
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p className="text-soft">{total ? countWords(total) : ''}</p>
        {select}
      </div>
      {filter === 'ALL' && <DraftsSection onAll={() => onChoose(DRAFTS)} />}
      <PagedList
        label="Outbound Messages"
        list={list}
        keyOf={({ id }) => id}
        empty={<Nothing filtered={filter !== 'ALL'} onAll={() => onChoose('ALL')} />}
      >
        {(row) => <OrderRowView row={row} viewerId={viewerId} now={now} />}
      </PagedList>
      {/* Below the rows, because it is known later than they are. */}
      {rows?.some(({ status }) => status === 'PENDING') && (
        <div className="empty:hidden mt-4">
          <EmailWherePushFails title="Hear about answers by email" />
        </div>
      )}
    </>
  );
}

function Nothing({ filtered, onAll }: { filtered: boolean; onAll: () => void }) {
  return (
    <EmptyState
      drawing="envelope"
      title="NO MESSAGES AT THIS TIME"
      action={
        filtered ? (
          <Button size="md" variant="quiet" onClick={onAll}>
            Show all letters
          </Button>
        ) : (
          <Button size="md" render={<Link to={paths.userSearch()} />}>
            Find someone to ask
          </Button>
        )
      }
    >
      {filtered
        ? 'No letters with this status.'
        : 'The letters you send are listed here, each with its answer and where its money is.'}
    </EmptyState>
  );
}
