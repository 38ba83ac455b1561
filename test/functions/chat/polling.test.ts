import { describe, expect, test } from '@jest/globals';
import { chatMessageKey, typingKey, userKey } from '#functions/storage/keys.ts';
import { type Item, put, remove, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { TYPING_TIME, TYPISTS_MAX } from '#shared/rules/chat/chats.ts';
import { fromIso, SECOND } from '#shared/time.ts';
import { groupOf, pair, seedContacts, seedMessages } from '../../support/chats.ts';
import { blockedNow, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

type Row = { readonly id: string; readonly number: number; readonly dateTimeSent: string };
const numbersOf = (data: readonly Row[]) => data.map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
const sinceOf = async (who: Person, chat: Ref): Promise<string> =>
  (await who.messages(chat)).sinceTime;

describe('polling a chat', () => {
  test('returns new messages once, oldest first', async () => {
    const { ana, ben, chat } = await pair(world);
    const start = await sinceOf(ana, chat);
    const sent = [
      await responseTo(ben.says(chat, '<p>1</p>')),
      await responseTo(ben.says(chat, '<p>2</p>')),
    ];
    const body = await ana.polls(chat, start);
    expect(body.data).toEqual(sent.map((one) => one.body.data[0]));
    expect(body).toMatchObject({ more: false, sinceTime: body.data[1]?.dateTimeSent });
    const empty = await ana.polls(chat, body.sinceTime);
    expect(empty).toMatchObject({ data: [], more: false, sinceTime: body.sinceTime });
  });

  test('costs half a read unit and no write if there is nothing new', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat);
    const since = await sinceOf(ana, chat);
    const { cost } = await metered(() => ana.polls(chat, since, undefined, { as: ana }));
    expect(cost).toEqual({ calls: 1, reads: 0.5, writes: 0 });
  });

  test('returns every message once while others write', async () => {
    const { people, chat } = await groupOf(world, 4);
    const [reader, ...writers] = people as [Person, ...Person[]];
    let since = await sinceOf(reader, chat);
    const seen: number[] = [];
    const ask = async () => {
      const body = await reader.polls(chat, since);
      seen.push(...numbersOf(body.data));
      since = body.sinceTime;
    };
    let isWriting = true;
    const writing = Promise.all(
      writers.map(async (one) => {
        for (let nth = 0; nth < 8; nth += 1) await one.says(chat);
      }),
    ).finally(() => {
      isWriting = false;
    });
    while (isWriting) await ask();
    await writing;
    await ask();
    expect(seen).toEqual(upTo(24));
  });

  test('returns pages of a hundred messages after a long absence, and reports that there are more', async () => {
    const { ana, ben, chat } = await pair(world);
    let since = await sinceOf(ana, chat);
    await seedMessages(world, chat, ben, 250);
    since = new Date(Date.parse(since) - 3_600_000).toISOString();
    const sizes: [number, boolean][] = [];
    const seen: number[] = [];
    for (let more = true; more; ) {
      const { body } = await responseTo(ana.polls(chat, since));
      sizes.push([body.data.length, body.more]);
      seen.push(...numbersOf(body.data));
      ({ more, sinceTime: since } = body);
      expect(body.reads).toHaveLength(2);
    }
    expect(sizes).toEqual([
      [100, true],
      [100, true],
      [50, false],
    ]);
    expect(seen).toEqual(upTo(250));
  });

  test('continues when a hundred messages exceed one query', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ben, 60, `<p>${'a'.repeat(30_000)}</p>`);
    let since = new Date(world.now() - 3_600_000).toISOString();
    const seen: number[] = [];
    let calls = 0;
    for (let more = true; more; calls += 1) {
      const { body } = await responseTo(ana.polls(chat, since));
      seen.push(...numbersOf(body.data));
      ({ more, sinceTime: since } = body);
    }
    expect(seen).toEqual(upTo(60));
    expect(calls).toBeGreaterThan(1);
  });

  test('waits for a message that becomes visible after a later one', async () => {
    const { ana, ben, chat } = await pair(world);
    const start = await sinceOf(ana, chat);
    const sent: Row[] = [];
    for (const text of ['1', '2', '3']) sent.push(await ben.says(chat, `<p>${text}</p>`));
    const key = chatMessageKey(chat.id, fromIso(sent[1]?.dateTimeSent ?? ''));
    const late = await table.get<Item>(key);
    await table.write(remove(key));
    const first = await ana.polls(chat, start);
    expect([numbersOf(first.data), first.more]).toEqual([[1], false]);
    const page = await ana.messages(chat);
    expect(numbersOf(page.data)).toEqual([3, 1]);
    expect(page.sinceTime).toBe(sent[0]?.dateTimeSent);
    expect((await ana.polls(chat, first.sinceTime)).data).toEqual([]);
    await table.write(put(late ?? { ...key }));
    expect(numbersOf((await ana.polls(chat, first.sinceTime)).data)).toEqual([2, 3]);
  });

  test.each([
    ['1970-01-01T00:00:00.000Z', [1, 2]],
    ['2999-01-01T00:00:00.000Z', []],
  ])('accepts any time as since: %s', async (since, wanted) => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat);
    await ben.says(chat);
    const { http, body } = await responseTo(ana.polls(chat, since));
    expect([http, numbersOf(body.data)]).toEqual([200, wanted]);
  });

  test.each(['', 'yesterday', '12'])('refuses an invalid time: %p', async (since) => {
    const { ana, chat } = await pair(world);
    const { http, body } = await responseTo(ana.polls(chat, since));
    expect([http, Object.keys(body.fields)]).toEqual([400, ['sinceTime']]);
  });

  test('returns the current name of a writer', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat);
    const names = { fullName: 'Benedict Now', avatarUrl: 'https://replypaid.test/media/b.webp' };
    await table.write(update(userKey(ben.user.id), { set: names }));
    expect((await ana.messages(chat)).data[0]).toMatchObject({
      userName: names.fullName,
      userAvatar: names.avatarUrl,
    });
    expect(await ana.chat(chat)).toMatchObject({
      name: names.fullName,
      avatar: names.avatarUrl,
    });
  });
});

describe('a read receipt', () => {
  test('is visible to others through a poll without messages', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [one = maker, two = maker] = others;
    const sent = await maker.says(chat);
    const since = await sinceOf(maker, chat);
    expect((await one.chat(chat)).unread).toBe(1);
    expect(await one.reads(sent)).toEqual({ status: 'SUCCESS' });
    const body = await maker.polls(chat, since);
    expect(body.data).toEqual([]);
    const marks = Object.fromEntries(
      body.reads.map(({ userId, upTo: number }: { userId: string; upTo: number }) => [
        userId,
        number,
      ]),
    );
    expect(marks).toEqual({ [maker.user.id]: 1, [one.user.id]: 1, [two.user.id]: 0 });
    expect((await two.messages(chat)).data[0]).toMatchObject({
      readReceipt: true,
      readUserIds: [one.user.id],
    });
    expect((await one.chat(chat)).unread).toBe(0);
    expect((await two.chats()).data[0]?.unread).toBe(1);
  });

  test('only moves forward, and repeating an older one succeeds', async () => {
    const { ana, ben, chat } = await pair(world);
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) ids.push((await ben.says(chat)).id);
    for (const id of [ids[2], ids[0], ids[2]]) await ana.reads({ id: id ?? '' });
    expect((await ana.chat(chat)).unread).toBe(0);
    const { cost } = await metered(() => ana.reads({ id: ids[1] ?? '' }, { as: ana }));
    // The read marker does not move. The local engine reports no units for a failed condition.
    expect(cost.writes).toBe(0);
  });

  test('keeps the newest of many concurrent ones', async () => {
    const { ana, ben, chat } = await pair(world);
    const ids: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push((await ben.says(chat)).id);
    await Promise.all([...ids].reverse().map((id) => ana.reads({ id })));
    expect((await ana.chat(chat)).unread).toBe(0);
  });

  test('is set by sending a message', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat);
    await ana.says(chat);
    expect((await ana.chat(chat)).unread).toBe(0);
    expect((await ben.chat(chat)).unread).toBe(1);
  });

  test('is refused for a message that does not exist or is in another chat', async () => {
    const { ana, ben, chat } = await pair(world);
    const other = await pair(world);
    const theirs = (await other.ana.says(other.chat)).id;
    await ben.says(chat);
    for (const id of [`${chat.id}-2`, `${chat.id}-0`, `${chat.id}`, 'x', theirs])
      expect((await responseTo(ana.reads({ id }))).http).toBe(404);
    expect((await ana.chat(chat)).unread).toBe(1);
    expect((await other.ben.chat(other.chat)).unread).toBe(1);
  });
});

describe('a typing indicator', () => {
  const avatarOf = ({ user }: Person) => `https://replypaid.test/media/${user.id}.webp`;
  async function writers(count: number) {
    const group = await groupOf(world, count);
    for (const person of group.people)
      await table.write(update(userKey(person.user.id), { set: { avatarUrl: avatarOf(person) } }));
    return { ...group, since: await sinceOf(group.maker, group.chat) };
  }
  const seenBy = async (who: Person, chat: Ref, since: string) => {
    const { typingUserId, typingAvatarUrl } = await who.polls(chat, since);
    return [typingUserId, typingAvatarUrl];
  };

  test('is shown to others, and expires without a write', async () => {
    const { maker, others, chat, since } = await writers(3);
    const [one = maker, two = maker] = others;
    expect(await one.types(chat)).toEqual({
      status: 'SUCCESS',
      typingUserId: null,
      typingAvatarUrl: null,
    });
    expect(await seenBy(maker, chat, since)).toEqual([one.user.id, avatarOf(one)]);
    expect(await seenBy(one, chat, since)).toEqual([null, null]);
    expect((await two.messages(chat)).typingUserId).toBe(one.user.id);
    expect((await two.types(chat)).typingAvatarUrl).toBe(avatarOf(one));
    world.advance(TYPING_TIME + SECOND);
    const { cost } = await metered(() => seenBy(maker, chat, since));
    expect(cost.writes).toBe(0);
    expect(await seenBy(maker, chat, since)).toEqual([null, null]);
  });

  test('ends when it is stopped, and with the message', async () => {
    const { maker, others, chat, since } = await writers(3);
    const [one = maker, two = maker] = others;
    await one.types(chat);
    await one.stopsTyping(chat);
    expect(await seenBy(maker, chat, since)).toEqual([null, null]);
    await two.types(chat);
    await two.says(chat);
    expect(await seenBy(maker, chat, since)).toEqual([null, null]);
    world.advance(5);
    await two.types(chat);
    expect((await seenBy(maker, chat, since))[0]).toBe(two.user.id);
  });

  test('ends when the person leaves', async () => {
    const { maker, others, chat, since } = await writers(3);
    const [one = maker] = others;
    await one.types(chat);
    await one.leaves(chat);
    expect(await seenBy(maker, chat, since)).toEqual([null, null]);
  });

  test('has no portrait of a person whose account operators have just blocked', async () => {
    const { maker, others, chat, since } = await writers(2);
    const [one = maker] = others;
    await blockedNow(world, one);
    await one.types(chat);
    expect(await seenBy(maker, chat, since)).toEqual([one.user.id, null]);
  });

  test('is not shown for a person who is no longer a contact', async () => {
    const { ana, ben, chat } = await pair(world);
    const since = await sinceOf(ana, chat);
    for (const happens of [() => ben.removesContact(ana), () => ben.invites(ana)]) {
      await happens();
      await ben.types(chat);
      expect(await seenBy(ana, chat, since)).toEqual([null, null]);
    }
    await seedContacts(world, ana, [ben]);
    await ben.types(chat);
    expect((await seenBy(ana, chat, since))[0]).toBe(ben.user.id);
  });

  test('of many concurrent writers is stored compactly, and expires from the table', async () => {
    const { maker, others, chat, since } = await writers(8);
    for (const one of others) await one.types(chat);
    const { pk, sk, expiresAt, ...said } = (await table.get<Item>(typingKey(chat.id))) ?? {
      pk: '',
      sk: '',
    };
    expect(Object.keys(said)).toHaveLength(TYPISTS_MAX);
    expect(Number(expiresAt) * SECOND).toBeGreaterThan(world.now());
    expect((await seenBy(maker, chat, since))[0]).toBe(others[TYPISTS_MAX - 1]?.user.id);
    world.advance(TYPING_TIME + SECOND);
    await (others.at(-1) ?? maker).types(chat);
    const left = (await table.get<Item>(typingKey(chat.id))) ?? {};
    expect(Object.keys(left).sort()).toEqual(
      ['pk', 'sk', 'expiresAt', others.at(-1)?.user.id ?? ''].sort(),
    );
    expect([pk, sk]).toEqual([typingKey(chat.id).pk, typingKey(chat.id).sk]);
  });

  test('works in a chat without messages', async () => {
    const { ana, chat } = await pair(world);
    expect((await responseTo(ana.stopsTyping(chat))).body.status).toBe('SUCCESS');
  });
});
