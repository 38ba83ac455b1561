import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { FIGURES_EVERY } from '../../api/freshness.ts';
import { usePollInterval } from '../../api/is-live.ts';
import { query, refresh } from '../../api/queries.ts';
import type { Figures } from './lists-with-news.ts';

export type { Figures };

/**
 * The dashboard figures, polled while the app is visible: one cheap request that shows whether anything is new. When
 * figures change, the lists that they count are refetched at once.
 */
export function useFigures(enabled: boolean): Figures | undefined {
  const { data } = useQuery({
    ...query(viewDashboardStats, {}),
    enabled,
    refetchInterval: usePollInterval(FIGURES_EVERY),
  });
  const figures = data?.data[0];
  const before = useRef<Figures>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = figures;
    if (last && figures && last !== figures && last.userId === figures.userId)
      import('./lists-with-news.ts').then(
        ({ listsWithNews }) => refresh(...listsWithNews(last, figures)),
        // The lists refetch when their screens open.
        () => undefined,
      );
  }, [figures]);
  return figures;
}
