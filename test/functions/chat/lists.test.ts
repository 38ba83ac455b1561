import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import { openGroup } from '#functions/storage/chat/chats.ts';
import { chatMembershipKey } from '#functions/storage/keys.ts';
import { documents, table } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { newId } from '#shared/ids.ts';
import {
  deliverMessageEvent,
  friends,
  groupOf,
  leave,
  openDirect,
  pair,
  say,
  viewList,
} from '../../support/chat-calls.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

type Row = { readonly id: string; readonly name: string; readonly unread: number };
const rowsOf = async (who: Person, place = {}): Promise<Row[]> =>
  (await viewList(who, place)).body.data;
const namesOf = async (who: Person, place = {}) =>
  (await rowsOf(who, place)).map(({ name }) => name);
const activeAt = async (who: Person, chatId: string) =>
  (await table.get<{ activeAt: number }>(chatMembershipKey(who.user.id, chatId)))?.activeAt;

/** Creates a person with this many groups, named by their numbers; the last one is the newest. */
async function withGroups(count: number) {
  const [maker, other] = (await friends(world, 2)) as [Person, Person];
  const ids: string[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const id = newId(world.now());
    const group = { id, name: String(nth), ownerId: maker.user.id, otherIds: [other.user.id] };
    await openGroup(table, { ...group, keyed: undefined }, world.now());
    ids.push(id);
    world.advance(10);
  }
  return { maker, other, ids };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, nth) => String(from - nth));

test('a chat that two people open concurrently is in both lists', async () => {
  const [ana, ben] = (await friends(world, 2)) as [Person, Person];
  await openDirect(ana, ben);
  expect([await namesOf(ana), await namesOf(ben)]).toEqual([
    [ben.user.fullName],
    [ana.user.fullName],
  ]);
});

describe('the chat list', () => {
  test('is empty for a person without chats', async () => {
    const [ana] = await friends(world, 1);
    expect((await viewList(ana as Person)).body).toEqual({
      status: 'SUCCESS',
      pageTotal: 0,
      data: [],
    });
  });

  test('shows a new message even before the chat has moved to the top', async () => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId, '<p>Bread at <em>nine</em>?</p>');
    const sent = await say(ben, chatId, '<p>Or at ten</p>');
    expect((await rowsOf(ana))[0]).toMatchObject({
      description: 'Or at ten',
      unread: 2,
      dateTimeModified: sent.body.data[0].dateTimeSent,
    });
    expect((await rowsOf(ben))[0]).toMatchObject({ unread: 0 });
  });

  test('sorts by last activity, even while the index entries lag behind', async () => {
    const { maker, other, ids } = await withGroups(3);
    expect(await namesOf(maker)).toEqual(['3', '2', '1']);
    world.advance(10);
    const sent = await say(other, ids[0] ?? '');
    expect(await namesOf(maker)).toEqual(['1', '3', '2']);
    await deliverMessageEvent(world, ids[0] ?? '', sent.body.data[0]);
    for (const one of [maker, other]) expect(await namesOf(one)).toEqual(['1', '3', '2']);
  });

  test.each(['skip', 'cursor'] as const)(
    'of forty-five chats is listed completely by %s, with the total on each page',
    async (how) => {
      const { maker, ids } = await withGroups(45);
      const first = (await viewList(maker)).body;
      const next = how === 'skip' ? { skip: 20 } : { cursor: first.cursor };
      const second = (await viewList(maker, next)).body;
      const last = how === 'skip' ? { skip: 40 } : { cursor: second.cursor };
      const third = (await viewList(maker, last)).body;
      const pages = [first, second, third];
      expect(pages.map(({ pageTotal }) => pageTotal)).toEqual([45, 45, 45]);
      expect(pages.flatMap(({ data }) => data.map(({ name }: Row) => name))).toEqual(
        numbered(45, 1),
      );
      expect(third.cursor).toBeUndefined();
      expect((await viewList(maker, { skip: 45 })).body).toMatchObject({ pageTotal: 45, data: [] });
      const oldest = await say(maker, ids[0] ?? '');
      await deliverMessageEvent(world, ids[0] ?? '', oldest.body.data[0]);
      expect((await namesOf(maker))[0]).toBe('1');
      await leave(maker, ids[1] ?? '');
      expect((await viewList(maker)).body.pageTotal).toBe(44);
    },
  );

  test.each(['x', 'MjAyNg', Buffer.from('2026-11-21T00:00:00.000Z#x').toString('base64url')])(
    'refuses the cursor %p',
    async (cursor) => {
      const { ana } = await pair(world);
      const { http, body } = await viewList(ana, { cursor });
      expect([http, Object.keys(body.fields)]).toEqual([400, ['cursor']]);
    },
  );

  test('shows no chats of another person for a cursor of that person’s list', async () => {
    const { maker } = await withGroups(21);
    const { cursor } = (await viewList(maker)).body;
    const { ana } = await pair(world);
    const { data } = (await viewList(ana, { cursor })).body;
    expect(data.every(({ direct }: { direct: boolean }) => direct)).toBe(true);
  });
});

describe('the subscriber that updates chat lists', () => {
  test('moves the chat up for its members, and not for people who left', async () => {
    const { maker, others, chatId } = await groupOf(world, 4);
    const [leaver = maker, stays = maker] = others;
    await leave(leaver, chatId);
    const { data } = (await say(maker, chatId)).body;
    await deliverMessageEvent(world, chatId, data[0]);
    const at = Date.parse(data[0].dateTimeSent);
    for (const one of [maker, stays]) expect(await activeAt(one, chatId)).toBe(at);
    expect(await activeAt(leaver, chatId)).toBeUndefined();
  });

  test('ignores a duplicate event, and an older one that arrives late', async () => {
    const { ana, ben, chatId } = await pair(world);
    const sent: { dateTimeSent: string }[] = [];
    for (let nth = 0; nth < 3; nth += 1) sent.push((await say(ben, chatId)).body.data[0]);
    const newest = Date.parse(sent[2]?.dateTimeSent ?? '');
    for (const nth of [2, 0, 2, 1, 0]) await deliverMessageEvent(world, chatId, sent[nth] as never);
    expect([await activeAt(ana, chatId), await activeAt(ben, chatId)]).toEqual([newest, newest]);
  });

  test('skips a message if a newer one has its own event', async () => {
    const { ben, chatId } = await pair(world);
    const first = (await say(ben, chatId)).body.data[0];
    const second = (await say(ben, chatId)).body.data[0];
    const early = await metered(() => deliverMessageEvent(world, chatId, first));
    expect(early.cost).toEqual({ calls: 1, reads: 1, writes: 0 });
    const { cost } = await metered(() => deliverMessageEvent(world, chatId, second));
    expect(cost.calls).toBe(1 + 2);
  });

  test('catches up after an outage, during which the list stays complete', async () => {
    const { maker, other, ids } = await withGroups(22);
    world.advance(10);
    const sent = (await say(other, ids[0] ?? '', '<p>Are you there?</p>')).body.data[0];
    // The event is not delivered yet: the oldest chat is on the second page and shows its unread message.
    expect(await rowsOf(maker, { skip: 20 })).toMatchObject([{ name: '1', unread: 1 }, {}]);
    await deliverMessageEvent(world, ids[0] ?? '', sent);
    expect((await namesOf(maker))[0]).toBe('1');
  });

  test('repairs a lost event with the next message', async () => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId);
    const next = (await say(ben, chatId)).body.data[0];
    await deliverMessageEvent(world, chatId, next);
    expect(await activeAt(ana, chatId)).toBe(Date.parse(next.dateTimeSent));
  });

  test('fails if the table refuses one write, and completes when it is retried', async () => {
    const { people, chatId } = await groupOf(world, 5);
    const { data } = (await say(people[0] as Person, chatId)).body;
    const send = documents.send.bind(documents);
    let refused = false;
    const spied = jest.spyOn(documents, 'send').mockImplementation(((command: never) => {
      if (!refused && (command as unknown) instanceof UpdateCommand) {
        refused = true;
        return Promise.reject(new Error('throttled'));
      }
      return send(command);
    }) as never);
    await expect(deliverMessageEvent(world, chatId, data[0])).rejects.toThrow('throttled');
    spied.mockRestore();
    await deliverMessageEvent(world, chatId, data[0]);
    for (const one of people)
      expect(await activeAt(one, chatId)).toBe(Date.parse(data[0].dateTimeSent));
  });

  test('ignores a chat that does not exist', async () => {
    await deliverMessageEvent(world, '01ARZ3NDEKTSV4RRFFQ69G5FAV', {
      dateTimeSent: '2026-11-21T00:00:00.000Z',
    });
  });
});
