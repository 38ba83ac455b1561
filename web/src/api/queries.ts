import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Input, OperationSpec, Output } from '../../../shared/api/operation.ts';
import { call, isRefusal } from './client.ts';

/** One cache for the app. Only faults are tried again: a refusal stays a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && (!isRefusal(error) || isRefusal(error, 'UNAVAILABLE', 'INTERNAL')),
    },
    mutations: { retry: false },
  },
});

/**
 * The cache key of an operation's answer. One answer and a list of answers have different shapes, so the key says which
 * it holds: the same operation may be asked for both ways on one screen.
 */
const keyOf = <Op extends OperationSpec, Asked>(
  operation: Op,
  input: Asked,
  holds: 'answer' | 'pages',
) => [operation.name, input, holds] as const;

/** A query of an operation, defined once for loaders and components. */
export function query<Op extends OperationSpec>(operation: Op, input: Input<Op>) {
  return queryOptions({
    queryKey: keyOf(operation, input, 'answer'),
    queryFn: ({ signal }) => call(operation, input, { signal }),
  });
}

type Page = { data: unknown[]; pageTotal: number; cursor?: string | undefined };

/** A list that grows by its cursor. `input` is everything besides the paging. */
export function pagedQuery<Op extends OperationSpec>(
  operation: Output<Op> extends Page ? Op : never,
  input: Omit<Input<Op>, 'cursor' | 'skip'>,
) {
  return infiniteQueryOptions({
    queryKey: keyOf(operation, input, 'pages'),
    queryFn: async ({ pageParam, signal }) =>
      (await call(operation, { ...input, cursor: pageParam } as Input<Op>, {
        signal,
      })) as Output<Op>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last as Output<Op> & Page).cursor,
  });
}

/** Makes every query of these operations stale, and reloads those on the screen. */
export async function refresh(...operations: readonly OperationSpec[]): Promise<void> {
  await Promise.all(
    operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation.name] })),
  );
}
