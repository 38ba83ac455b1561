import { useSearchParams } from 'react-router';
import { queryLoader } from '#web/api/screen-loader.ts';
import { Page } from '#web/shell/Page.tsx';
import { filterOf } from '../../lists/filters.ts';
import { useListPane } from '../../lists/list-pane.ts';
import { NothingChosen } from '../../lists/NothingChosen.tsx';
import { OrdersList, orderChoices, type Shown } from './OrdersList.tsx';
import { ordersQueries } from './order-queries.ts';

export const loader = queryLoader(ordersQueries);

const TITLE = 'Outbound Messages';

/**
 * `/orders`: the sent messages and the drafts. On a wide screen they are in the pane beside it.
 * docs/product/conversations.md#lists
 */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const choose = (next: Shown) => {
    setSearch(next === 'ALL' ? {} : { filter: next }, { replace: true });
    window.scrollTo({ top: 0 });
  };
  if (useListPane() === 'orders') return <NothingChosen title={TITLE} />;
  return (
    <Page title={TITLE}>
      <OrdersList filter={filterOf(orderChoices, search.get('filter'))} onFilter={choose} />
    </Page>
  );
}
