import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { viewDashboardStats } from '../../../shared/api/accounts.ts';
import { viewUserContactRequests } from '../../../shared/api/contacts.ts';
import { viewInboxList, viewOrderList } from '../../../shared/api/conversations.ts';
import type { OperationSpec, Output } from '../../../shared/api/operation.ts';
import { FIGURES_EVERY } from '../api/freshness.ts';
import { query, refresh } from '../api/queries.ts';

export type Figures = Output<typeof viewDashboardStats>['data'][number];

/**
 * The figures of the person, asked for again and again while the app is looked at: one cheap read that tells whether
 * anything is new. The lists that a change of them is about are asked for at once, wherever they are shown.
 */
export function useFigures(enabled: boolean): Figures | undefined {
  const { data } = useQuery({
    ...query(viewDashboardStats, {}),
    enabled,
    refetchInterval: FIGURES_EVERY,
  });
  const figures = data?.data[0];
  const before = useRef<Figures>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = figures;
    if (last && figures && last.userId === figures.userId)
      void refresh(...listsWithNews(last, figures));
  }, [figures]);
  return figures;
}

/** The lists that show what has changed between two readings of the figures. */
export function listsWithNews(before: Figures, after: Figures): OperationSpec[] {
  const differs = (...names: readonly (keyof Figures)[]) =>
    names.some((name) => before[name] !== after[name]);
  return [
    ...(differs('unreadInbox', 'pendingInbox', 'pendingPayments') ? [viewInboxList] : []),
    ...(differs('unreadOutbox') ? [viewOrderList] : []),
    ...(differs('contactRequests') ? [viewUserContactRequests] : []),
  ];
}
