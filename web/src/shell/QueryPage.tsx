import type { ReactNode } from 'react';
import { isRefusal } from '../api/client.ts';
import { errorMessage } from '../api/error-message.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LetterSkeleton } from '../ui/Skeletons.tsx';
import { MessageNotFound } from './MessageNotFound.tsx';
import { Page, type PageProps } from './Page.tsx';

/*
 * The states of a query on a screen, in one place: loading, failed with a retry, not found, loaded. The loader of the
 * route has started the query, so the screen renders only what is loaded.
 *
 * Not React's Suspense: it delays content by up to 300 ms once its fallback was shown, even if the data is there.
 */

/** The part of a query that decides what is shown. `data`: undefined until loaded. */
export type ShownQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
};

export type QueryContentProps<Data> = {
  query: ShownQuery<Data>;
  /** The message if nothing could be loaded; by default the one of the error. */
  failed?: string;
  /** Shown while loading. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A part of a screen that needs a query. */
export function QueryContent<Data>(props: QueryContentProps<Data>): ReactNode {
  const { query, failed, skeleton = <LetterSkeleton />, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return skeleton;
  return (
    <ErrorState
      words={failed ?? errorMessage(query.error)}
      retrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}

export type QueryPageProps<Data> = QueryContentProps<Data> &
  Pick<
    PageProps,
    'title' | 'back' | 'header' | 'heading' | 'width' | 'lead' | 'flush' | 'alone'
  > & {
    /** Shown if the data does not exist; by default the not-found screen of a message. */
    missing?: ReactNode;
  };

/** A whole screen that needs a query. Its children render the Page once the query has loaded. */
export function QueryPage<Data>(props: QueryPageProps<Data>): ReactNode {
  const { title, back, header, heading, width, lead, flush, alone, missing, ...content } = props;
  const frame = { title, back, header, heading, width, lead, flush, alone };
  const { data, error } = content.query;
  if (isRefusal(error, 'NOT_FOUND', 'INVALID_INPUT'))
    return missing ?? <MessageNotFound back={back} />;
  if (data !== undefined) return content.children(data);
  return (
    <Page {...frame}>
      <QueryContent {...content} />
    </Page>
  );
}

/** Several queries as one, which is loaded once all of them are. */
export function together<Data extends readonly unknown[]>(
  ...queries: { [Place in keyof Data]: ShownQuery<Data[Place]> }
): ShownQuery<Data> {
  const all: readonly ShownQuery<unknown>[] = queries;
  const data = all.map((query) => query.data);
  return {
    data: data.includes(undefined) ? undefined : (data as unknown as Data),
    error: all.find(({ error }) => error)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  };
}
