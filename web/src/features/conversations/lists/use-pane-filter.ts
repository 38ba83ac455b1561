import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * The filter of a list in the pane: that of the address of the list, and beside a letter the last one. `read` gives the filter of
 * an address.
 */
export function usePaneFilter<Filter extends string>(
  list: string,
  read: (search: URLSearchParams) => Filter,
) {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const named = pathname === list ? read(search) : undefined;
  const [kept, setKept] = useState(named ?? read(new URLSearchParams()));
  if (named !== undefined && named !== kept) setKept(named);
  const choose = (next: Filter) => {
    if (named === undefined) setKept(next);
    else setSearch(next === 'ALL' ? {} : { filter: next }, { replace: true });
  };
  return { filter: named ?? kept, choose };
}
