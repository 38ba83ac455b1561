import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LIST_EVERY } from '../../../../api/freshness.ts';
import { usePollInterval } from '../../../../api/is-live.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { PagedList } from '../../../../shell/PagedList.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { Select } from '../../../../ui/Select.tsx';
import { orderList } from '../../conversation-queries.ts';
import { type FilterValue, filterOf, orderFilters } from '../../lists/filters.ts';
import { countWords } from '../../lists/inbox-summary.ts';
import { DraftsList, DraftsSection } from './Drafts.tsx';
import { OrderRowView } from './OrderRowView.tsx';
import { DRAFTS, ordersQueries } from './order-queries.ts';

export const loader = queryLoader(ordersQueries);

/** The filters of sent messages, and one for drafts. */
type Shown = FilterValue | typeof DRAFTS;
const choices: readonly { value: Shown; label: string }[] = [
  ...orderFilters,
  { value: DRAFTS, label: 'Drafts' },
];

/** `/orders`: the sent messages and the drafts. docs/product/conversations.md#lists */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(choices, search.get('filter'));
  const choose = (next: Shown) => {
    setSearch(next === 'ALL' ? {} : { filter: next }, { replace: true });
    window.scrollTo({ top: 0 });
  };
  const select = (
    <Select compact label="Filter by" value={filter} options={choices} onValueChange={choose} />
  );
  return (
    <Page title="Outbound Messages">
      {filter === DRAFTS ? (
        <>
          <div className="flex min-h-11 items-center justify-end">{select}</div>
          <DraftsList />
        </>
      ) : (
        <SentList filter={filter} select={select} onChoose={choose} />
      )}
    </Page>
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
            Show all messages
          </Button>
        ) : (
          <Button size="md" render={<Link to={paths.userSearch()} />}>
            Find somebody to ask
          </Button>
        )
      }
    >
      {filtered
        ? 'No message is in this state.'
        : 'The messages you send are listed here, each with its answer and where its money is.'}
    </EmptyState>
  );
}
