import { describe, expect, test } from '@jest/globals';
import { contactKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { CHAT_NAME_MAX } from '#shared/rules/chat/chats.ts';
import { friends, groupOf, pair, seedContacts } from '../../support/chats.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const idsOf = async (who: Person) => (await who.chats()).data.map(({ id }: { id: string }) => id);

describe('a direct chat', () => {
  test('has the name of the other person in each person’s list', async () => {
    const [ana, ben] = (await friends(world, 2)) as [Person, Person];
    const seen = await ana.opensChat(ben);
    const chat = {
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      name: ben.user.fullName,
      description: '',
      avatar: null,
      unread: 0,
      dateTimeModified: expect.any(String),
      direct: true,
      userId: ben.user.id,
      deleted: false,
      blocked: false,
      memberCount: 2,
      ownerId: null,
      muted: false,
      cannotOpen: 0,
    };
    expect([seen]).toEqual([chat]);
    expect(await ana.chats()).toMatchObject({ pageTotal: 1, data: [chat] });
    const theirs = { ...chat, name: ana.user.fullName, userId: ana.user.id };
    expect(await ben.chats()).toMatchObject({ pageTotal: 1, data: [theirs] });
    expect([await ben.chat({ id: seen.id })]).toEqual([theirs]);
  });

  test('is created once by repeated and concurrent calls', async () => {
    const [ana, ben] = (await friends(world, 2)) as [Person, Person];
    const opened = await Promise.all([
      ...Array.from({ length: 4 }, () => responseTo(ana.opensChat(ben))),
      ...Array.from({ length: 4 }, () => responseTo(ben.opensChat(ana))),
    ]);
    expect(opened.map(({ http }) => http)).toEqual(Array(8).fill(200));
    expect(new Set(opened.map(({ body }) => body.data[0].id)).size).toBe(1);
    await ana.says({ id: opened[0]?.body.data[0].id });
    expect((await ben.opensChat(ana)).unread).toBe(1);
    expect([await idsOf(ana), await idsOf(ben)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('requires contacts', async () => {
    const [ana, stranger] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    const refused = await responseTo(ana.opensChat(stranger));
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toBe('You can only chat with people who are contacts of yours.');
    const nobody = { id: newId(world.now()) };
    await expectRefused(ana.opensChat(nobody), 403, 'FORBIDDEN');
    expect(await idsOf(ana)).toEqual([]);
  });

  test('with oneself is refused', async () => {
    const ana = await newPerson(world, { licenseId: 'STARTER' });
    await expectRefused(ana.opensChat(ana), 400, 'INVALID_INPUT', {
      participantUserId: 'You can’t chat with yourself',
    });
  });

  test('accepts no message if the contact ends at the same moment', async () => {
    const [ana, ben] = (await friends(world, 2)) as [Person, Person];
    const [opened] = await Promise.all([
      responseTo(ana.opensChat(ben)),
      table.write(remove(contactKey(ana.user.id, ben.user.id))),
    ]);
    if (opened.http !== 200) return expectRefusal(opened, 403, 'FORBIDDEN');
    await expectRefused(ana.says({ id: opened.body.data[0].id }), 403, 'FORBIDDEN');
  });

  test('cannot be left', async () => {
    const { ana, chat } = await pair(world);
    const refused = await responseTo(ana.leaves(chat));
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toMatch(/^Only a group can be left\./);
    expect(await idsOf(ana)).toEqual([chat.id]);
  });
});

describe('a group chat', () => {
  test('has its name and its members', async () => {
    const people = await friends(world, 4);
    const [maker, ...others] = people as [Person, ...Person[]];
    const seen = await maker.opensGroup(others, '  Sunday\nwalks ');
    const [chat] = [seen];
    expect(chat).toMatchObject({ name: 'Sunday walks', direct: false, userId: null });
    expect(chat).toMatchObject({ memberCount: 4, deleted: false, unread: 0, avatar: null });
    expect(chat.ownerId).toBe(maker.user.id);
    for (const one of people) expect((await one.chats()).data).toEqual([chat]);
    const { data } = await (others[2] ?? maker).members({ id: chat.id });
    expect(data).toEqual(
      people.map(({ user: { id, fullName, username } }) => ({
        id,
        fullName,
        username,
        profileImageUrl: null,
      })),
    );
  });

  test('requires a name and a member', async () => {
    const [maker, other] = (await friends(world, 2)) as [Person, Person];
    await expectRefused(maker.opensGroup([], ' '), 400, 'INVALID_INPUT', {
      participantUserIds: 'Select Members',
      name: 'Please enter a name',
    });
    const alone = await responseTo(maker.opensGroup([maker]));
    expect(alone.body.fields).toEqual({ participantUserIds: 'Select Members' });
    const long = await responseTo(maker.opensGroup([other], 'a'.repeat(CHAT_NAME_MAX + 1)));
    expect(Object.keys(long.body.fields)).toEqual(['name']);
  });

  test('requires contacts of its creator', async () => {
    const [maker, other] = (await friends(world, 2)) as [Person, Person];
    await expectRefused(
      maker.opensGroup([other, await newPerson(world, { licenseId: 'STARTER' })]),
      400,
      'INVALID_INPUT',
      {
        participantUserIds: 'All members must be contacts of yours',
      },
    );
    expect(await idsOf(other)).toEqual([]);
  });

  test('has at most fifty members, including its creator', async () => {
    const [maker, ...others] = (await friends(world, 51)) as [Person, ...Person[]];
    await expectRefused(maker.opensGroup(others), 400, 'INVALID_INPUT', {
      participantUserIds: 'A group can have at most 50 people, you included',
    });
    // The creator's own id and duplicate ids do not count towards the limit.
    const most = others.slice(1);
    const chat = await maker.opensGroup([maker, ...most, ...most.slice(0, 3)]);
    expect(chat.memberCount).toBe(50);
    expect(await idsOf(others.at(-1) ?? maker)).toEqual([chat.id]);
  });

  test('is created once by a repeated request, even concurrently', async () => {
    const [maker, ...others] = (await friends(world, 3)) as [Person, ...Person[]];
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        responseTo(maker.opensGroup(others, 'Once', { key: 'group-1' })),
      ),
    );
    expect(new Set(made.map(({ http, body }) => `${http} ${body.data?.[0].id}`)).size).toBe(1);
    expect(await idsOf(maker)).toHaveLength(1);
    const other = await responseTo(maker.opensGroup(others, 'Another name', { key: 'group-1' }));
    expect(Object.keys(other.body.fields)).toEqual(['Idempotency-Key']);
  });

  test('may have the name of another group', async () => {
    const [maker, ...others] = (await friends(world, 3)) as [Person, ...Person[]];
    const [one, two] = [
      await responseTo(maker.opensGroup(others)),
      await responseTo(maker.opensGroup(others)),
    ];
    expect(one.body.data[0].id).not.toBe(two.body.data[0].id);
  });

  test('continues when two members are no longer contacts', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    for (const { user } of others) await table.write(remove(contactKey(maker.user.id, user.id)));
    await maker.says(chat);
    expect((await maker.chat(chat)).deleted).toBe(false);
  });
});

describe('a person who leaves a group', () => {
  test('no longer sees it, and their messages remain', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [leaver = maker, stays = maker] = others;
    const sent = await responseTo(leaver.says(chat, '<p>Goodbye</p>'));
    expect(await leaver.leaves(chat)).toEqual({ status: 'SUCCESS' });
    expect(await idsOf(leaver)).toEqual([]);
    await expectRefused(leaver.chat(chat), 404, 'NOT_FOUND');
    expect(await leaver.leaves(chat)).toEqual({ status: 'SUCCESS' });
    const { data } = await stays.messages(chat);
    expect(data).toMatchObject([
      { content: '', userName: leaver.user.fullName, announcement: { kind: 'left', people: [] } },
      { content: '<p>Goodbye</p>', userName: leaver.user.fullName },
    ]);
    expect((await stays.chat(chat)).memberCount).toBe(2);
    const { sinceTime } = await stays.messages(chat);
    expect((await stays.polls(chat, sinceTime)).reads).toHaveLength(2);
    expect(sent.http).toBe(200);
  });

  test('may be its last member', async () => {
    const { people, chat } = await groupOf(world, 2);
    const left = await Promise.all(people.map((one) => responseTo(one.leaves(chat))));
    expect(left.map(({ http }) => http)).toEqual([200, 200]);
    for (const one of people) expect(await idsOf(one)).toEqual([]);
  });

  test('leaves once, and every repeated call succeeds', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const left = await Promise.all(Array.from({ length: 5 }, () => responseTo(maker.leaves(chat))));
    expect(left.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200]);
    expect((await (others[0] ?? maker).chat(chat)).memberCount).toBe(2);
  });

  test('is not added back by contacts who open another chat', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [leaver = maker] = others;
    await leaver.leaves(chat);
    await seedContacts(world, maker, others);
    const seen = await maker.opensGroup(others);
    expect(await idsOf(leaver)).toEqual([seen.id]);
  });
});
