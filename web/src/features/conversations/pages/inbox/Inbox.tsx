import { useSearchParams } from 'react-router';
import { queryLoader } from '#web/api/screen-loader.ts';
import { Page } from '#web/shell/Page.tsx';
import { filterOf, inboxFilters } from '../../lists/filters.ts';
import { useListPane } from '../../lists/list-pane.ts';
import { NothingChosen } from '../../lists/NothingChosen.tsx';
import { InboxList } from './InboxList.tsx';
import { inboxQueries } from './inbox-queries.ts';

export const loader = queryLoader(inboxQueries);

const TITLE = 'Inbound Messages';

/** `/inbox`: the received messages. On a wide screen they are in the pane beside it. docs/product/conversations.md#lists */
export function Component() {
  const [search, setSearch] = useSearchParams();
  if (useListPane() === 'inbox') return <NothingChosen title={TITLE} />;
  return (
    <Page title={TITLE}>
      <InboxList
        filter={filterOf(inboxFilters, search.get('filter'))}
        onFilter={(next) => setSearch(next === 'ALL' ? {} : { filter: next }, { replace: true })}
      />
    </Page>
  );
}
