import type { ReactNode } from 'react';
import { isRefusal } from '../api/client.ts';
import { errorMessage } from '../api/error-message.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LetterSkeleton } from '../ui/Skeletons.tsx';
import { MessageNotFound } from './MessageNotFound.tsx';
import { Page } from './Page.tsx';

/* A screen whose data is loading, failed, or was not found. Missing data cannot be retried. */

export type QueryStateProps = {
  title: string;
  back: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
};

export function QueryState({ title, back, query, children }: QueryStateProps) {
  if (isRefusal(query.error, 'NOT_FOUND', 'INVALID_INPUT')) return <MessageNotFound back={back} />;
  return (
    <Page title={title} back={back}>
      {query.error ? (
        <ErrorState
          words={errorMessage(query.error)}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        (children ?? <LetterSkeleton />)
      )}
    </Page>
  );
}
