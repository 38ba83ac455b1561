import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { toIso } from '../../../shared/time.ts';
import { keepSession } from '../../../web/src/api/session.ts';
import type { Room } from '../../../web/src/features/chat-viewer/room.ts';
import { numbersOf, pageOf } from '../../support/chats.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

/* The messages of a chat in the app's cache, when everything in it is read anew because a notification arrived. */

const CHAT = '01J0000000000000000000000C';
const before = globalThis.fetch;

beforeEach(() => emptyBrowserStorage());
afterAll(() => {
  globalThis.fetch = before;
});

/** The server's newest page. */
function answers(numbers: readonly number[], cursor?: string): void {
  const { data, sinceTime, ...rest } = pageOf(numbers, cursor);
  const messages = data.map((one) => ({ ...one, dateTimeSent: toIso(one.dateTimeSent) }));
  globalThis.fetch = () =>
    Promise.resolve(
      Response.json({ status: 'SUCCESS', ...rest, sinceTime: toIso(sinceTime), data: messages }),
    );
}

test('older messages stay where the reader has scrolled to', async () => {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 3_600 }));
  keepSession({
    ...{ accessToken: `head.${claims}.signature` },
    ...{ userId: 'ben', fullName: 'Ben Okafor', avatarUrl: null },
  });
  const { readOlder, roomQuery } = await import(
    '../../../web/src/features/chat-viewer/room-query.ts'
  );
  const { queryClient } = await import('../../../web/src/api/queries.ts');
  answers([4, 5, 6], 'before-4');
  await queryClient.fetchQuery(roomQuery(CHAT));
  answers([1, 2, 3]);
  await readOlder(CHAT);
  answers([5, 6, 7], 'before-5');
  await queryClient.invalidateQueries();
  const room: Room = await queryClient.fetchQuery(roomQuery(CHAT));
  expect(numbersOf(room)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(room.older).toBeUndefined();
  queryClient.clear();
});
