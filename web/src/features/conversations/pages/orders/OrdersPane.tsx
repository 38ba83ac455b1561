import { paths } from '#web/paths.ts';
import { filterOf } from '../../lists/filters.ts';
import { PaneFrame } from '../../lists/PaneFrame.tsx';
import { usePaneFilter } from '../../lists/use-pane-filter.ts';
import { OrdersList, orderChoices } from './OrdersList.tsx';

/* The orders beside a letter. */
export function OrdersPane() {
  const { filter, choose } = usePaneFilter(paths.orders(), (search) =>
    filterOf(orderChoices, search.get('filter')),
  );
  return (
    <PaneFrame title="Outbound Messages">
      <OrdersList filter={filter} onFilter={choose} />
    </PaneFrame>
  );
}
