import { describe, expect, test } from '@jest/globals';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { chatPartition, roomKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { ownerOf, type Room } from '#shared/rules/chat/chats.ts';
import { afterWrite, beforeWrite } from '../../support/before-write.ts';
import {
  addTo,
  friends,
  leave,
  mute,
  openGroup,
  pair,
  poll,
  removeFrom,
  rename,
  say,
  seedContacts,
  viewList,
  viewMessages,
  viewOne,
  viewPeople,
} from '../../support/chat-calls.ts';
import { newMember, removeContact } from '../../support/contacts.ts';
import type { Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const idsOf = async (who: Person) =>
  (await viewList(who)).body.data.map(({ id }: { id: string }) => id);
const viewOf = async (who: Person, chatId: string) => (await viewOne(who, chatId)).body.data[0];
const roomOf = async (chatId: string) => (await table.get<Room>(roomKey(chatId))) as Room;
const memberIds = async (chatId: string) => Object.keys((await roomOf(chatId)).members).sort();
const sorted = (...people: readonly Person[]) => people.map(({ user }) => user.id).sort();
const countOf = async (who: Person, chatId: string) =>
  (await viewMessages(who, chatId)).body.pageTotal;

/** A group of three, and two more contacts of its owner. */
async function withFriends() {
  const people = await friends(world, 5);
  const [owner, ben, clara, dan, eva] = people as [Person, Person, Person, Person, Person];
  const chatId = String((await openGroup(owner, [ben, clara])).body.data[0].id);
  return { owner, ben, clara, dan, eva, chatId };
}

/** The changes that only an owner may make, by name. */
const CHANGES: Readonly<
  Record<string, (who: Person, chatId: string, person: Person) => ReturnType<typeof addTo>>
> = {
  'adding people': addTo,
  'removing people': removeFrom,
  renaming: (who, chatId) => rename(who, chatId, 'Talks'),
};

describe.each(Object.keys(CHANGES))('%s', (name) => {
  const change = CHANGES[name] as (typeof CHANGES)[string];

  test('is refused to members who do not own the group', async () => {
    const { ben, clara, chatId } = await withFriends();
    const refused = await change(ben, chatId, clara);
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toBe('Only the owner of the group can change it.');
  });

  test('is refused to strangers in the same way as for a group that does not exist', async () => {
    const { clara, dan, chatId } = await withFriends();
    expectRefusal(await change(dan, chatId, clara), 404, 'NOT_FOUND');
    expectRefusal(await change(dan, newId(world.now()), clara), 404, 'NOT_FOUND');
  });

  test('is refused in a chat of two people', async () => {
    const { ana, ben, chatId } = await pair(world);
    const refused = await change(ana, chatId, ben);
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toBe('Only a group can be changed, not a chat of two people.');
  });
});

describe('people who are added to a group', () => {
  test('see it in their lists with one unread message, and read what was written before', async () => {
    const { owner, dan, eva, chatId } = await withFriends();
    await say(owner, chatId, '<p>Before</p>');
    const { http, body } = await addTo(owner, chatId, dan, eva);
    expect(http).toBe(200);
    expect(body.data).toMatchObject([{ id: chatId, memberCount: 5, unread: 0 }]);
    for (const one of [dan, eva]) {
      expect(await idsOf(one)).toEqual([chatId]);
      expect(await viewOf(one, chatId)).toMatchObject({ unread: 1, ownerId: owner.user.id });
      expect((await viewMessages(one, chatId)).body.data).toMatchObject([
        { number: 2, announcement: { kind: 'added' } },
        { number: 1, content: '<p>Before</p>' },
      ]);
    }
    expect((await viewPeople(dan, chatId)).body.data).toHaveLength(5);
    expect((await say(dan, chatId)).http).toBe(200);
  });

  test('who are members already stay as they are, and nothing is announced', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriends();
    const { body } = await addTo(owner, chatId, ben, clara, owner);
    expect(body.data).toMatchObject([{ memberCount: 3 }]);
    expect(await countOf(owner, chatId)).toBe(0);
    await addTo(owner, chatId, ben, dan);
    const [{ announcement }] = (await viewMessages(owner, chatId)).body.data;
    expect(announcement.people).toEqual([{ userId: dan.user.id, fullName: dan.user.fullName }]);
    await addTo(owner, chatId, ben, dan);
    expect(await countOf(owner, chatId)).toBe(1);
  });

  test('must be contacts of the owner', async () => {
    const { owner, dan, chatId } = await withFriends();
    const stranger = await newMember(world);
    expectRefusal(await addTo(owner, chatId, dan, stranger), 400, 'INVALID_INPUT', {
      participantUserIds: 'All members must be contacts of yours',
    });
    expectRefusal(await addTo(owner, chatId), 400, 'INVALID_INPUT', {
      participantUserIds: 'Select Members',
    });
    expect(await idsOf(dan)).toEqual([]);
  });

  test('are not added if the contact ends at the same moment', async () => {
    const { owner, dan, chatId } = await withFriends();
    const refused = await beforeWrite(
      chatPartition(chatId),
      () => addTo(owner, chatId, dan),
      () => removeContact(owner, dan),
    );
    expectRefusal(refused, 400, 'INVALID_INPUT', {
      participantUserIds: 'All members must be contacts of yours',
    });
    expect([await idsOf(dan), await countOf(owner, chatId)]).toEqual([[], 0]);
  });

  test('are refused if the group would have more than fifty members', async () => {
    const [owner, ...others] = (await friends(world, 51)) as [Person, ...Person[]];
    const chatId = String((await openGroup(owner, others.slice(0, 1))).body.data[0].id);
    expectRefusal(await addTo(owner, chatId, ...others), 400, 'INVALID_INPUT', {
      participantUserIds: 'A group can have at most 50 people, you included',
    });
    expect(await memberIds(chatId)).toHaveLength(2);
    // 49 people are one more than a transaction holds. As one of them is no contact, nobody is added.
    await leave(others[0] ?? owner, chatId);
    const stranger = await newMember(world);
    expectRefusal(
      await addTo(owner, chatId, ...others.slice(0, 48), stranger),
      400,
      'INVALID_INPUT',
    );
    expect(await memberIds(chatId)).toEqual([owner.user.id]);
    const { body } = await addTo(owner, chatId, ...others.slice(0, 49));
    expect(body.data).toMatchObject([{ memberCount: 50 }]);
    expect(await idsOf(others[48] ?? owner)).toEqual([chatId]);
    expectRefusal(await addTo(owner, chatId, ...others.slice(49)), 400, 'INVALID_INPUT');
  });
});

describe('more people than one transaction adds', () => {
  /** A group with its owner alone, who adds 49 people; `meanwhile` runs when the first 48 have been added. */
  async function addingAll(
    meanwhile: (all: { owner: Person; others: Person[]; chatId: string }) => Promise<unknown>,
  ) {
    const [owner, ...others] = (await friends(world, 50)) as [Person, ...Person[]];
    const [first] = others as [Person];
    const chatId = String((await openGroup(owner, [first])).body.data[0].id);
    await leave(first, chatId);
    const all = { owner, others, chatId };
    const answer = await afterWrite(
      roomKey(chatId).pk,
      () => addTo(owner, chatId, ...others),
      () => meanwhile(all),
    );
    return { ...all, answer };
  }

  test('are all added, and nobody who left in between is added again', async () => {
    const { owner, others, chatId, answer } = await addingAll(async (all) => {
      expect(await memberIds(all.chatId)).toHaveLength(49);
      await leave(all.others[0] as Person, all.chatId);
    });
    expect(answer.body.data).toMatchObject([{ memberCount: 49 }]);
    expect(await memberIds(chatId)).toEqual(sorted(owner, ...others.slice(1)));
  });

  test('stay added if the contact with the last one ends in between, who is refused', async () => {
    const { owner, others, chatId, answer } = await addingAll((all) =>
      removeContact(all.others[48] as Person, all.owner),
    );
    expectRefusal(answer, 400, 'INVALID_INPUT');
    expect(await memberIds(chatId)).toEqual(sorted(owner, ...others.slice(0, 48)));
  });
});

describe('a person who is removed from a group', () => {
  test('no longer finds it, writes to it or polls it', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const { sinceTime } = (await viewMessages(ben, chatId)).body;
    const { http, body } = await removeFrom(owner, chatId, ben);
    expect([http, body.data[0].memberCount]).toEqual([200, 2]);
    expect(await idsOf(ben)).toEqual([]);
    for (const answer of [
      await poll(ben, chatId, sinceTime),
      await viewOne(ben, chatId),
      await say(ben, chatId),
    ])
      expectRefusal(answer, 404, 'NOT_FOUND');
    expect(await memberIds(chatId)).toEqual(sorted(owner, clara));
  });

  test('is announced once, however often they are removed', async () => {
    const { owner, ben, dan, chatId } = await withFriends();
    await removeFrom(owner, chatId, ben);
    const again = await removeFrom(owner, chatId, ben);
    expect(again.body.data).toMatchObject([{ memberCount: 2 }]);
    expect((await removeFrom(owner, chatId, dan)).http).toBe(200);
    expect(await countOf(owner, chatId)).toBe(1);
  });

  test('is not muted when they are added again', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    await mute(ben, chatId);
    await mute(clara, chatId);
    await removeFrom(owner, chatId, ben);
    expect((await roomOf(chatId)).muted).toEqual(new Set([clara.user.id]));
    await addTo(owner, chatId, ben);
    expect(await viewOf(ben, chatId)).toMatchObject({ muted: false, unread: 1 });
    expect(await viewOf(clara, chatId)).toMatchObject({ muted: true });
  });

  test('cannot be the owner', async () => {
    const { owner, chatId } = await withFriends();
    const refused = await removeFrom(owner, chatId, owner);
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toBe(
      'You can’t remove yourself from your group. Leave it instead.',
    );
  });
});

describe('renaming a group', () => {
  test('gives it the name for all members; the same name changes nothing', async () => {
    const { owner, ben, chatId } = await withFriends();
    const { body } = await rename(owner, chatId, ' Sunday\ntalks ');
    expect(body.data).toMatchObject([{ name: 'Sunday talks' }]);
    expect(await viewOf(ben, chatId)).toMatchObject({ name: 'Sunday talks', unread: 1 });
    expect((await rename(owner, chatId, 'Sunday talks')).http).toBe(200);
    expect(await countOf(owner, chatId)).toBe(1);
  });

  test('requires a name', async () => {
    const { owner, chatId } = await withFriends();
    expectRefusal(await rename(owner, chatId, ' '), 400, 'INVALID_INPUT', {
      name: 'Please enter a name',
    });
  });
});

describe('the owner of a group', () => {
  test('is its creator, and after the creator left, the member with the oldest account', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    expect(await viewOf(ben, chatId)).toMatchObject({ ownerId: owner.user.id });
    await leave(owner, chatId);
    const [oldest = ''] = sorted(ben, clara);
    expect(await viewOf(ben, chatId)).toMatchObject({ ownerId: oldest });
    const next = oldest === ben.user.id ? ben : clara;
    expect((await rename(next, chatId, 'Talks')).http).toBe(200);
  });

  test('does not change when another member leaves, even one with an older account', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const next = sorted(ben, clara)[1] === ben.user.id ? ben : clara;
    await leave(owner, chatId, next);
    await seedContacts(world, next, [owner]);
    await addTo(next, chatId, owner);
    await leave(owner, chatId);
    expect(await viewOf(next, chatId)).toMatchObject({ ownerId: next.user.id, memberCount: 2 });
  });

  test('may name the next owner when leaving', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const next = sorted(ben, clara)[1] === ben.user.id ? ben : clara;
    expect((await leave(owner, chatId, next)).body).toEqual({ status: 'SUCCESS' });
    expect(await viewOf(ben, chatId)).toMatchObject({ ownerId: next.user.id });
    // A repeated call succeeds.
    expect((await leave(owner, chatId, next)).body).toEqual({ status: 'SUCCESS' });
  });

  test('cannot name themselves, a stranger or a blocked account as the next owner', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriends();
    await block(clara);
    for (const next of [owner, dan, clara])
      expectRefusal(await leave(owner, chatId, next), 400, 'INVALID_INPUT', {
        nextOwnerUserId: 'Please choose another member of the group',
      });
    expect(await memberIds(chatId)).toEqual(sorted(owner, ben, clara));
  });

  test('can be a blocked account if all other members are blocked too', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    for (const one of [ben, clara]) await block(one);
    expect((await leave(owner, chatId, clara)).http).toBe(200);
    expect(ownerOf(await roomOf(chatId))).toBe(clara.user.id);
  });

  test('is not a blocked account if another member is not blocked', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const [first, second] = sorted(ben, clara)[0] === ben.user.id ? [ben, clara] : [clara, ben];
    await block(first);
    await leave(owner, chatId);
    expect(await viewOf(second, chatId)).toMatchObject({ ownerId: second.user.id });
  });

  test('is the oldest account in a group that was stored without an owner, and stays the owner', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const older = sorted(ben, clara)[0] === ben.user.id ? ben : clara;
    await removeFrom(owner, chatId, older);
    await table.write(update(roomKey(chatId), { remove: ['ownerId'] }));
    const first = sorted(owner, ben === older ? clara : ben)[0];
    const holder = [owner, ben, clara].find(({ user }) => user.id === first) as Person;
    expect(await viewOf(owner, chatId)).toMatchObject({ ownerId: first });
    await seedContacts(world, holder, [older]);
    expect((await addTo(holder, chatId, older)).http).toBe(200);
    expect((await roomOf(chatId)).ownerId).toBe(first);
  });
});

describe('a group whose last member leaves', () => {
  test('has no announcement of it, and is in no list any more', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    await mute(owner, chatId);
    for (const one of [ben, clara, owner]) expect((await leave(one, chatId)).http).toBe(200);
    const room = await roomOf(chatId);
    expect([room.members, room.number, ownerOf(room), room.muted]).toEqual([
      {},
      2,
      undefined,
      undefined,
    ]);
    expect(await idsOf(owner)).toEqual([]);
    expectRefusal(await viewOne(owner, chatId), 404, 'NOT_FOUND');
    expect((await leave(owner, chatId)).http).toBe(200);
  });

  test('belongs to the person whom that member added just before', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriends();
    for (const one of [ben, clara]) await leave(one, chatId);
    const left = await beforeWrite(
      chatPartition(chatId),
      () => leave(owner, chatId),
      () => addTo(owner, chatId, dan),
    );
    expect(left.http).toBe(200);
    const room = await roomOf(chatId);
    expect([Object.keys(room.members), ownerOf(room)]).toEqual([[dan.user.id], dan.user.id]);
  });

  test('does not accept a person whom that member adds just after', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriends();
    for (const one of [ben, clara]) await leave(one, chatId);
    const added = await beforeWrite(
      chatPartition(chatId),
      () => addTo(owner, chatId, dan),
      () => leave(owner, chatId),
    );
    expectRefusal(added, 404, 'NOT_FOUND');
    expect([await memberIds(chatId), await idsOf(dan)]).toEqual([[], []]);
  });
});

describe('at the same moment', () => {
  test('two people are added and one is removed: all of it is done and announced', async () => {
    const { owner, ben, clara, dan, eva, chatId } = await withFriends();
    const changed = await Promise.all([
      addTo(owner, chatId, dan),
      addTo(owner, chatId, eva),
      removeFrom(owner, chatId, ben),
    ]);
    expect(changed.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect(await memberIds(chatId)).toEqual(sorted(owner, clara, dan, eva));
    expect(await countOf(owner, chatId)).toBe(3);
  });

  test('a message and a change both get a number of their own', async () => {
    const { owner, ben, chatId } = await withFriends();
    const renamed = await beforeWrite(
      chatPartition(chatId),
      () => rename(owner, chatId, 'Talks'),
      () => say(ben, chatId, '<p>First</p>'),
    );
    expect(renamed.http).toBe(200);
    const said = await beforeWrite(
      chatPartition(chatId),
      () => say(ben, chatId, '<p>Last</p>'),
      () => rename(owner, chatId, 'Walks'),
    );
    expect(said.body.data[0].number).toBe(4);
    const { data } = (await viewMessages(ben, chatId)).body;
    expect(data).toMatchObject([
      { number: 4, content: '<p>Last</p>' },
      { number: 3, announcement: { name: 'Walks' } },
      { number: 2, announcement: { name: 'Talks' } },
      { number: 1, content: '<p>First</p>' },
    ]);
  });

  test('a removed member’s message is refused', async () => {
    const { owner, ben, chatId } = await withFriends();
    const said = await beforeWrite(
      chatPartition(chatId),
      () => say(ben, chatId),
      () => removeFrom(owner, chatId, ben),
    );
    expectRefusal(said, 404, 'NOT_FOUND');
    expect(await countOf(owner, chatId)).toBe(1);
  });

  test('an owner who has just left cannot remove a member', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const removed = await beforeWrite(
      chatPartition(chatId),
      () => removeFrom(owner, chatId, clara),
      () => leave(owner, chatId),
    );
    expectRefusal(removed, 404, 'NOT_FOUND');
    expect(await memberIds(chatId)).toEqual(sorted(ben, clara));
  });

  test('the owner and the next owner leave: another member owns the group', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const refused = await beforeWrite(
      chatPartition(chatId),
      () => leave(owner, chatId, ben),
      () => leave(ben, chatId),
    );
    expectRefusal(refused, 400, 'INVALID_INPUT', {
      nextOwnerUserId: 'Please choose another member of the group',
    });
    expect((await leave(owner, chatId)).http).toBe(200);
    expect(await viewOf(clara, chatId)).toMatchObject({ ownerId: clara.user.id });
  });

  test('the next owner leaves just after they got the group: another member owns it', async () => {
    const { owner, ben, clara, chatId } = await withFriends();
    const left = await beforeWrite(
      chatPartition(chatId),
      () => leave(ben, chatId),
      () => leave(owner, chatId, ben),
    );
    expect(left.http).toBe(200);
    expect(await viewOf(clara, chatId)).toMatchObject({ ownerId: clara.user.id, memberCount: 1 });
  });
});

function block({ user: { id } }: Person) {
  const now = world.now();
  const act = { id: newId(now), at: now, who: 'test', command: 'block', about: id };
  return blockAccount(table, id, { ...act, reason: 'test', outcome: 'blocked' }, now);
}
