import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isRefusal } from '../api/client.ts';
import { Page } from '../shell/Page.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LetterSkeleton } from '../ui/Skeletons.tsx';

/* A screen whose data is not here yet, or did not come; what is not there is not tried again. */

export type QueryStateProps = {
  title: string;
  back: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
};

export function QueryState({ title, back, query, children }: QueryStateProps) {
  return (
    <Page title={title} back={back}>
      {isRefusal(query.error, 'NOT_FOUND', 'INVALID_INPUT') ? (
        <EmptyState
          drawing="envelope"
          title="There is nothing here"
          action={<Button render={<Link to={back} />}>Back</Button>}
        >
          This address leads to no message of yours.
        </EmptyState>
      ) : query.error ? (
        <ErrorState
          words={query.error.message}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        (children ?? <LetterSkeleton />)
      )}
    </Page>
  );
}
