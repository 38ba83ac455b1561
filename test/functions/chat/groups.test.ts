import { describe, expect, test } from '@jest/globals';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { chatPartition, roomKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import { ownerOf, type Room } from '#shared/rules/chat/chats.ts';
import { friends, pair, seedContacts } from '../../support/chats.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const idsOf = async (who: Person) => (await who.chats()).data.map(({ id }: { id: string }) => id);
const roomOf = async (chat: Ref) => (await table.get<Room>(roomKey(chat.id))) as Room;
const memberIds = async (chat: Ref) => Object.keys((await roomOf(chat)).members).sort();
const sorted = (...people: readonly Person[]) => people.map(({ user }) => user.id).sort();
const countOf = async (who: Person, chat: Ref) => (await who.messages(chat)).pageTotal;

/** A group of three, and two more contacts of its owner. */
async function withFriends() {
  const people = await friends(world, 5);
  const [owner, ben, clara, dan, eva] = people as [Person, Person, Person, Person, Person];
  const chat = await owner.opensGroup([ben, clara]);
  return { owner, ben, clara, dan, eva, chat };
}

/** The changes that only an owner may make, by name. */
const CHANGES: Readonly<Record<string, (who: Person, chat: Ref, person: Person) => Deed<unknown>>> =
  {
    'adding people': (who, chat, person) => who.adds(chat, [person]),
    'removing people': (who, chat, person) => who.removes(chat, person),
    renaming: (who, chat) => who.renames(chat, 'Talks'),
  };

describe.each(Object.keys(CHANGES))('%s', (name) => {
  const change = CHANGES[name] as (typeof CHANGES)[string];

  test('is refused to members who do not own the group', async () => {
    const { ben, clara, chat } = await withFriends();
    const says = 'Only the owner of the group can change it.';
    await expectRefused(change(ben, chat, clara), 403, 'FORBIDDEN', says);
  });

  test('is refused to strangers in the same way as for a group that does not exist', async () => {
    const { clara, dan, chat } = await withFriends();
    const none = { id: newId(world.now()) };
    await expectRefused(change(dan, chat, clara), 404, 'NOT_FOUND');
    await expectRefused(change(dan, none, clara), 404, 'NOT_FOUND');
  });

  test('is refused in a chat of two people', async () => {
    const { ana, ben, chat } = await pair(world);
    const says = 'Only a group can be changed, not a chat of two people.';
    await expectRefused(change(ana, chat, ben), 403, 'FORBIDDEN', says);
  });
});

describe('people who are added to a group', () => {
  test('see it in their lists with one unread message, and read what was written before', async () => {
    const { owner, dan, eva, chat } = await withFriends();
    await owner.says(chat, '<p>Before</p>');
    const seen = await owner.adds(chat, [dan, eva]);
    expect([seen]).toMatchObject([{ id: chat.id, memberCount: 5, unread: 0 }]);
    for (const one of [dan, eva]) {
      expect(await idsOf(one)).toEqual([chat.id]);
      expect(await one.chat(chat)).toMatchObject({ unread: 1, ownerId: owner.user.id });
      expect((await one.messages(chat)).data).toMatchObject([
        { number: 2, announcement: { kind: 'added' } },
        { number: 1, content: '<p>Before</p>' },
      ]);
    }
    expect((await dan.members(chat)).data).toHaveLength(5);
    await dan.says(chat);
  });

  test('who are members already stay as they are, and nothing is announced', async () => {
    const { owner, ben, clara, dan, chat } = await withFriends();
    const seen = await owner.adds(chat, [ben, clara, owner]);
    expect([seen]).toMatchObject([{ memberCount: 3 }]);
    expect(await countOf(owner, chat)).toBe(0);
    await owner.adds(chat, [ben, dan]);
    const [newest] = (await owner.messages(chat)).data;
    expect(newest?.announcement?.people).toEqual([
      { userId: dan.user.id, fullName: dan.user.fullName },
    ]);
    await owner.adds(chat, [ben, dan]);
    expect(await countOf(owner, chat)).toBe(1);
  });

  test('must be contacts of the owner', async () => {
    const { owner, dan, chat } = await withFriends();
    const stranger = await newPerson(world, { licenseId: 'STARTER' });
    await expectRefused(owner.adds(chat, [dan, stranger]), 400, 'INVALID_INPUT', {
      participantUserIds: 'All members must be contacts of yours',
    });
    await expectRefused(owner.adds(chat, []), 400, 'INVALID_INPUT', {
      participantUserIds: 'Select Members',
    });
    expect(await idsOf(dan)).toEqual([]);
  });

  test('are not added if the contact ends at the same moment', async () => {
    const { owner, dan, chat } = await withFriends();
    const refused = await world.overtaken(() => responseTo(owner.adds(chat, [dan])), {
      at: chatPartition(chat.id),
      by: () => owner.removesContact(dan),
    });
    expectRefusal(refused, 400, 'INVALID_INPUT', {
      participantUserIds: 'All members must be contacts of yours',
    });
    expect([await idsOf(dan), await countOf(owner, chat)]).toEqual([[], 0]);
  });

  test('are refused if the group would have more than fifty members', async () => {
    const [owner, ...others] = (await friends(world, 51)) as [Person, ...Person[]];
    const chat = await owner.opensGroup(others.slice(0, 1));
    await expectRefused(owner.adds(chat, others), 400, 'INVALID_INPUT', {
      participantUserIds: 'A group can have at most 50 people, you included',
    });
    expect(await memberIds(chat)).toHaveLength(2);
    // 49 people are one more than a transaction holds. As one of them is no contact, nobody is added.
    await (others[0] ?? owner).leaves(chat);
    const stranger = await newPerson(world, { licenseId: 'STARTER' });
    await expectRefused(owner.adds(chat, [...others.slice(0, 48), stranger]), 400, 'INVALID_INPUT');
    expect(await memberIds(chat)).toEqual([owner.user.id]);
    const seen = await owner.adds(chat, others.slice(0, 49));
    expect([seen]).toMatchObject([{ memberCount: 50 }]);
    expect(await idsOf(others[48] ?? owner)).toEqual([chat.id]);
    await expectRefused(owner.adds(chat, others.slice(49)), 400, 'INVALID_INPUT');
  });
});

describe('more people than one transaction adds', () => {
  /** A group with its owner alone, who adds 49 people; `meanwhile` runs when the first 48 have been added. */
  async function addingAll(
    meanwhile: (all: { owner: Person; others: Person[]; chat: Ref }) => Promise<unknown>,
  ) {
    const [owner, ...others] = (await friends(world, 50)) as [Person, ...Person[]];
    const [first] = others as [Person];
    const chat = await owner.opensGroup([first]);
    await first.leaves(chat);
    const all = { owner, others, chat };
    const answer = await world.overtaken(() => responseTo(owner.adds(chat, others)), {
      at: roomKey(chat.id),
      by: () => meanwhile(all),
      when: 'after',
    });
    return { ...all, answer };
  }

  test('are all added, and nobody who left in between is added again', async () => {
    const { owner, others, chat, answer } = await addingAll(async (all) => {
      expect(await memberIds(all.chat)).toHaveLength(49);
      await (all.others[0] as Person).leaves(all.chat);
    });
    expect(answer.body.data).toMatchObject([{ memberCount: 49 }]);
    expect(await memberIds(chat)).toEqual(sorted(owner, ...others.slice(1)));
  });

  test('stay added if the contact with the last one ends in between, who is refused', async () => {
    const { owner, others, chat, answer } = await addingAll((all) =>
      responseTo((all.others[48] as Person).removesContact(all.owner)),
    );
    expectRefusal(answer, 400, 'INVALID_INPUT');
    expect(await memberIds(chat)).toEqual(sorted(owner, ...others.slice(0, 48)));
  });
});

describe('a person who is removed from a group', () => {
  test('no longer finds it, writes to it or polls it', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const { sinceTime } = await ben.messages(chat);
    const { http, body } = await responseTo(owner.removes(chat, ben));
    expect([http, body.data[0].memberCount]).toEqual([200, 2]);
    expect(await idsOf(ben)).toEqual([]);
    for (const answer of [
      await responseTo(ben.polls(chat, sinceTime)),
      await responseTo(ben.chat(chat)),
      await responseTo(ben.says(chat)),
    ])
      expectRefusal(answer, 404, 'NOT_FOUND');
    expect(await memberIds(chat)).toEqual(sorted(owner, clara));
  });

  test('is announced once, however often they are removed', async () => {
    const { owner, ben, dan, chat } = await withFriends();
    await owner.removes(chat, ben);
    const again = await owner.removes(chat, ben);
    expect([again]).toMatchObject([{ memberCount: 2 }]);
    await owner.removes(chat, dan);
    expect(await countOf(owner, chat)).toBe(1);
  });

  test('is not muted when they are added again', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    await ben.mutes(chat);
    await clara.mutes(chat);
    await owner.removes(chat, ben);
    expect((await roomOf(chat)).muted).toEqual(new Set([clara.user.id]));
    await owner.adds(chat, [ben]);
    expect(await ben.chat(chat)).toMatchObject({ muted: false, unread: 1 });
    expect(await clara.chat(chat)).toMatchObject({ muted: true });
  });

  test('cannot be the owner', async () => {
    const { owner, chat } = await withFriends();
    const refused = await responseTo(owner.removes(chat, owner));
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toBe(
      'You can’t remove yourself from your group. Leave it instead.',
    );
  });
});

describe('renaming a group', () => {
  test('gives it the name for all members; the same name changes nothing', async () => {
    const { owner, ben, chat } = await withFriends();
    const seen = await owner.renames(chat, ' Sunday\ntalks ');
    expect([seen]).toMatchObject([{ name: 'Sunday talks' }]);
    expect(await ben.chat(chat)).toMatchObject({ name: 'Sunday talks', unread: 1 });
    await owner.renames(chat, 'Sunday talks');
    expect(await countOf(owner, chat)).toBe(1);
  });

  test('requires a name', async () => {
    const { owner, chat } = await withFriends();
    await expectRefused(owner.renames(chat, ' '), 400, 'INVALID_INPUT', {
      name: 'Please enter a name',
    });
  });
});

describe('the owner of a group', () => {
  test('is its creator, and after the creator left, the member with the oldest account', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    expect(await ben.chat(chat)).toMatchObject({ ownerId: owner.user.id });
    await owner.leaves(chat);
    const [oldest = ''] = sorted(ben, clara);
    expect(await ben.chat(chat)).toMatchObject({ ownerId: oldest });
    const next = oldest === ben.user.id ? ben : clara;
    await next.renames(chat, 'Talks');
  });

  test('does not change when another member leaves, even one with an older account', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const next = sorted(ben, clara)[1] === ben.user.id ? ben : clara;
    await owner.leaves(chat, { next });
    await seedContacts(world, next, [owner]);
    await next.adds(chat, [owner]);
    await owner.leaves(chat);
    expect(await next.chat(chat)).toMatchObject({ ownerId: next.user.id, memberCount: 2 });
  });

  test('may name the next owner when leaving', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const next = sorted(ben, clara)[1] === ben.user.id ? ben : clara;
    expect(await owner.leaves(chat, { next })).toEqual({ status: 'SUCCESS' });
    expect(await ben.chat(chat)).toMatchObject({ ownerId: next.user.id });
    // A repeated call succeeds.
    expect(await owner.leaves(chat, { next })).toEqual({ status: 'SUCCESS' });
  });

  test('cannot name themselves, a stranger or a blocked account as the next owner', async () => {
    const { owner, ben, clara, dan, chat } = await withFriends();
    await block(clara);
    for (const next of [owner, dan, clara])
      await expectRefused(owner.leaves(chat, { next }), 400, 'INVALID_INPUT', {
        nextOwnerUserId: 'Please choose another member of the group',
      });
    expect(await memberIds(chat)).toEqual(sorted(owner, ben, clara));
  });

  test('can be a blocked account if all other members are blocked too', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    for (const one of [ben, clara]) await block(one);
    await owner.leaves(chat, { next: clara });
    expect(ownerOf(await roomOf(chat))).toBe(clara.user.id);
  });

  test('is not a blocked account if another member is not blocked', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const [first, second] = sorted(ben, clara)[0] === ben.user.id ? [ben, clara] : [clara, ben];
    await block(first);
    await owner.leaves(chat);
    expect(await second.chat(chat)).toMatchObject({ ownerId: second.user.id });
  });

  test('is the oldest account in a group that was stored without an owner, and stays the owner', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const older = sorted(ben, clara)[0] === ben.user.id ? ben : clara;
    await owner.removes(chat, older);
    await table.write(update(roomKey(chat.id), { remove: ['ownerId'] }));
    const first = sorted(owner, ben === older ? clara : ben)[0];
    const holder = [owner, ben, clara].find(({ user }) => user.id === first) as Person;
    expect(await owner.chat(chat)).toMatchObject({ ownerId: first });
    await seedContacts(world, holder, [older]);
    await holder.adds(chat, [older]);
    expect((await roomOf(chat)).ownerId).toBe(first);
  });
});

describe('a group whose last member leaves', () => {
  test('has no announcement of it, and is in no list any more', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    await owner.mutes(chat);
    for (const one of [ben, clara, owner]) await one.leaves(chat);
    const room = await roomOf(chat);
    expect([room.members, room.number, ownerOf(room), room.muted]).toEqual([
      {},
      2,
      undefined,
      undefined,
    ]);
    expect(await idsOf(owner)).toEqual([]);
    await expectRefused(owner.chat(chat), 404, 'NOT_FOUND');
    await owner.leaves(chat);
  });

  test('belongs to the person whom that member added just before', async () => {
    const { owner, ben, clara, dan, chat } = await withFriends();
    for (const one of [ben, clara]) await one.leaves(chat);
    const left = await world.overtaken(() => responseTo(owner.leaves(chat)), {
      at: chatPartition(chat.id),
      by: () => owner.adds(chat, [dan]),
    });
    expect(left.http).toBe(200);
    const room = await roomOf(chat);
    expect([Object.keys(room.members), ownerOf(room)]).toEqual([[dan.user.id], dan.user.id]);
  });

  test('does not accept a person whom that member adds just after', async () => {
    const { owner, ben, clara, dan, chat } = await withFriends();
    for (const one of [ben, clara]) await one.leaves(chat);
    const added = await world.overtaken(() => responseTo(owner.adds(chat, [dan])), {
      at: chatPartition(chat.id),
      by: () => owner.leaves(chat),
    });
    expectRefusal(added, 404, 'NOT_FOUND');
    expect([await memberIds(chat), await idsOf(dan)]).toEqual([[], []]);
  });
});

describe('at the same moment', () => {
  test('two people are added and one is removed: all of it is done and announced', async () => {
    const { owner, ben, clara, dan, eva, chat } = await withFriends();
    const changed = await Promise.all([
      responseTo(owner.adds(chat, [dan])),
      responseTo(owner.adds(chat, [eva])),
      responseTo(owner.removes(chat, ben)),
    ]);
    expect(changed.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect(await memberIds(chat)).toEqual(sorted(owner, clara, dan, eva));
    expect(await countOf(owner, chat)).toBe(3);
  });

  test('a message and a change both get a number of their own', async () => {
    const { owner, ben, chat } = await withFriends();
    const renamed = await world.overtaken(() => responseTo(owner.renames(chat, 'Talks')), {
      at: chatPartition(chat.id),
      by: () => ben.says(chat, '<p>First</p>'),
    });
    expect(renamed.http).toBe(200);
    const said = await world.overtaken(() => responseTo(ben.says(chat, '<p>Last</p>')), {
      at: chatPartition(chat.id),
      by: () => owner.renames(chat, 'Walks'),
    });
    expect(said.body.data[0].number).toBe(4);
    const { data } = await ben.messages(chat);
    expect(data).toMatchObject([
      { number: 4, content: '<p>Last</p>' },
      { number: 3, announcement: { name: 'Walks' } },
      { number: 2, announcement: { name: 'Talks' } },
      { number: 1, content: '<p>First</p>' },
    ]);
  });

  test('a removed member’s message is refused', async () => {
    const { owner, ben, chat } = await withFriends();
    const said = await world.overtaken(() => responseTo(ben.says(chat)), {
      at: chatPartition(chat.id),
      by: () => owner.removes(chat, ben),
    });
    expectRefusal(said, 404, 'NOT_FOUND');
    expect(await countOf(owner, chat)).toBe(1);
  });

  test('an owner who has just left cannot remove a member', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const removed = await world.overtaken(() => responseTo(owner.removes(chat, clara)), {
      at: chatPartition(chat.id),
      by: () => owner.leaves(chat),
    });
    expectRefusal(removed, 404, 'NOT_FOUND');
    expect(await memberIds(chat)).toEqual(sorted(ben, clara));
  });

  test('the owner and the next owner leave: another member owns the group', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const refused = await world.overtaken(() => responseTo(owner.leaves(chat, { next: ben })), {
      at: chatPartition(chat.id),
      by: () => ben.leaves(chat),
    });
    expectRefusal(refused, 400, 'INVALID_INPUT', {
      nextOwnerUserId: 'Please choose another member of the group',
    });
    await owner.leaves(chat);
    expect(await clara.chat(chat)).toMatchObject({ ownerId: clara.user.id });
  });

  test('the next owner leaves just after they got the group: another member owns it', async () => {
    const { owner, ben, clara, chat } = await withFriends();
    const left = await world.overtaken(() => responseTo(ben.leaves(chat)), {
      at: chatPartition(chat.id),
      by: () => owner.leaves(chat, { next: ben }),
    });
    expect(left.http).toBe(200);
    expect(await clara.chat(chat)).toMatchObject({ ownerId: clara.user.id, memberCount: 1 });
  });
});

function block({ user: { id } }: Person) {
  const now = world.now();
  const act = { id: newId(now), at: now, who: 'test', command: 'block', about: id };
  return blockAccount(table, id, { ...act, reason: 'test', outcome: 'blocked' }, now);
}
