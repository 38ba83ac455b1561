import { describe, expect, test } from '@jest/globals';
import { chatPartition, roomKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { ANNOUNCEMENTS_STAY } from '#shared/rules/chat/message-changes.ts';
import { deliverMessageEvent, friends } from '../../support/chats.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import type { Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** A group of three, and another contact of its owner. */
async function withFriend() {
  const people = await friends(world, 4);
  const [owner, ben, clara, dan] = people as [Person, Person, Person, Person];
  const chat = await owner.opensGroup([ben, clara]);
  return { owner, ben, clara, dan, chat };
}

const named = ({ user }: Person) => ({ userId: user.id, fullName: user.fullName });
async function newestOf(who: Person, chat: Ref) {
  const [newest] = (await who.messages(chat)).data;
  if (!newest) throw new Error('the chat has no messages');
  return newest;
}
const previewOf = async (who: Person, chat: Ref) => (await who.chat(chat)).description;
const eventsOf = async (chat: Ref) =>
  (await domainEventsOf(world, 'chat.changed')).filter(
    ({ detail }) => 'chatId' in detail && detail.chatId === chat.id,
  ) as DomainEvent<'chat.changed'>[];

describe('an announcement', () => {
  test('says who did what, and is the preview of the chat', async () => {
    const { owner, ben, clara, dan, chat } = await withFriend();
    const { fullName } = owner.user;
    await owner.adds(chat, [dan]);
    expect(await newestOf(ben, chat)).toMatchObject({
      id: `${chat.id}-1`,
      number: 1,
      userId: owner.user.id,
      userName: fullName,
      content: '',
      announcement: { kind: 'added', people: [named(dan)] },
    });
    expect(await previewOf(ben, chat)).toBe(`${fullName} added ${dan.user.fullName}`);
    await owner.removes(chat, dan);
    expect((await newestOf(ben, chat)).announcement).toEqual({
      kind: 'removed',
      people: [named(dan)],
    });
    await owner.renames(chat, 'Talks');
    expect((await newestOf(ben, chat)).announcement).toEqual({
      kind: 'renamed',
      people: [],
      name: 'Talks',
    });
    expect(await previewOf(ben, chat)).toBe(`${fullName} renamed the group to “Talks”`);
    await owner.leaves(chat, { next: clara });
    expect(await newestOf(ben, chat)).toMatchObject({
      userName: fullName,
      announcement: { kind: 'left', people: [named(clara)] },
    });
    await ben.leaves(chat);
    expect((await newestOf(clara, chat)).announcement).toEqual({ kind: 'left', people: [] });
    expect(await previewOf(clara, chat)).toBe(`${ben.user.fullName} left`);
  });

  test('is unread for the others and returned by their next poll', async () => {
    const { owner, ben, chat } = await withFriend();
    await ben.says(chat);
    const { sinceTime } = await ben.messages(chat);
    await owner.renames(chat, 'Talks');
    const body = await ben.polls(chat, sinceTime);
    expect(body.data).toMatchObject([{ number: 2, announcement: { kind: 'renamed' } }]);
    const unread = async (who: Person) => (await who.chat(chat)).unread;
    expect([await unread(owner), await unread(ben)]).toEqual([0, 1]);
  });

  test('cannot be edited, deleted or reacted to, also not by its writer', async () => {
    const { owner, ben, chat } = await withFriend();
    await owner.renames(chat, 'Talks');
    const sent = await newestOf(owner, chat);
    for (const refused of [
      () => owner.edits(sent, '<p>Nothing happened</p>'),
      () => owner.unsays(sent),
      () => ben.unsays(sent),
      () => ben.reacts(sent, 'like'),
      () => ben.reacts(sent),
    ])
      await expectRefused(refused(), 403, 'FORBIDDEN', ANNOUNCEMENTS_STAY);
    expect(await newestOf(owner, chat)).toEqual(sent);
  });

  test('moves the chat up in the lists of all members', async () => {
    const { owner, ben, chat } = await withFriend();
    world.advance(1_000);
    await owner.opensGroup([ben], 'Newer');
    world.advance(1_000);
    await owner.renames(chat, 'Talks');
    await deliverMessageEvent(world, chat, await newestOf(owner, chat));
    const { data } = await ben.chats();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Talks', 'Newer']);
    const { activeAt } = (await table.get<{ activeAt: number }>({
      pk: `CHATS#${ben.user.id}`,
      sk: chatPartition(chat.id),
    })) ?? { activeAt: 0 };
    expect(activeAt).toBe((await table.get<{ newestAt: number }>(roomKey(chat.id)))?.newestAt);
  });
});

describe('the event of a group', () => {
  test('names the people who were added and removed', async () => {
    const { owner, ben, clara, dan, chat } = await withFriend();
    const at = async () => Date.parse((await newestOf(clara, chat)).dateTimeSent);
    const by = owner.user.id;
    const ids = (...people: Person[]) => people.map(({ user }) => user.id);
    const expected: object[] = [
      { chatId: chat.id, byUserId: by, addedUserIds: ids(ben, clara), removedUserIds: [] },
    ];
    await owner.adds(chat, [dan]);
    const added = { addedUserIds: ids(dan), removedUserIds: [] };
    expected.push({ chatId: chat.id, byUserId: by, messageAt: await at(), ...added });
    world.advance(10);
    await owner.removes(chat, dan);
    const removed = { addedUserIds: [], removedUserIds: ids(dan) };
    expected.push({ chatId: chat.id, byUserId: by, messageAt: await at(), ...removed });
    world.advance(10);
    await ben.leaves(chat);
    const left = { addedUserIds: [], removedUserIds: ids(ben) };
    expected.push({ chatId: chat.id, byUserId: ben.user.id, messageAt: await at(), ...left });
    expect((await eventsOf(chat)).map(({ detail }) => detail)).toEqual(expected);
  });

  test('has no announcement when the last member leaves', async () => {
    const { owner, ben, clara, chat } = await withFriend();
    for (const one of [ben, clara, owner]) {
      await one.leaves(chat);
      world.advance(10);
    }
    expect((await eventsOf(chat)).at(-1)?.detail).toEqual({
      chatId: chat.id,
      byUserId: owner.user.id,
      addedUserIds: [],
      removedUserIds: [owner.user.id],
    });
  });
});
