import { expect, test } from '@jest/globals';
import { roomKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import { groupOf, pair } from '../../support/chats.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const mutedOf = async (chat: Ref) => (await table.get<Room>(roomKey(chat.id)))?.muted;

test('a chat is muted for one member, who still sees the unread count', async () => {
  const { ana, ben, chat } = await pair(world);
  expect(await ben.mutes(chat)).toEqual({ status: 'SUCCESS' });
  await ana.says(chat);
  expect([await ben.chat(chat)]).toMatchObject([{ muted: true, unread: 1 }]);
  expect((await ben.chats()).data).toMatchObject([{ muted: true, unread: 1 }]);
  expect([await ana.chat(chat)]).toMatchObject([{ muted: false }]);
});

test('muting a chat twice and unmuting it twice succeeds', async () => {
  const { people, chat } = await groupOf(world, 3);
  for (const one of people) for (let time = 0; time < 2; time += 1) await one.mutes(chat);
  expect(await mutedOf(chat)).toEqual(new Set(people.map(({ user }) => user.id)));
  for (const one of people) for (let time = 0; time < 2; time += 1) await one.mutes(chat, false);
  expect(await mutedOf(chat)).toBeUndefined();
});

test('a group is muted for each of many members who mute it at the same moment', async () => {
  const { people, chat } = await groupOf(world, 6);
  const muted = await Promise.all(people.map((one) => responseTo(one.mutes(chat))));
  expect(muted.map(({ http }) => http)).toEqual(Array(6).fill(200));
  expect((await mutedOf(chat))?.size).toBe(6);
});

test('muting is refused to former members and strangers, and none of their ids is stored', async () => {
  const { maker, others, chat } = await groupOf(world, 3);
  const [ben, clara] = others as [Person, Person];
  for (const one of [ben, clara]) await one.mutes(chat);
  await maker.removes(chat, ben);
  await clara.leaves(chat);
  for (const one of [ben, clara, await newPerson(world, { licenseId: 'STARTER' })])
    for (const muted of [true, false])
      await expectRefused(one.mutes(chat, muted), 404, 'NOT_FOUND');
  expect(await mutedOf(chat)).toBeUndefined();
});
