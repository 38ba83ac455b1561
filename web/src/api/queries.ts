import {
  type InvalidateQueryFilters,
  infiniteQueryOptions,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
  type QueryState,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import type { Input, OperationSpec, Output } from '#shared/api/operation.ts';
import { call, isRefusal } from './client.ts';
import { isOffline } from './connection.ts';
import { LIST_KEPT, STALE } from './freshness.ts';
import {
  joined,
  type ListPage,
  type LoadedPages,
  type RowMarks,
  withNewestPage,
} from './loaded-pages.ts';

const isFault = (error: unknown): boolean =>
  !isRefusal(error) || isRefusal(error, 'UNAVAILABLE', 'INTERNAL');

/** Whether the server refused this query within STALE: a refusal stays fresh as long as data does. */
export const wasJustRefused = ({ error, errorUpdatedAt }: QueryState): boolean =>
  error !== null && !isFault(error) && Date.now() - errorUpdatedAt < STALE;

/**
 * The query cache of the app. Only faults are retried, not before the server's Retry-After; refusals are not. Everything is tried at once,
 * also if the browser claims to be offline: a query that waited for its word would show "Loading..." for as long. A failure is then
 * shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isFault(error) && !isOffline(),
      retryDelay: (failures, error) =>
        Math.max(2 ** failures, (isRefusal(error) && error.retryAfter) || 0) * 1_000,
      // The loader of a screen may have been refused before the screen opens.
      retryOnMount: ({ state }) => !wasJustRefused(state),
    },
    // Without a connection it fails at once, and is not kept for later.
    mutations: { networkMode: 'always', retry: false },
  },
});

/**
 * The cache key of an operation. Single answers and paged lists have different shapes, so the key says which it is:
 * one screen may use the same operation both ways.
 */
const keyOf = (operation: OperationSpec, input: unknown, holds: 'answer' | 'pages') =>
  [operation.name, input, holds] as const;

/** A query of an operation, for loaders and components. `note` is called with each answer. */
export function query<Op extends OperationSpec>(
  operation: Op,
  input: Input<Op>,
  note?: (answer: Output<Op>) => void,
) {
  return queryOptions({
    queryKey: keyOf(operation, input, 'answer'),
    queryFn: async ({ signal }) => {
      const answer = await call(operation, input, { signal });
      note?.(answer);
      return answer;
    },
  });
}

/** Uses the query of an operation with one entity. Its data is the entity, not the answer `{ data: [entity] }`. */
export function useEntity<Entity, Key extends QueryKey>(
  options: UseQueryOptions<{ data: Entity[] }, Error, { data: Entity[] }, Key>,
) {
  return useQuery({ ...options, select: ({ data }) => data[0] as Entity });
}

/**
 * Changes the cached rows of a list, for every input, and keeps their age: they refetch when they would have anyway.
 */
export function changeLists<Op extends OperationSpec>(
  operation: Op,
  change: (rows: Output<Op>['data'], input: Input<Op>) => Output<Op>['data'],
): void {
  for (const kept of queryClient.getQueryCache().findAll({ queryKey: [operation.name] })) {
    const { queryKey, state } = kept;
    const loaded = state.data as LoadedPages<ListPage> | undefined;
    if (queryKey[2] !== 'pages' || !loaded) continue;
    const pages = loaded.pages.map((page) => ({
      ...page,
      data: change(page.data as never, queryKey[1] as Input<Op>) as ListPage['data'],
    }));
    const wasInvalidated = state.isInvalidated;
    queryClient.setQueryData(queryKey, { ...loaded, pages }, { updatedAt: state.dataUpdatedAt });
    if (wasInvalidated) kept.invalidate();
  }
}

/**
 * Lists whose rows are not identified by `id`, or whose order changes. All others keep their rows in the order of
 * creation.
 */
const ROWS: Readonly<Record<string, RowMarks & { readonly byName?: true }>> = {
  viewInboxList: { id: 'id', moved: 'modifiedAt' },
  viewOrderList: { id: 'id', moved: 'modifiedAt' },
  viewChatList: { id: 'id', moved: 'dateTimeModified' },
  // Sorted by name: a change can appear anywhere in them.
  viewUserContacts: { id: 'userContactId', byName: true },
  searchUsers: { id: 'id', byName: true },
  // What is taken back disappears anywhere in it.
  viewThanks: { id: 'id', byName: true },
};

/**
 * A list with a cursor. `input` is everything except the paging. A refetch loads the first page and keeps the pages
 * below; a list sorted by name is refetched as a whole after a change.
 */
export function pagedQuery<Op extends OperationSpec>(
  operation: Output<Op> extends ListPage ? Op : never,
  input: Omit<Input<Op>, 'cursor' | 'skip'>,
) {
  type Page = Output<Op> & ListPage;
  const rows = ROWS[operation.name] ?? { id: 'id' };
  const read = async (cursor: string | undefined, signal: AbortSignal) =>
    (await call(operation, { ...input, cursor } as Input<Op>, { signal })) as Page;
  const renew: QueryPersister<unknown, never, never> = async (readAll, context, { state }) => {
    const loaded = state.data as LoadedPages<Page> | undefined;
    const { signal } = context as QueryFunctionContext;
    const readsOn = state.fetchMeta?.fetchMore !== undefined;
    const isWhole = rows.byName === true && state.isInvalidated;
    if (!loaded || loaded.pages.length < 2 || readsOn || isWhole) return readAll(context as never);
    return newestOf(loaded, rows, (cursor) => read(cursor, signal));
  };
  return infiniteQueryOptions({
    queryKey: keyOf(operation, input, 'pages'),
    queryFn: ({ pageParam, signal }) => read(pageParam, signal) as Promise<Output<Op>>,
    persister: renew as never,
    gcTime: LIST_KEPT,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last as Page).cursor,
  });
}

/** Loads the first page, and following ones until they overlap the loaded rows, at most as many rows as were loaded. */
async function newestOf<Page extends ListPage>(
  loaded: LoadedPages<Page>,
  rows: RowMarks,
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<LoadedPages<Page>> {
  const known = loaded.pages.reduce((sum, { data }) => sum + data.length, 0);
  let newest = await read(undefined);
  for (;;) {
    const renewed = withNewestPage(loaded, newest, rows);
    if (renewed) return renewed;
    if (newest.data.length >= known) return { pages: [newest], pageParams: [undefined] };
    newest = joined(newest, await read(newest.cursor));
  }
}

/** Marks every query of these operations as stale and refetches the ones on the screen. Resolves when these have loaded. */
export async function refresh(...operations: readonly OperationSpec[]): Promise<void> {
  await Promise.all(operations.map(({ name }) => invalidate({ queryKey: [name] })));
}

/**
 * Marks queries as stale and refetches the ones on the screen, as `invalidateQueries` does. That leaves two kinds of
 * loads running: first loads, and those of screens that are not open. They may have read before the change that is the reason
 * for this call, so they are repeated when they end, also of a screen that opens only then. Resolves when all have loaded.
 */
export async function invalidate(filters: InvalidateQueryFilters = {}): Promise<void> {
  const leftRunning = queryClient.getQueryCache().findAll({
    ...filters,
    fetchStatus: 'fetching',
    predicate: (one) => one.state.data === undefined || !one.isActive(),
  });
  await queryClient.invalidateQueries(filters);
  for (const { promise, queryKey } of leftRunning) {
    await promise?.catch(() => undefined);
    const own = { refetchType: 'all', ...filters, queryKey, exact: true } as const;
    await queryClient.invalidateQueries(own);
  }
}
