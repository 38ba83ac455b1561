import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toIso } from '#shared/time.ts';
import { storeSession } from '#web/api/session.ts';
import type { Room } from '#web/features/chat/room.ts';
import { answer, message, numbersOf, pageOf } from '../../support/chat-fixtures.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { settled } from '../settled.ts';

/* The cached messages of a chat after a notification has invalidated every query, and after own changes. */

const CHAT = '01J0000000000000000000000C';
const before = globalThis.fetch;

beforeEach(() => emptyBrowserStorage());
afterAll(() => {
  globalThis.fetch = before;
});

function signInAsBen(): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 3_600 }));
  storeSession({
    accessToken: `head.${claims}.signature`,
    userId: 'ben',
    fullName: 'Ben Okafor',
    avatarUrl: null,
  });
}

/** The newest page on the server. */
function answers(numbers: readonly number[], cursor?: string): void {
  const { data, sinceTime, ...rest } = pageOf(numbers, cursor);
  const messages = data.map((one) => ({ ...one, dateTimeSent: toIso(one.dateTimeSent) }));
  globalThis.fetch = () =>
    Promise.resolve(
      Response.json({ status: 'SUCCESS', ...rest, sinceTime: toIso(sinceTime), data: messages }),
    );
}

/** A response to polling without messages, in which somebody is typing. */
function answersTyping(): void {
  const { data: _, sinceTime, ...rest } = answer([6]);
  globalThis.fetch = () =>
    Promise.resolve(
      Response.json({
        status: 'SUCCESS',
        ...rest,
        sinceTime: toIso(sinceTime),
        data: [],
        typingUserId: 'ana',
        typingAvatarUrl: null,
      }),
    );
}

test('a chat that is not on the screen is loaded again when it is opened, and not before', async () => {
  signInAsBen();
  const { invalidateClosedRooms, roomQuery } = await import('#web/features/chat/room-query.ts');
  const { queryClient } = await import('#web/api/queries.ts');
  answers([4, 5, 6]);
  const query = roomQuery(CHAT);
  await queryClient.fetchQuery(query);
  let requests = 0;
  const served = globalThis.fetch;
  globalThis.fetch = (...asked) => {
    requests += 1;
    return served(...asked);
  };
  invalidateClosedRooms();
  expect([requests, queryClient.isFetching()]).toEqual([0, 0]);
  await queryClient.fetchQuery(query);
  expect(requests).toBe(1);
});

test('a second response that somebody is typing prolongs the indicator of the first one', async () => {
  signInAsBen();
  const { readNews, roomQuery } = await import('#web/features/chat/room-query.ts');
  const { queryClient } = await import('#web/api/queries.ts');
  answers([4, 5, 6]);
  await queryClient.fetchQuery(roomQuery(CHAT));
  const { queryKey } = roomQuery(CHAT);
  const typing = async () => {
    answersTyping();
    await readNews(CHAT, new AbortController().signal);
    return queryClient.getQueryData(queryKey)?.typing;
  };
  const first = await typing();
  expect(first?.userId).toBe('ana');
  // A new object, so the time of its expiry starts again.
  expect(await typing()).not.toBe(first);
  queryClient.clear();
});

test('a message that the viewer sent while the chat was loading for the first time is shown, although the response is older', async () => {
  signInAsBen();
  const { addOwnMessage, roomQuery } = await import('#web/features/chat/room-query.ts');
  const { queryClient } = await import('#web/api/queries.ts');
  answers([4, 5, 6]);
  const older = globalThis.fetch;
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  globalThis.fetch = async (...asked) => {
    await held;
    return older(...asked);
  };
  const load = queryClient.fetchQuery(roomQuery(CHAT));
  const added = addOwnMessage(CHAT, message(7, { userId: 'ben' }));
  respond();
  await Promise.all([load, added]);
  const room = queryClient.getQueryData(roomQuery(CHAT).queryKey) as Room;
  expect(numbersOf(room)).toEqual([4, 5, 6, 7]);
  queryClient.clear();
});

test('older messages that the reader has loaded stay when the chat is refetched', async () => {
  signInAsBen();
  const { readOlder, roomQuery } = await import('#web/features/chat/room-query.ts');
  const { queryClient } = await import('#web/api/queries.ts');
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

describe('a reaction whose response arrives after another change of the message', () => {
  const liked = message(1, { reactions: [{ reaction: 'like', userIds: ['ben'] }] });
  const edited = message(1, { content: '<p>Edited</p>', edited: true });

  /** Reacts to a message that its writer edits before the server's response arrives. Returns the message as it is shown. */
  async function reactWhileEdited(response: () => Response) {
    signInAsBen();
    const { addChangedMessage, roomQuery } = await import('#web/features/chat/room-query.ts');
    const { queryClient } = await import('#web/api/queries.ts');
    const { react } = await import('#web/features/chat/pages/viewer/message-actions.ts');
    answers([1]);
    await queryClient.fetchQuery(roomQuery(CHAT));
    globalThis.fetch = async () => {
      addChangedMessage(CHAT, 1, edited);
      return response();
    };
    const outcome = await react(CHAT, message(1), 'ben', 'like').then(
      () => 'done',
      () => 'failed',
    );
    const shown = queryClient.getQueryData(roomQuery(CHAT).queryKey)?.messages[0];
    queryClient.clear();
    return { outcome, shown };
  }

  test('does not restore the older message', async () => {
    const data = [{ ...liked, dateTimeSent: toIso(liked.dateTimeSent) }];
    const { outcome, shown } = await reactWhileEdited(() =>
      Response.json({ status: 'SUCCESS', data }),
    );
    expect({ outcome, shown }).toEqual({ outcome: 'done', shown: edited });
  });

  test('reverts only the reaction if it is refused', async () => {
    const { outcome, shown } = await reactWhileEdited(() =>
      Response.json({ status: 'FORBIDDEN' }, { status: 403 }),
    );
    expect({ outcome, shown }).toEqual({ outcome: 'failed', shown: edited });
  });
});

test('reactions that follow each other quickly reach the server in their order, and the last one is shown throughout', async () => {
  signInAsBen();
  const { roomQuery } = await import('#web/features/chat/room-query.ts');
  const { queryClient } = await import('#web/api/queries.ts');
  const { ownReaction, react } = await import('#web/features/chat/pages/viewer/message-actions.ts');
  answers([1]);
  await queryClient.fetchQuery(roomQuery(CHAT));
  const asked: string[] = [];
  const shown: (string | undefined)[] = [];
  const note = () => {
    const [first] = queryClient.getQueryData(roomQuery(CHAT).queryKey)?.messages ?? [];
    shown.push(first && ownReaction(first, 'ben'));
  };
  const respond: (() => void)[] = [];
  globalThis.fetch = async (_, init) => {
    const reaction = new URLSearchParams(String(init?.body)).get('reaction') as 'like' | 'love';
    asked.push(reaction);
    await new Promise<void>((resolve) => respond.push(resolve));
    const changed = message(1, { reactions: [{ reaction, userIds: ['ben'] }] });
    const data = [{ ...changed, dateTimeSent: toIso(changed.dateTimeSent) }];
    return Response.json({ status: 'SUCCESS', data });
  };
  const first = react(CHAT, message(1), 'ben', 'like');
  const second = react(CHAT, message(1), 'ben', 'love');
  await settled(() => asked.join());
  expect(asked).toEqual(['like']);
  respond[0]?.();
  await first;
  await settled(() => asked.join());
  note();
  expect(asked).toEqual(['like', 'love']);
  respond[1]?.();
  await second;
  note();
  expect(shown).toEqual(['love', 'love']);
  queryClient.clear();
});
