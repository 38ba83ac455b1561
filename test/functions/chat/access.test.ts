import { beforeAll, describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { areas } from '#shared/api/index.ts';
import { friends, groupOf, pair } from '../../support/chats.ts';
import { dataUrlOf, jpegOf } from '../../support/image-fixtures.ts';
import { bearer, newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();
let group: Awaited<ReturnType<typeof groupOf>>;
let messageId: string;
let dateTimeSent: string;
beforeAll(async () => {
  await supportOf(world);
  group = await groupOf(world, 3);
  ({ id: messageId, dateTimeSent } = await group.maker.says(group.chat, '<p>Among us</p>'));
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
  const { chat, others } = group;
  const input = {
    id: chat.id,
    chatId: chat.id,
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
  const { http, body } = await responseTo(bearer(token).calls(name, input));
  return { http, status: body.status, data: body.data };
}

describe('a caller without a paid plan', () => {
  test('may leave a group', async () => {
    const { others, chat } = await groupOf(world, 3);
    const [former] = others as [Person, Person];
    const free = await newPerson(world, { licenseId: 'FREE' });
    await free.leaves(chat);
    await former.leaves(chat);
  });
});

describe('a caller who is not in the chat', () => {
  test.each(ofOneChat)('cannot find the chat with %s', async (name) => {
    const { token } = await newPerson(world, { licenseId: 'STARTER' });
    expect(await ask(name, token)).toEqual(toAnOutsider(name));
  });

  test('gets the same response as for a chat that does not exist', async () => {
    const { token } = await newPerson(world, { licenseId: 'STARTER' });
    const real = group.chat;
    group = { ...group, chat: { ...real, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
    for (const name of ofOneChat.filter((one) => one !== 'createChatRead'))
      expect(await ask(name, token)).toEqual(toAnOutsider(name));
    group = { ...group, chat: real };
  });

  test('changed nothing in the chat by these calls', async () => {
    const body = await group.maker.messages(group.chat);
    expect(body).toMatchObject({ pageTotal: 1, typingUserId: null });
    expect(body.reads).toHaveLength(3);
  });
});

describe('a former member', () => {
  test.each(ofOneChat)('cannot find the chat with %s', async (name) => {
    const before = group;
    group = await groupOf(world, 3);
    const [former] = group.others as [Person, Person];
    ({ id: messageId, dateTimeSent } = await group.maker.says(group.chat));
    await former.leaves(group.chat);
    expect(await ask(name, former.token)).toEqual(toAnOutsider(name));
    group = before;
  });
});

describe('chat limits', () => {
  test('allow sixty messages per person and minute', async () => {
    const { ana, ben, chat } = await pair(world);
    atStartOf(60_000);
    const sent: number[] = [];
    for (let nth = 0; nth < 61; nth += 1) sent.push((await responseTo(ana.says(chat))).http);
    expect(sent).toEqual([...Array(60).fill(200), 429]);
    await ben.says(chat);
    world.advance(60_000);
    await ana.says(chat);
  });

  test('allow thirty new groups per person and hour', async () => {
    const [maker, ...others] = (await friends(world, 2)) as [Person, Person];
    atStartOf(3_600_000);
    const made: number[] = [];
    for (let nth = 0; nth < 31; nth += 1)
      made.push((await responseTo(maker.opensGroup(others))).http);
    expect(made).toEqual([...Array(30).fill(200), 429]);
  });

  /** Moves the clock to the start of a limit's window. Windows are fixed, so the test stays within one. */
  function atStartOf(window: number) {
    const left = window - (world.now() % window);
    if (left < 30_000) world.advance(left);
  }
});
