import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { draftSyncOf } from '#web/features/conversations/drafts/draft-sync.ts';
import { draftsQuery } from '#web/features/conversations/pages/orders/order-queries.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { accessToken } from '../tokens.ts';

/* When the list of drafts is requested. */

const realFetch = globalThis.fetch;
const RECIPIENT = '01J0000000000000000000000B';
const draft = {
  id: 'd1',
  version: 1,
  recipientId: RECIPIENT,
  recipientName: 'Ben',
  recipientAvatarUrl: null,
  messageSubject: '',
  messageText: 'Hello',
  excerpt: 'Hello',
  acceptsMessages: true,
  modifiedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T12:00:00.000Z',
};
const sent: string[] = [];
const lists = () => sent.filter((path) => path.endsWith('/viewDrafts')).length;

beforeEach(() => {
  emptyBrowserStorage();
  Object.assign(globalThis, { window: new EventTarget() });
  storeSession({ accessToken: accessToken(), userId: 'me', fullName: 'Ana', avatarUrl: null });
  queryClient.clear();
  sent.length = 0;
  globalThis.fetch = async (address) => {
    const { pathname } = new URL(String(address), 'http://app.test');
    sent.push(pathname);
    return Response.json({ status: 'SUCCESS', data: [draft], pageTotal: 1 });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Opens the screen, and resolves when nothing is being requested. */
async function open(): Promise<void> {
  const close = new InfiniteQueryObserver(queryClient, draftsQuery()).subscribe(() => undefined);
  await queryClient.fetchInfiniteQuery(draftsQuery());
  close();
}

test('drafts that arrive before their screen opens are not requested again', async () => {
  await queryClient.prefetchInfiniteQuery(draftsQuery());
  await open();
  expect(lists()).toBe(1);
});

test('a saved draft invalidates the list of drafts', async () => {
  await open();
  const keeper = draftSyncOf('me', RECIPIENT);
  keeper.write({ text: 'Hello' });
  await keeper.save();
  await open();
  expect(lists()).toBe(2);
});
