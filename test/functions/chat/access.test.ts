import { beforeAll, describe, expect, test } from '@jest/globals';
import { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { call } from '../../support/call.ts';
import {
  friends,
  groupOf,
  leave,
  openGroup,
  pair,
  say,
  viewMessages,
} from '../../support/chat-calls.ts';
import { newMember } from '../../support/contacts.ts';
import { dataUrlOf, jpegOf } from '../../support/image-fixtures.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();
let group: Awaited<ReturnType<typeof groupOf>>;
let messageId: string;
let dateTimeSent: string;
beforeAll(async () => {
  await supportOf(world);
  group = await groupOf(world, 3);
  const { data } = (await say(group.maker, group.chatId, '<p>Among us</p>')).body;
  ({ id: messageId, dateTimeSent } = data[0]);
});

const definitions = areas.chat;
const names = Object.keys(definitions) as (keyof typeof definitions)[];
/** The operations whose input names a chat. */
const ofOneChat = names.filter(
  (name) =>
    !['createDirectChat', 'createGroupChat', 'viewChatList', 'viewMissedMessages'].includes(name),
);

/**
 * The response of each operation to a person outside the chat, whether or not the chat exists. Leaving such a chat
 * succeeds.
 */
const toAnOutsider = (name: string) =>
  name === 'leaveChat' ? { http: 200, status: 'SUCCESS' } : { http: 404, status: 'NOT_FOUND' };

/** Calls an operation with the group's id. */
async function ask(name: keyof typeof definitions, token?: string) {
  const { handler } = (await import(`../../../functions/chat/${name}.ts`)) as { handler: unknown };
  const { method }: OperationSpec = definitions[name];
  const { chatId, others } = group;
  const input = {
    id: chatId,
    chatId,
    chatMessageId: messageId,
    messageText: '<p>Let me in</p>',
    base64Image: dataUrlOf(jpegOf(4, 3), 'image/jpeg'),
    sinceTime: '2026-01-01T00:00:00.000Z',
    name: 'Mine',
    dateTimeSent,
    reaction: 'like',
    participantUserId: others[0]?.user.id,
    userId: others[0]?.user.id,
    muted: true,
    searchText: 'among us',
    reasonCode: 'SPAM',
    participantUserIds: others.map(({ user }) => user.id),
  };
  const { http, body } = await call(handler, input, { method, token });
  return { http, status: body.status, data: body.data };
}

describe('a caller without a paid plan', () => {
  test('may leave a group', async () => {
    const { others, chatId } = await groupOf(world, 3);
    const [former] = others as [Person, Person];
    const { token } = await newPerson(world, { licenseId: 'FREE' });
    expect((await leave({ token }, chatId)).http).toBe(200);
    expect((await leave(former, chatId)).http).toBe(200);
  });
});

describe('a caller who is not in the chat', () => {
  test.each(ofOneChat)('cannot find the chat with %s', async (name) => {
    const { token } = await newMember(world);
    expect(await ask(name, token)).toEqual(toAnOutsider(name));
  });

  test('gets the same response as for a chat that does not exist', async () => {
    const { token } = await newMember(world);
    const real = group.chatId;
    group = { ...group, chatId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    for (const name of ofOneChat.filter((one) => one !== 'createChatRead'))
      expect(await ask(name, token)).toEqual(toAnOutsider(name));
    group = { ...group, chatId: real };
  });

  test('changed nothing in the chat by these calls', async () => {
    const { body } = await viewMessages(group.maker, group.chatId);
    expect(body).toMatchObject({ pageTotal: 1, typingUserId: null });
    expect(body.reads).toHaveLength(3);
  });
});

describe('a former member', () => {
  test.each(ofOneChat)('cannot find the chat with %s', async (name) => {
    const before = group;
    group = await groupOf(world, 3);
    const [former] = group.others as [Person, Person];
    ({ id: messageId, dateTimeSent } = (await say(group.maker, group.chatId)).body.data[0]);
    await leave(former, group.chatId);
    expect(await ask(name, former.token)).toEqual(toAnOutsider(name));
    group = before;
  });
});

describe('chat limits', () => {
  test('allow sixty messages per person and minute', async () => {
    const { ana, ben, chatId } = await pair(world);
    atStartOf(60_000);
    const sent: number[] = [];
    for (let nth = 0; nth < 61; nth += 1) sent.push((await say(ana, chatId)).http);
    expect(sent).toEqual([...Array(60).fill(200), 429]);
    expect((await say(ben, chatId)).http).toBe(200);
    world.advance(60_000);
    expect((await say(ana, chatId)).http).toBe(200);
  });

  test('allow thirty new groups per person and hour', async () => {
    const [maker, ...others] = (await friends(world, 2)) as [Person, Person];
    atStartOf(3_600_000);
    const made: number[] = [];
    for (let nth = 0; nth < 31; nth += 1) made.push((await openGroup(maker, others)).http);
    expect(made).toEqual([...Array(30).fill(200), 429]);
  });

  /** Moves the clock to the start of a limit's window. Windows are fixed, so the test stays within one. */
  function atStartOf(window: number) {
    const left = window - (world.now() % window);
    if (left < 30_000) world.advance(left);
  }
});
