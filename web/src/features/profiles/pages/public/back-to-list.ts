import { useLocation } from 'react-router';
import { paths } from '#web/paths.ts';

/** Returns the address of the search or the list that this visitor came from, if any. */
export function useBackToList(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('search' in state)) return undefined;
  const { search } = state;
  if (typeof search !== 'string') return undefined;
  return [paths.userSearch(), paths.browse()].some((list) => search.startsWith(list))
    ? search
    : undefined;
}
