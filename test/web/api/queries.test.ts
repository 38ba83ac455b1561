import { beforeEach, expect, test } from '@jest/globals';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { operations } from '../../../shared/api/index.ts';
import type { OperationSpec } from '../../../shared/api/operation.ts';
import { ApiRefusal } from '../../../web/src/api/client.ts';
import { pagedQuery, query, queryClient, refresh } from '../../../web/src/api/queries.ts';

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

test.each([
  ['after a second', 0, new ApiRefusal('UNAVAILABLE', ''), 1_000],
  ['after twice as long the second time', 1, new ApiRefusal('UNAVAILABLE', ''), 2_000],
  ['not before Retry-After', 0, new ApiRefusal('UNAVAILABLE', '', {}, 3), 3_000],
  ['after a second if it is no refusal', 0, new Error('lost'), 1_000],
])('a query that failed is repeated %s', (_, failures, error, delay) => {
  const { retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  expect((retryDelay as (failures: number, error: Error) => number)(failures, error)).toBe(delay);
});
