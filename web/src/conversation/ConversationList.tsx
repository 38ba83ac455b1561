import type { ReactNode } from 'react';
import { errorSentence } from '../api/error-sentence.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { List } from '../ui/List.tsx';
import { RowsSkeleton } from '../ui/Skeletons.tsx';
import { SteadyRows, useSteady } from '../ui/SteadyRows.tsx';
import { LoadOlder } from './LoadOlder.tsx';

/** As much of a growing query as the list of it shows. */
export type GrowingList = {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly error: Error | null;
  refetch(): unknown;
  fetchNextPage(): unknown;
};

export type ConversationListProps<Row> = {
  label: string;
  list: GrowingList;
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined;
  /** What stands in place of the rows when there are none. */
  empty: ReactNode;
  /** What the button says that leads to more of them. */
  older?: string;
  children: (row: Row) => ReactNode;
};

/** The rows of a list that grows (an inbox, the orders, chats, contacts) in every state of the list: awaited, failed, empty, there, with more behind. */
export function ConversationList<Row>(props: ConversationListProps<Row>) {
  const { label, list, empty, older, children } = props;
  const rows = useSteady(props.rows);
  return (
    <>
      {list.error && !rows && (
        <ErrorState
          words={errorSentence(list.error)}
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
          <LoadOlder
            words={older}
            busy={list.isFetchingNextPage}
            onLoad={() => list.fetchNextPage()}
          />
        </div>
      )}
    </>
  );
}
