import { describe, expect, test } from '@jest/globals';
import { chatMessageKey, typingKey, userKey } from '#functions/storage/keys.ts';
import { type Item, put, remove, table, update } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { TYPING_TIME, TYPISTS_MAX } from '#shared/rules/chat/chats.ts';
import { fromIso, SECOND } from '#shared/time.ts';
import {
  groupOf,
  leave,
  pair,
  poll,
  readTo,
  say,
  seedContacts,
  seedMessages,
  stopIn,
  typeIn,
  viewList,
  viewMessages,
  viewOne,
} from '../../support/chat-calls.ts';
import { invite, removeContact } from '../../support/contacts.ts';
import { blockedNow, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

type Row = { readonly id: string; readonly number: number; readonly dateTimeSent: string };
const numbersOf = (data: readonly Row[]) => data.map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
const sinceOf = async (who: Person, chatId: string): Promise<string> =>
  (await viewMessages(who, chatId)).body.sinceTime;

describe('polling a chat', () => {
  test('returns new messages once, oldest first', async () => {
    const { ana, ben, chatId } = await pair(world);
    const start = await sinceOf(ana, chatId);
    const sent = [await say(ben, chatId, '<p>1</p>'), await say(ben, chatId, '<p>2</p>')];
    const { http, body } = await poll(ana, chatId, start);
    expect(http).toBe(200);
    expect(body.data).toEqual(sent.map((one) => one.body.data[0]));
    expect(body).toMatchObject({ more: false, sinceTime: body.data[1].dateTimeSent });
    const empty = (await poll(ana, chatId, body.sinceTime)).body;
    expect(empty).toMatchObject({ data: [], more: false, sinceTime: body.sinceTime });
  });

  test('costs half a read unit and no write if there is nothing new', async () => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId);
    const since = await sinceOf(ana, chatId);
    const { cost } = await metered(() => poll(ana, chatId, since));
    expect(cost).toEqual({ calls: 1, reads: 0.5, writes: 0 });
  });

  test('returns every message once while others write', async () => {
    const { people, chatId } = await groupOf(world, 4);
    const [reader, ...writers] = people as [Person, ...Person[]];
    let since = await sinceOf(reader, chatId);
    const seen: number[] = [];
    const ask = async () => {
      const { body } = await poll(reader, chatId, since);
      seen.push(...numbersOf(body.data));
      since = body.sinceTime;
    };
    let isWriting = true;
    const writing = Promise.all(
      writers.map(async (one) => {
        for (let nth = 0; nth < 8; nth += 1) await say(one, chatId);
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
    const { ana, ben, chatId } = await pair(world);
    let since = await sinceOf(ana, chatId);
    await seedMessages(world, chatId, ben, 250);
    since = new Date(Date.parse(since) - 3_600_000).toISOString();
    const sizes: [number, boolean][] = [];
    const seen: number[] = [];
    for (let more = true; more; ) {
      const { body } = await poll(ana, chatId, since);
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
    const { ana, ben, chatId } = await pair(world);
    await seedMessages(world, chatId, ben, 60, `<p>${'a'.repeat(30_000)}</p>`);
    let since = new Date(world.now() - 3_600_000).toISOString();
    const seen: number[] = [];
    let calls = 0;
    for (let more = true; more; calls += 1) {
      const { body } = await poll(ana, chatId, since);
      seen.push(...numbersOf(body.data));
      ({ more, sinceTime: since } = body);
    }
    expect(seen).toEqual(upTo(60));
    expect(calls).toBeGreaterThan(1);
  });

  test('waits for a message that becomes visible after a later one', async () => {
    const { ana, ben, chatId } = await pair(world);
    const start = await sinceOf(ana, chatId);
    const sent: Row[] = [];
    for (const text of ['1', '2', '3'])
      sent.push((await say(ben, chatId, `<p>${text}</p>`)).body.data[0]);
    const key = chatMessageKey(chatId, fromIso(sent[1]?.dateTimeSent ?? ''));
    const late = await table.get<Item>(key);
    await table.write(remove(key));
    const first = (await poll(ana, chatId, start)).body;
    expect([numbersOf(first.data), first.more]).toEqual([[1], false]);
    const page = (await viewMessages(ana, chatId)).body;
    expect(numbersOf(page.data)).toEqual([3, 1]);
    expect(page.sinceTime).toBe(sent[0]?.dateTimeSent);
    expect((await poll(ana, chatId, first.sinceTime)).body.data).toEqual([]);
    await table.write(put(late ?? { ...key }));
    expect(numbersOf((await poll(ana, chatId, first.sinceTime)).body.data)).toEqual([2, 3]);
  });

  test.each([
    ['1970-01-01T00:00:00.000Z', [1, 2]],
    ['2999-01-01T00:00:00.000Z', []],
  ])('accepts any time as since: %s', async (since, wanted) => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId);
    await say(ben, chatId);
    const { http, body } = await poll(ana, chatId, since);
    expect([http, numbersOf(body.data)]).toEqual([200, wanted]);
  });

  test.each(['', 'yesterday', '12'])('refuses an invalid time: %p', async (since) => {
    const { ana, chatId } = await pair(world);
    const { http, body } = await poll(ana, chatId, since);
    expect([http, Object.keys(body.fields)]).toEqual([400, ['sinceTime']]);
  });

  test('returns the current name of a writer', async () => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId);
    const names = { fullName: 'Benedict Now', avatarUrl: 'https://replypaid.test/media/b.webp' };
    await table.write(update(userKey(ben.user.id), { set: names }));
    expect((await viewMessages(ana, chatId)).body.data[0]).toMatchObject({
      userName: names.fullName,
      userAvatar: names.avatarUrl,
    });
    expect((await viewOne(ana, chatId)).body.data[0]).toMatchObject({
      name: names.fullName,
      avatar: names.avatarUrl,
    });
  });
});

describe('a read receipt', () => {
  test('is visible to others through a poll without messages', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    const [one = maker, two = maker] = others;
    const sent = (await say(maker, chatId)).body.data[0];
    const since = await sinceOf(maker, chatId);
    expect((await viewOne(one, chatId)).body.data[0].unread).toBe(1);
    expect((await readTo(one, sent.id)).body).toEqual({ status: 'SUCCESS' });
    const { body } = await poll(maker, chatId, since);
    expect(body.data).toEqual([]);
    const marks = Object.fromEntries(
      body.reads.map(({ userId, upTo: number }: { userId: string; upTo: number }) => [
        userId,
        number,
      ]),
    );
    expect(marks).toEqual({ [maker.user.id]: 1, [one.user.id]: 1, [two.user.id]: 0 });
    expect((await viewMessages(two, chatId)).body.data[0]).toMatchObject({
      readReceipt: true,
      readUserIds: [one.user.id],
    });
    expect((await viewOne(one, chatId)).body.data[0].unread).toBe(0);
    expect((await viewList(two)).body.data[0].unread).toBe(1);
  });

  test('only moves forward, and repeating an older one succeeds', async () => {
    const { ana, ben, chatId } = await pair(world);
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) ids.push((await say(ben, chatId)).body.data[0].id);
    for (const id of [ids[2], ids[0], ids[2]]) expect((await readTo(ana, id ?? '')).http).toBe(200);
    expect((await viewOne(ana, chatId)).body.data[0].unread).toBe(0);
    const { cost } = await metered(() => readTo(ana, ids[1] ?? ''));
    // The read marker does not move. The local engine reports no units for a failed condition.
    expect(cost.writes).toBe(0);
  });

  test('keeps the newest of many concurrent ones', async () => {
    const { ana, ben, chatId } = await pair(world);
    const ids: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push((await say(ben, chatId)).body.data[0].id);
    await Promise.all([...ids].reverse().map((id) => readTo(ana, id)));
    expect((await viewOne(ana, chatId)).body.data[0].unread).toBe(0);
  });

  test('is set by sending a message', async () => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId);
    await say(ana, chatId);
    expect((await viewOne(ana, chatId)).body.data[0].unread).toBe(0);
    expect((await viewOne(ben, chatId)).body.data[0].unread).toBe(1);
  });

  test('is refused for a message that does not exist or is in another chat', async () => {
    const { ana, ben, chatId } = await pair(world);
    const other = await pair(world);
    const theirs = (await say(other.ana, other.chatId)).body.data[0].id;
    await say(ben, chatId);
    for (const id of [`${chatId}-2`, `${chatId}-0`, `${chatId}`, 'x', theirs])
      expect((await readTo(ana, id)).http).toBe(404);
    expect((await viewOne(ana, chatId)).body.data[0].unread).toBe(1);
    expect((await viewOne(other.ben, other.chatId)).body.data[0].unread).toBe(1);
  });
});

describe('a typing indicator', () => {
  const avatarOf = ({ user }: Person) => `https://replypaid.test/media/${user.id}.webp`;
  async function writers(count: number) {
    const group = await groupOf(world, count);
    for (const person of group.people)
      await table.write(update(userKey(person.user.id), { set: { avatarUrl: avatarOf(person) } }));
    return { ...group, since: await sinceOf(group.maker, group.chatId) };
  }
  const seenBy = async (who: Person, chatId: string, since: string) => {
    const { typingUserId, typingAvatarUrl } = (await poll(who, chatId, since)).body;
    return [typingUserId, typingAvatarUrl];
  };

  test('is shown to others, and expires without a write', async () => {
    const { maker, others, chatId, since } = await writers(3);
    const [one = maker, two = maker] = others;
    expect((await typeIn(one, chatId)).body).toEqual({
      status: 'SUCCESS',
      typingUserId: null,
      typingAvatarUrl: null,
    });
    expect(await seenBy(maker, chatId, since)).toEqual([one.user.id, avatarOf(one)]);
    expect(await seenBy(one, chatId, since)).toEqual([null, null]);
    expect((await viewMessages(two, chatId)).body.typingUserId).toBe(one.user.id);
    expect((await typeIn(two, chatId)).body.typingAvatarUrl).toBe(avatarOf(one));
    world.advance(TYPING_TIME + SECOND);
    const { cost } = await metered(() => seenBy(maker, chatId, since));
    expect(cost.writes).toBe(0);
    expect(await seenBy(maker, chatId, since)).toEqual([null, null]);
  });

  test('ends when it is stopped, and with the message', async () => {
    const { maker, others, chatId, since } = await writers(3);
    const [one = maker, two = maker] = others;
    await typeIn(one, chatId);
    await stopIn(one, chatId);
    expect(await seenBy(maker, chatId, since)).toEqual([null, null]);
    await typeIn(two, chatId);
    await say(two, chatId);
    expect(await seenBy(maker, chatId, since)).toEqual([null, null]);
    world.advance(5);
    await typeIn(two, chatId);
    expect((await seenBy(maker, chatId, since))[0]).toBe(two.user.id);
  });

  test('ends when the person leaves', async () => {
    const { maker, others, chatId, since } = await writers(3);
    const [one = maker] = others;
    await typeIn(one, chatId);
    await leave(one, chatId);
    expect(await seenBy(maker, chatId, since)).toEqual([null, null]);
  });

  test('has no portrait of a person whose account operators have just blocked', async () => {
    const { maker, others, chatId, since } = await writers(2);
    const [one = maker] = others;
    await blockedNow(world, one);
    await typeIn(one, chatId);
    expect(await seenBy(maker, chatId, since)).toEqual([one.user.id, null]);
  });

  test('is not shown for a person who is no longer a contact', async () => {
    const { ana, ben, chatId } = await pair(world);
    const since = await sinceOf(ana, chatId);
    for (const end of [removeContact, invite]) {
      await end(ben, ana);
      expect((await typeIn(ben, chatId)).body.status).toBe('SUCCESS');
      expect(await seenBy(ana, chatId, since)).toEqual([null, null]);
    }
    await seedContacts(world, ana, [ben]);
    await typeIn(ben, chatId);
    expect((await seenBy(ana, chatId, since))[0]).toBe(ben.user.id);
  });

  test('of many concurrent writers is stored compactly, and expires from the table', async () => {
    const { maker, others, chatId, since } = await writers(8);
    for (const one of others) await typeIn(one, chatId);
    const { pk, sk, expiresAt, ...said } = (await table.get<Item>(typingKey(chatId))) ?? {
      pk: '',
      sk: '',
    };
    expect(Object.keys(said)).toHaveLength(TYPISTS_MAX);
    expect(Number(expiresAt) * SECOND).toBeGreaterThan(world.now());
    expect((await seenBy(maker, chatId, since))[0]).toBe(others[TYPISTS_MAX - 1]?.user.id);
    world.advance(TYPING_TIME + SECOND);
    await typeIn(others.at(-1) ?? maker, chatId);
    const left = (await table.get<Item>(typingKey(chatId))) ?? {};
    expect(Object.keys(left).sort()).toEqual(
      ['pk', 'sk', 'expiresAt', others.at(-1)?.user.id ?? ''].sort(),
    );
    expect([pk, sk]).toEqual([typingKey(chatId).pk, typingKey(chatId).sk]);
  });

  test('works in a chat without messages', async () => {
    const { ana, chatId } = await pair(world);
    expect((await stopIn(ana, chatId)).body.status).toBe('SUCCESS');
  });
});
