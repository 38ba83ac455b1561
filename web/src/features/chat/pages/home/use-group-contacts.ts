import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { groupQueries } from './chats-queries.ts';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Loads the contacts that can be chosen for a group, without those who are in it: page by page until there is one to show, or every
 * page once `all` is requested.
 */
export function useGroupContacts(members: ReadonlySet<string> = NOBODY) {
  const contacts = useInfiniteQuery(groupQueries().contacts);
  const [wanted, setWanted] = useState(false);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = contacts;
  const pages = useMemo(
    () =>
      data?.pages.map((page) => ({
        data: page.data.filter(({ userContactId }) => !members.has(userContactId)),
      })),
    [data, members],
  );
  const isEmpty = pages?.every((page) => page.data.length === 0) === true;
  const wantsMore = wanted || isEmpty;
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage();
  }, [wantsMore, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return {
    list: { ...contacts, data: pages && { pages } },
    /** The number of contacts, including members and those not loaded yet. */
    total: data?.pages[0]?.pageTotal ?? 0,
    /** Whether no contact is left to choose. */
    isEmpty: isEmpty && !hasNextPage,
    all: () => setWanted(true),
  };
}
