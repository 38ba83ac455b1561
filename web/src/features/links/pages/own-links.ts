import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { updateUserLinkPosition, viewUserLinks, viewUserLinksById } from '#shared/api/links.ts';
import type { Output } from '#shared/api/operation.ts';
import { call } from '#web/api/client.ts';
import { queryClient, refresh } from '#web/api/queries.ts';
import { toast } from '#web/ui/Toast.tsx';
import { linkQueries } from './link-queries.ts';
import { moveQueue, withMove, withMoves } from './moves.ts';

export type OwnLink = Output<typeof viewUserLinks>['data'][number];

const own = linkQueries().links;

/** Reloads every query that shows links. */
export const refreshLinks = () => refresh(viewUserLinks, viewUserLinksById);

/** One queue for the app: a move is sent even if the user has left the page. */
const moves = moveQueue({
  send: (move) => call(updateUserLinkPosition, move),
  done: (move) =>
    queryClient.setQueryData(
      own.queryKey,
      (kept) => kept && { ...kept, data: [...withMove(kept.data, move)] },
    ),
  finished: refreshLinks,
  failed: () => {
    toast.error('Failed to update link position');
    return refreshLinks();
  },
});

export function moveLink(id: string, destinationIndex: number): void {
  toast.takeBackOutcome();
  moves.add({ id, destinationIndex });
}

/** The query of the user's own links, in the displayed order. */
export function useOwnLinks() {
  const { data, error, isFetching, refetch } = useQuery(own);
  const waiting = useSyncExternalStore(moves.subscribe, moves.waiting);
  const links = useMemo(() => data && withMoves(data.data, waiting), [data, waiting]);
  return { data: links, error, isFetching, refetch };
}
