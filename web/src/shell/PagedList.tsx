import type { ReactNode } from 'react';
import { errorMessage } from '../api/error-message.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { List } from '../ui/List.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { RowsSkeleton } from '../ui/Skeletons.tsx';
import { SteadyRows, useSteady } from '../ui/SteadyRows.tsx';

/** The part of an infinite query that the list uses. */
export type PagedListQuery = {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly error: Error | null;
  refetch(): unknown;
  fetchNextPage(): unknown;
};

export type PagedListProps<Row> = {
  label: string;
  list: PagedListQuery;
  /** Undefined until the first page has loaded. */
  rows: readonly Row[] | undefined;
  /** The message if the list could not be loaded; by default the one of the error. */
  failed?: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** The label of the button that loads more. */
  older?: string;
  children: (row: Row) => ReactNode;
};

/**
 * A paged list (inbox, contacts, transactions) in each of its states: loading, failed, empty, loaded, with more to
 * load.
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { label, list, failed, empty, older, children } = props;
  const rows = useSteady(props.rows);
  return (
    <>
      {list.error && !rows && (
        <ErrorState
          words={failed ?? errorMessage(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.isPending && <RowsSkeleton />}
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && (
        <SteadyRows>
          <List label={label}>{rows.map(children)}</List>
        </SteadyRows>
      )}
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
