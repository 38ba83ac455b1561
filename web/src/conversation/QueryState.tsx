import type { ReactNode } from 'react';
import { Page } from '../shell/Page.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LetterSkeleton } from '../ui/Skeletons.tsx';

/* A screen whose data is not here yet, or did not come. */

export type QueryStateProps = {
  title: string;
  back: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
};

export function QueryState({ title, back, query, children }: QueryStateProps) {
  return (
    <Page title={title} back={back}>
      {query.error ? (
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
