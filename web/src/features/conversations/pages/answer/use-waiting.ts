import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '#web/api/clock.ts';
import { LIST_EVERY } from '#web/api/freshness.ts';
import { usePollInterval } from '#web/api/is-live.ts';
import type { ShownQuery } from '#web/shell/QueryPage.tsx';
import type { InboxRow } from '../../conversation.ts';
import { waitingRows } from '../../lists/waiting-rows.ts';
import { answerQueries } from './answer-queries.ts';

/**
 * All messages whose answer is due from the viewer. The list has the newest change first and the session the nearest deadline, so
 * nothing is shown before all pages are loaded.
 */
export function useWaiting(viewerId: string): ShownQuery<readonly InboxRow[]> {
  const list = useInfiniteQuery({
    ...answerQueries().pending,
    refetchInterval: usePollInterval(LIST_EVERY),
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage } = list;
  const goesOn = hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  // A refetch may find another page: until it is loaded, the rows from before are shown.
  const [known, setKnown] = useState<{ data: typeof data; rows: readonly InboxRow[] }>();
  if (data && !hasNextPage && known?.data !== data) {
    const rows = data.pages.flatMap((page) => page.data);
    setKnown({ data, rows: waitingRows(rows, viewerId, serverNow()) });
  }
  const refetch = () => (data ? fetchNextPage() : list.refetch());
  return { data: known?.rows, error, isFetching, refetch };
}
