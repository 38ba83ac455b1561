import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { announce } from '../ui/announce.ts';
import { LoadMore } from '../ui/LoadMore.tsx';
import { RowsSkeleton } from '../ui/Skeletons.tsx';
import { SteadyRows, useSteady } from '../ui/SteadyRows.tsx';
import { VirtualList } from '../ui/VirtualList.tsx';
import { QueryContent, type ShownQuery } from './QueryPage.tsx';

/** The part of an infinite query that the list uses. */
export type PagedQuery<Row> = ShownQuery<{
  readonly pages: readonly { readonly data: readonly Row[] }[];
}> & {
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  fetchNextPage(): unknown;
};

export type PagedListProps<Row> = {
  label: string;
  list: PagedQuery<Row>;
  /** The message if the list could not be loaded; by default the one of the error. */
  failed?: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** The label of the button that loads more. */
  older?: string;
  /** The filter of the list: another one announces how many rows it has. */
  filter?: string;
  /** The key of a row. */
  keyOf: (row: Row) => string;
  /** A row as a ListItem. */
  children: (row: Row) => ReactNode;
};

/**
 * A paged list (inbox, contacts, transactions) in each of its states: loading, failed, empty, loaded, with more to
 * load.
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { label, list, failed, empty, older, filter, keyOf, children } = props;
  const pages = list.data?.pages;
  const data = useSteady(useMemo(() => pages?.flatMap((page) => page.data), [pages]));
  useSpokenFilter(filter, data?.length, list.hasNextPage);
  return (
    <>
      <QueryContent query={{ ...list, data }} failed={failed} skeleton={<RowsSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            empty
          ) : (
            <SteadyRows>
              <VirtualList label={label} rows={rows} keyOf={keyOf}>
                {children}
              </VirtualList>
            </SteadyRows>
          )
        }
      </QueryContent>
      {list.hasNextPage && (
        <div className="pt-5">
          <LoadMore
            words={older}
            busy={list.isFetchingNextPage}
            onLoad={() => list.fetchNextPage()}
          />
        </div>
      )}
    </>
  );
}

/** Announces how many rows a list has after its filter was changed. */
function useSpokenFilter(filter: string | undefined, rows: number | undefined, more: boolean) {
  const spoken = useRef(filter);
  useEffect(() => {
    if (spoken.current === filter || rows === undefined) return;
    spoken.current = filter;
    announce(`${rows === 0 ? 'No' : rows}${more ? ' or more' : ''} ${rows === 1 ? 'row' : 'rows'}`);
  }, [filter, rows, more]);
}
