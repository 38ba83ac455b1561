import { paths } from '#web/paths.ts';
import { filterOf, inboxFilters } from '../../lists/filters.ts';
import { PaneFrame } from '../../lists/PaneFrame.tsx';
import { usePaneFilter } from '../../lists/use-pane-filter.ts';
import { InboxList } from './InboxList.tsx';

/* The inbox beside a letter. */
export function InboxPane() {
  const { filter, choose } = usePaneFilter(paths.inbox(), (search) =>
    filterOf(inboxFilters, search.get('filter')),
  );
  return (
    <PaneFrame title="Inbound Messages">
      <InboxList filter={filter} onFilter={choose} />
    </PaneFrame>
  );
}
