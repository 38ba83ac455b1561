import { beforeEach, expect, test } from '@jest/globals';
import { hashKey, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { ApiRefusal } from '#web/api/client.ts';
import { pagedQuery, query, queryClient, refresh } from '#web/api/queries.ts';

const paged = (Object.values(operations) as OperationSpec[]).filter(
  ({ output }) => 'pageTotal' in output.shape,
);
const keysOf = (operation: OperationSpec): QueryKey[] => [
  query(operation, {} as never).queryKey,
  pagedQuery(operation as never, {} as never).queryKey,
];

beforeEach(() => queryClient.clear());

test('every paged operation has different cache keys for a single response and a list', () => {
  expect(paged.length).toBeGreaterThan(5);
  for (const operation of paged) {
    const [answer, pages] = keysOf(operation).map(hashKey);
    expect(answer).not.toBe(pages);
  }
});

test('refresh marks both the single response and the list as stale', async () => {
  for (const operation of paged) {
    for (const key of keysOf(operation)) queryClient.setQueryData(key, {});
    await refresh(operation);
    for (const key of keysOf(operation))
      expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  }
});

/** A query of an operation whose loads end when they are told to, and what it shows. */
function heldQuery(operation: OperationSpec) {
  const { queryKey } = query(operation, {} as never);
  const loads: ((rows: string) => void)[] = [];
  const options = { queryKey, queryFn: () => new Promise<string>((end) => loads.push(end)) };
  return { options, loads, shown: () => queryClient.getQueryState(queryKey) };
}

/** Lets the promises run that nothing holds. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('refresh resolves with the change on the screen, even if the first load began before it', async () => {
  const operation = operations.viewOrderMessages;
  const { options, loads, shown } = heldQuery(operation);
  const leave = new QueryObserver(queryClient, options as never).subscribe(() => undefined);
  let isRefreshed = false;
  const refreshed = refresh(operation).then(() => {
    isRefreshed = true;
  });
  loads[0]?.('before the change');
  await settle();
  expect(isRefreshed).toBe(false);
  loads[1]?.('after the change');
  await refreshed;
  expect(shown()).toMatchObject({ data: 'after the change', isInvalidated: false });
  expect(loads).toHaveLength(2);
  leave();
});

test.each([
  ['first', undefined],
  ['repeated', 'long ago'],
])('refresh repeats a %s load of a screen that opens later, before it resolves', async (_, old) => {
  const operation = operations.viewOrderMessages;
  const { options, loads, shown } = heldQuery(operation);
  if (old !== undefined) queryClient.setQueryData(options.queryKey as QueryKey, old);
  const prefetched = queryClient.prefetchQuery({ ...options, staleTime: 0 } as never);
  const refreshed = refresh(operation);
  loads[0]?.('before the change');
  await prefetched;
  await settle();
  loads[1]?.('after the change');
  await refreshed;
  expect(shown()).toMatchObject({ data: 'after the change', isInvalidated: false });
});

test('refresh does not repeat a load that fails with the screen closed', async () => {
  const operation = operations.viewOrderMessages;
  const { queryKey } = query(operation, {} as never);
  const fail = () => Promise.reject(new ApiRefusal('FORBIDDEN', ''));
  const prefetched = queryClient.prefetchQuery({ queryKey, queryFn: fail } as never);
  await refresh(operation);
  await prefetched;
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ status: 'error' });
});

test.each([
  ['after a second', 0, new ApiRefusal('UNAVAILABLE', ''), 1_000],
  ['after twice as long the second time', 1, new ApiRefusal('UNAVAILABLE', ''), 2_000],
  ['not before Retry-After', 0, new ApiRefusal('UNAVAILABLE', '', {}, 3), 3_000],
  ['after a second if it is no refusal', 0, new Error('lost'), 1_000],
])('a query that failed is repeated %s', (_, failures, error, delay) => {
  const { retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  expect((retryDelay as (failures: number, error: Error) => number)(failures, error)).toBe(delay);
});
