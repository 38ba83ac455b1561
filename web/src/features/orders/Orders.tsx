import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LIST_EVERY } from '../../api/freshness.ts';
import { ConversationList } from '../../conversation/ConversationList.tsx';
import { orderList } from '../../conversation/conversation-queries.ts';
import { filterOf, type OrderFilter, orderFilters } from '../../conversation/filters.ts';
import { countWords } from '../../conversation/inbox-summary.ts';
import { useNow } from '../../conversation/use-now.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/Select.tsx';
import { OrderRowView } from './OrderRowView.tsx';
import { UNFINISHED } from './order-queries.ts';
import { UnfinishedList, UnfinishedSection } from './UnfinishedLetters.tsx';

/** Besides the states of what was sent: what was not sent. */
type Shown = OrderFilter | typeof UNFINISHED;
const choices: readonly { value: Shown; label: string }[] = [
  ...orderFilters,
  { value: UNFINISHED, label: 'Unfinished' },
];

/** `/orders`: the messages one paid for, and the letters one has not finished. docs/product/conversations.md#lists */
export function Orders() {
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
      {filter === UNFINISHED ? (
        <>
          <div className="flex min-h-11 items-center justify-end">{select}</div>
          <UnfinishedList />
        </>
      ) : (
        <SentList filter={filter} select={select} onChoose={choose} />
      )}
    </Page>
  );
}

type SentListProps = {
  filter: OrderFilter;
  select: ReactNode;
  onChoose: (next: Shown) => void;
};

function SentList({ filter, select, onChoose }: SentListProps) {
  const list = useInfiniteQuery({
    ...orderList(filter),
    refetchInterval: LIST_EVERY,
  });
  const rows = list.data?.pages.flatMap((page) => page.data);
  const total = list.data?.pages[0]?.pageTotal;
  const viewerId = useViewerId();
  const now = useNow();
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p className="text-soft">{total ? countWords(total) : ''}</p>
        {select}
      </div>
      {filter === 'ALL' && <UnfinishedSection onAll={() => onChoose(UNFINISHED)} />}
      <ConversationList
        label="Outbound Messages"
        list={list}
        rows={rows}
        empty={<Nothing filtered={filter !== 'ALL'} onAll={() => onChoose('ALL')} />}
      >
        {(row) => <OrderRowView key={row.id} row={row} viewerId={viewerId} now={now} />}
      </ConversationList>
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
        : 'The messages you send stand here, each with its answer and where its money is.'}
    </EmptyState>
  );
}
