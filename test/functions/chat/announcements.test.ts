import { describe, expect, test } from '@jest/globals';
import { chatPartition, roomKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { ANNOUNCEMENTS_STAY } from '#shared/rules/chat/message-changes.ts';
import {
  addTo,
  deliverMessageEvent,
  edit,
  friends,
  leave,
  openGroup,
  poll,
  reactTo,
  removeFrom,
  rename,
  say,
  unsay,
  viewList,
  viewMessages,
  viewOne,
} from '../../support/chat-calls.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import type { Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** A group of three, and another contact of its owner. */
async function withFriend() {
  const people = await friends(world, 4);
  const [owner, ben, clara, dan] = people as [Person, Person, Person, Person];
  const chatId = String((await openGroup(owner, [ben, clara])).body.data[0].id);
  return { owner, ben, clara, dan, chatId };
}

const named = ({ user }: Person) => ({ userId: user.id, fullName: user.fullName });
const newestOf = async (who: Person, chatId: string) =>
  (await viewMessages(who, chatId)).body.data[0];
const previewOf = async (who: Person, chatId: string) =>
  (await viewOne(who, chatId)).body.data[0].description;
const eventsOf = async (chatId: string) =>
  (await domainEventsOf(world, 'chat.changed')).filter(
    ({ detail }) => 'chatId' in detail && detail.chatId === chatId,
  ) as DomainEvent<'chat.changed'>[];

describe('an announcement', () => {
  test('says who did what, and is the preview of the chat', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriend();
    const { fullName } = owner.user;
    await addTo(owner, chatId, dan);
    expect(await newestOf(ben, chatId)).toMatchObject({
      id: `${chatId}-1`,
      number: 1,
      userId: owner.user.id,
      userName: fullName,
      content: '',
      announcement: { kind: 'added', people: [named(dan)] },
    });
    expect(await previewOf(ben, chatId)).toBe(`${fullName} added ${dan.user.fullName}`);
    await removeFrom(owner, chatId, dan);
    expect((await newestOf(ben, chatId)).announcement).toEqual({
      kind: 'removed',
      people: [named(dan)],
    });
    await rename(owner, chatId, 'Talks');
    expect((await newestOf(ben, chatId)).announcement).toEqual({
      kind: 'renamed',
      people: [],
      name: 'Talks',
    });
    expect(await previewOf(ben, chatId)).toBe(`${fullName} renamed the group to “Talks”`);
    await leave(owner, chatId, clara);
    expect(await newestOf(ben, chatId)).toMatchObject({
      userName: fullName,
      announcement: { kind: 'left', people: [named(clara)] },
    });
    await leave(ben, chatId);
    expect((await newestOf(clara, chatId)).announcement).toEqual({ kind: 'left', people: [] });
    expect(await previewOf(clara, chatId)).toBe(`${ben.user.fullName} left`);
  });

  test('is unread for the others and returned by their next poll', async () => {
    const { owner, ben, chatId } = await withFriend();
    await say(ben, chatId);
    const { sinceTime } = (await viewMessages(ben, chatId)).body;
    await rename(owner, chatId, 'Talks');
    const { body } = await poll(ben, chatId, sinceTime);
    expect(body.data).toMatchObject([{ number: 2, announcement: { kind: 'renamed' } }]);
    const unread = async (who: Person) => (await viewOne(who, chatId)).body.data[0].unread;
    expect([await unread(owner), await unread(ben)]).toEqual([0, 1]);
  });

  test('cannot be edited, deleted or reacted to, also not by its writer', async () => {
    const { owner, ben, chatId } = await withFriend();
    await rename(owner, chatId, 'Talks');
    const sent = await newestOf(owner, chatId);
    for (const answer of [
      await edit(owner, sent, '<p>Nothing happened</p>'),
      await unsay(owner, sent),
      await unsay(ben, sent),
      await reactTo(ben, sent, 'like'),
      await reactTo(ben, sent),
    ])
      expectRefusal(answer, 403, 'FORBIDDEN', ANNOUNCEMENTS_STAY);
    expect(await newestOf(owner, chatId)).toEqual(sent);
  });

  test('moves the chat up in the lists of all members', async () => {
    const { owner, ben, chatId } = await withFriend();
    world.advance(1_000);
    await openGroup(owner, [ben], 'Newer');
    world.advance(1_000);
    await rename(owner, chatId, 'Talks');
    await deliverMessageEvent(world, chatId, await newestOf(owner, chatId));
    const { data } = (await viewList(ben)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Talks', 'Newer']);
    const { activeAt } = (await table.get<{ activeAt: number }>({
      pk: `CHATS#${ben.user.id}`,
      sk: chatPartition(chatId),
    })) ?? { activeAt: 0 };
    expect(activeAt).toBe((await table.get<{ newestAt: number }>(roomKey(chatId)))?.newestAt);
  });
});

describe('the event of a group', () => {
  test('names the people who were added and removed', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriend();
    const at = async () => Date.parse((await newestOf(clara, chatId)).dateTimeSent);
    const by = owner.user.id;
    const ids = (...people: Person[]) => people.map(({ user }) => user.id);
    const expected: object[] = [
      { chatId, byUserId: by, addedUserIds: ids(ben, clara), removedUserIds: [] },
    ];
    await addTo(owner, chatId, dan);
    const added = { addedUserIds: ids(dan), removedUserIds: [] };
    expected.push({ chatId, byUserId: by, messageAt: await at(), ...added });
    world.advance(10);
    await removeFrom(owner, chatId, dan);
    const removed = { addedUserIds: [], removedUserIds: ids(dan) };
    expected.push({ chatId, byUserId: by, messageAt: await at(), ...removed });
    world.advance(10);
    await leave(ben, chatId);
    const left = { addedUserIds: [], removedUserIds: ids(ben) };
    expected.push({ chatId, byUserId: ben.user.id, messageAt: await at(), ...left });
    expect((await eventsOf(chatId)).map(({ detail }) => detail)).toEqual(expected);
  });

  test('has no announcement when the last member leaves', async () => {
    const { owner, ben, clara, chatId } = await withFriend();
    for (const one of [ben, clara, owner]) {
      await leave(one, chatId);
      world.advance(10);
    }
    expect((await eventsOf(chatId)).at(-1)?.detail).toEqual({
      chatId,
      byUserId: owner.user.id,
      addedUserIds: [],
      removedUserIds: [owner.user.id],
    });
  });
});
