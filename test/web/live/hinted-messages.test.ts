import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { toIso } from '#shared/time.ts';
import { queryClient } from '#web/api/queries.ts';
import { offerPoll } from '#web/api/requested-polls.ts';
import { storeSession } from '#web/api/session.ts';
import type { ChatMessage, Room } from '#web/features/chat/room.ts';
import {
  addChangedMessage,
  addHintedMessage,
  addHintedRead,
  followHintedMessages,
  roomQuery,
} from '#web/features/chat/room-query.ts';
import { answer, message, numbersOf, pageOf } from '../../support/chat-fixtures.ts';
import { settled } from '../settled.ts';
import { accessToken } from '../tokens.ts';

/* The cached messages of a chat, and hints of new ones. */

const CHAT = '01J0000000000000000000000C';
const { queryKey } = roomQuery(CHAT);
const before = globalThis.fetch;

beforeAll(() => {
  storeSession({
    userId: 'ben',
    fullName: 'Ben Okafor',
    avatarUrl: null,
    accessToken: accessToken(),
  });
});
afterEach(() => queryClient.clear());
afterAll(() => {
  globalThis.fetch = before;
});

/** The server's answers: the newest page, then news. Returns the names of the requested operations. */
function serve(numbers: readonly number[], later: readonly number[] = []): string[] {
  const asked: string[] = [];
  globalThis.fetch = async (to) => {
    const name = String(to).split('?')[0]?.split('/').at(-1) ?? '';
    asked.push(name);
    const isPage = name === 'viewChatMessages';
    const { data, sinceTime, ...rest } = isPage ? pageOf(numbers) : answer(later);
    return Response.json({
      status: 'SUCCESS',
      ...rest,
      sinceTime: toIso(sinceTime),
      data: data.map((one) => ({ ...one, dateTimeSent: toIso(one.dateTimeSent) })),
    });
  };
  return asked;
}

const known = () => {
  const room = queryClient.getQueryData(queryKey);
  return room && numbersOf(room);
};

describe('the message of a hint', () => {
  test('is shown without a request, and announced once', async () => {
    const asked = serve([4, 5, 6]);
    await queryClient.fetchQuery(roomQuery(CHAT));
    const heard: ChatMessage[] = [];
    const unfollow = followHintedMessages(CHAT, (messages) => heard.push(...messages));
    expect(addHintedMessage(CHAT, 7, message(7))).toBe(true);
    expect(addHintedMessage(CHAT, 7, message(7))).toBe(true);
    unfollow();
    expect(known()).toEqual([4, 5, 6, 7]);
    expect(heard.map(({ number }) => number)).toEqual([7]);
    expect(asked).toEqual(['viewChatMessages']);
  });

  test('is to be asked for if it is too large for a hint, or others are missing before it', async () => {
    serve([4, 5, 6]);
    await queryClient.fetchQuery(roomQuery(CHAT));
    const withdraw = offerPoll(CHAT, () => Promise.resolve());
    expect(addHintedMessage(CHAT, 7, undefined)).toBe(false);
    expect(addHintedMessage(CHAT, 9, message(9))).toBe(false);
    expect(addHintedMessage(CHAT, 6, undefined)).toBe(true);
    withdraw();
    expect(known()).toEqual([4, 5, 6]);
  });

  test('makes a chat that is not on the screen load again when it is opened', async () => {
    serve([4, 5, 6]);
    await queryClient.fetchQuery(roomQuery(CHAT));
    addHintedMessage(CHAT, 9, message(9));
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  test('is read after the first messages if these were loading when it came', async () => {
    const asked = serve([4, 5, 6], [7]);
    const loading = queryClient.fetchQuery(roomQuery(CHAT));
    expect(addHintedMessage(CHAT, 7, message(7))).toBe(true);
    await loading;
    await settled(() => JSON.stringify(known()));
    expect(known()).toEqual([4, 5, 6, 7]);
    expect(asked).toEqual(['viewChatMessages', 'viewChatMessagesSince']);
  });

  test('of a chat that was never opened changes nothing', () => {
    expect(addHintedMessage(CHAT, 7, message(7))).toBe(true);
    expect(known()).toBeUndefined();
  });
});

describe('a hint that comes while the first messages of its chat are loading', () => {
  test('of a changed message leads to a request for the change', async () => {
    const asked = serve([4, 5, 6]);
    const loading = queryClient.fetchQuery(roomQuery(CHAT));
    expect(addChangedMessage(CHAT, 1, message(6, { edited: true }))).toBe(true);
    await loading;
    await settled(() => JSON.stringify(asked));
    expect(asked).toEqual(['viewChatMessages', 'viewChatMessagesSince']);
  });

  test('of a read receipt is applied after the load', async () => {
    serve([4, 5, 6]);
    const loading = queryClient.fetchQuery(roomQuery(CHAT));
    const added = addHintedRead(CHAT, { chatId: CHAT, userId: 'ana', upTo: 6 });
    await Promise.all([loading, added]);
    expect(queryClient.getQueryData<Room>(queryKey)?.reads).toMatchObject({ ana: 6 });
  });
});
