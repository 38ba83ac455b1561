import { Navigate } from 'react-router';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';

/** The tile of each queue that had a page of its own. */
const TILES_OF_PAGES: Readonly<Record<string, string>> = {
  refunds: 'second_person',
  blocks: 'second_person',
};

/* `/desk/queue/{queue}`: the address of a queue from when each had a page. It leads to the list, filtered by its tile. */
export function Component() {
  const queue = usePathParameter('queue');
  return <Navigate to={paths.desk(TILES_OF_PAGES[queue] ?? queue)} replace />;
}
