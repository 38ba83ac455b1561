import { expect, test } from '@jest/globals';
import { roomKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import {
  groupOf,
  leave,
  mute,
  pair,
  removeFrom,
  say,
  viewList,
  viewOne,
} from '../../support/chat-calls.ts';
import { newMember } from '../../support/contacts.ts';
import type { Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const mutedOf = async (chatId: string) => (await table.get<Room>(roomKey(chatId)))?.muted;

test('a chat is muted for one member, who still sees the unread count', async () => {
  const { ana, ben, chatId } = await pair(world);
  expect((await mute(ben, chatId)).body).toEqual({ status: 'SUCCESS' });
  await say(ana, chatId);
  expect((await viewOne(ben, chatId)).body.data).toMatchObject([{ muted: true, unread: 1 }]);
  expect((await viewList(ben)).body.data).toMatchObject([{ muted: true, unread: 1 }]);
  expect((await viewOne(ana, chatId)).body.data).toMatchObject([{ muted: false }]);
});

test('muting a chat twice and unmuting it twice succeeds', async () => {
  const { people, chatId } = await groupOf(world, 3);
  for (const one of people) for (let time = 0; time < 2; time += 1) await mute(one, chatId);
  expect(await mutedOf(chatId)).toEqual(new Set(people.map(({ user }) => user.id)));
  for (const one of people)
    for (let time = 0; time < 2; time += 1) expect((await mute(one, chatId, false)).http).toBe(200);
  expect(await mutedOf(chatId)).toBeUndefined();
});

test('a group is muted for each of many members who mute it at the same moment', async () => {
  const { people, chatId } = await groupOf(world, 6);
  const muted = await Promise.all(people.map((one) => mute(one, chatId)));
  expect(muted.map(({ http }) => http)).toEqual(Array(6).fill(200));
  expect((await mutedOf(chatId))?.size).toBe(6);
});

test('muting is refused to former members and strangers, and none of their ids is stored', async () => {
  const { maker, others, chatId } = await groupOf(world, 3);
  const [ben, clara] = others as [Person, Person];
  for (const one of [ben, clara]) await mute(one, chatId);
  await removeFrom(maker, chatId, ben);
  await leave(clara, chatId);
  for (const one of [ben, clara, await newMember(world)])
    for (const muted of [true, false])
      expectRefusal(await mute(one, chatId, muted), 404, 'NOT_FOUND');
  expect(await mutedOf(chatId)).toBeUndefined();
});
