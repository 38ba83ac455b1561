import type { ReactNode } from 'react';
import { isRefusal } from '../api/client.ts';
import { errorSentence } from '../api/error-sentence.ts';
import { Page } from '../shell/Page.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LetterSkeleton } from '../ui/Skeletons.tsx';
import { MessageNotFound } from './MessageNotFound.tsx';

/* A screen whose data is not here yet, or did not come; what is not there is not tried again. */

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
          words={errorSentence(query.error)}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        (children ?? <LetterSkeleton />)
      )}
    </Page>
  );
}
