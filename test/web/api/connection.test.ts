import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { viewDrafts } from '#shared/api/drafts.ts';
import { isOffline } from '#web/api/connection.ts';
import { query, queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { accessToken } from '../tokens.ts';

/* Browsers claim to be offline at times when they are not. Requests are tried all the same. */

const before = { navigator: globalThis.navigator, fetch: globalThis.fetch };
let requests: number;
let isReachable: boolean;

beforeEach(() => {
  emptyBrowserStorage();
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
  requests = 0;
  globalThis.fetch = async () => {
    requests += 1;
    if (!isReachable) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'SUCCESS', data: [], pageTotal: 1 });
  };
  storeSession({ accessToken: accessToken(), userId: '1', fullName: 'Ada', avatarUrl: null });
});

afterEach(() => {
  queryClient.clear();
  globalThis.fetch = before.fetch;
  Object.defineProperty(globalThis, 'navigator', { value: before.navigator, configurable: true });
});

/** Opens a screen with a query while the library was told that the device is offline. Resolves with what the screen then has. */
async function openedOffline() {
  const { onlineManager } =
    jest.requireActual<typeof import('@tanstack/react-query')>('@tanstack/react-query');
  onlineManager.setOnline(false);
  const observer = new QueryObserver(queryClient, query(viewDrafts, {}));
  try {
    return await new Promise<ReturnType<typeof observer.getCurrentResult>>((resolve) => {
      observer.subscribe((result) => !result.isFetching && resolve(result));
    });
  } finally {
    observer.destroy();
    onlineManager.setOnline(true);
  }
}

test('a screen that is opened without a connection says so after one attempt', async () => {
  isReachable = false;
  const { status, fetchStatus } = await openedOffline();
  expect({ status, fetchStatus, requests }).toEqual({
    status: 'error',
    fetchStatus: 'idle',
    requests: 1,
  });
  expect(isOffline()).toBe(true);
});

test('a screen loads where the browser only claims to be offline', async () => {
  isReachable = true;
  expect((await openedOffline()).status).toBe('success');
});

test('a response shows that the claim is wrong, until a request fails', async () => {
  isReachable = true;
  await queryClient.fetchQuery(query(viewDrafts, {}));
  expect(isOffline()).toBe(false);
  isReachable = false;
  await queryClient
    .fetchQuery({ ...query(viewDrafts, {}), staleTime: 0, retry: false })
    .catch(() => undefined);
  expect(isOffline()).toBe(true);
});
