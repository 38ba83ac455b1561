import { beforeEach, expect, test } from '@jest/globals';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { operations } from '../../../shared/api/index.ts';
import type { OperationSpec } from '../../../shared/api/operation.ts';
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
