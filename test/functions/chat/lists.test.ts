import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import { openGroup } from '#functions/storage/chat/chats.ts';
import { chatMembershipKey } from '#functions/storage/keys.ts';
import { documents, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { newId } from '#shared/ids.ts';
import { deliverMessageEvent, friends, groupOf, pair } from '../../support/chats.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

type Row = { readonly id: string; readonly name: string; readonly unread: number };
const rowsOf = async (who: Person, place = {}): Promise<Row[]> => (await who.chats(place)).data;
const namesOf = async (who: Person, place = {}) =>
  (await rowsOf(who, place)).map(({ name }) => name);
const activeAt = async (who: Person, chat: Ref) =>
  (await table.get<{ activeAt: number }>(chatMembershipKey(who.user.id, chat.id)))?.activeAt;

/** Creates a person with this many groups, named by their numbers; the last one is the newest. */
async function withGroups(count: number) {
  const [maker, other] = (await friends(world, 2)) as [Person, Person];
  const groups: Ref[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const id = newId(world.now());
    const group = { id, name: String(nth), ownerId: maker.user.id, otherIds: [other.user.id] };
    await openGroup(table, { ...group, keyed: undefined }, world.now());
    groups.push({ id });
    world.advance(10);
  }
  return { maker, other, groups };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, nth) => String(from - nth));

test('a chat that two people open concurrently is in both lists', async () => {
  const [ana, ben] = (await friends(world, 2)) as [Person, Person];
  await Promise.all([ana.opensChat(ben), ben.opensChat(ana)]);
  expect([await namesOf(ana), await namesOf(ben)]).toEqual([
    [ben.user.fullName],
    [ana.user.fullName],
  ]);
});

describe('the chat list', () => {
  test('is empty for a person without chats', async () => {
    const [ana] = await friends(world, 1);
    expect(await (ana as Person).chats()).toEqual({
      status: 'SUCCESS',
      pageTotal: 0,
      data: [],
    });
  });

  test('shows a new message even before the chat has moved to the top', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat, '<p>Bread at <em>nine</em>?</p>');
    const sent = await ben.says(chat, '<p>Or at ten</p>');
    expect((await rowsOf(ana))[0]).toMatchObject({
      description: 'Or at ten',
      unread: 2,
      dateTimeModified: sent.dateTimeSent,
    });
    expect((await rowsOf(ben))[0]).toMatchObject({ unread: 0 });
  });

  test('sorts by last activity, even while the index entries lag behind', async () => {
    const { maker, other, groups } = await withGroups(3);
    expect(await namesOf(maker)).toEqual(['3', '2', '1']);
    world.advance(10);
    const sent = await other.says(groups[0] as Ref);
    expect(await namesOf(maker)).toEqual(['1', '3', '2']);
    await deliverMessageEvent(world, groups[0] as Ref, sent);
    for (const one of [maker, other]) expect(await namesOf(one)).toEqual(['1', '3', '2']);
  });

  test.each(['skip', 'cursor'] as const)(
    'of forty-five chats is listed completely by %s, with the total on each page',
    async (how) => {
      const { maker, groups } = await withGroups(45);
      const first = await maker.chats();
      const next = how === 'skip' ? { skip: 20 } : { cursor: first.cursor };
      const second = await maker.chats(next);
      const last = how === 'skip' ? { skip: 40 } : { cursor: second.cursor };
      const third = await maker.chats(last);
      const pages = [first, second, third];
      expect(pages.map(({ pageTotal }) => pageTotal)).toEqual([45, 45, 45]);
      expect(pages.flatMap(({ data }) => data.map(({ name }: Row) => name))).toEqual(
        numbered(45, 1),
      );
      expect(third.cursor).toBeUndefined();
      expect(await maker.chats({ skip: 45 })).toMatchObject({ pageTotal: 45, data: [] });
      const oldest = await maker.says(groups[0] as Ref);
      await deliverMessageEvent(world, groups[0] as Ref, oldest);
      expect((await namesOf(maker))[0]).toBe('1');
      await maker.leaves(groups[1] as Ref);
      expect((await maker.chats()).pageTotal).toBe(44);
    },
  );

  test.each(['x', 'MjAyNg', Buffer.from('2026-11-21T00:00:00.000Z#x').toString('base64url')])(
    'refuses the cursor %p',
    async (cursor) => {
      const { ana } = await pair(world);
      const { http, body } = await responseTo(ana.chats({ cursor }));
      expect([http, Object.keys(body.fields)]).toEqual([400, ['cursor']]);
    },
  );

  test('shows no chats of another person for a cursor of that person’s list', async () => {
    const { maker } = await withGroups(21);
    const { cursor } = await maker.chats();
    const { ana } = await pair(world);
    const { data } = await ana.chats({ cursor });
    expect(data.every(({ direct }: { direct: boolean }) => direct)).toBe(true);
  });
});

describe('the subscriber that updates chat lists', () => {
  test('moves the chat up for its members, and not for people who left', async () => {
    const { maker, others, chat } = await groupOf(world, 4);
    const [leaver = maker, stays = maker] = others;
    await leaver.leaves(chat);
    const sent = await maker.says(chat);
    await deliverMessageEvent(world, chat, sent);
    const at = Date.parse(sent.dateTimeSent);
    for (const one of [maker, stays]) expect(await activeAt(one, chat)).toBe(at);
    expect(await activeAt(leaver, chat)).toBeUndefined();
  });

  test('ignores a duplicate event, and an older one that arrives late', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent: { dateTimeSent: string }[] = [];
    for (let nth = 0; nth < 3; nth += 1) sent.push(await ben.says(chat));
    const newest = Date.parse(sent[2]?.dateTimeSent ?? '');
    for (const nth of [2, 0, 2, 1, 0]) await deliverMessageEvent(world, chat, sent[nth] as never);
    expect([await activeAt(ana, chat), await activeAt(ben, chat)]).toEqual([newest, newest]);
  });

  test('skips a message if a newer one has its own event', async () => {
    const { ben, chat } = await pair(world);
    const first = await ben.says(chat);
    const second = await ben.says(chat);
    const early = await metered(() => deliverMessageEvent(world, chat, first));
    expect(early.cost).toEqual({ calls: 1, reads: 1, writes: 0 });
    const { cost } = await metered(() => deliverMessageEvent(world, chat, second));
    expect(cost.calls).toBe(1 + 2);
  });

  test('catches up after an outage, during which the list stays complete', async () => {
    const { maker, other, groups } = await withGroups(22);
    world.advance(10);
    const sent = await other.says(groups[0] as Ref, '<p>Are you there?</p>');
    // The event is not delivered yet: the oldest chat is on the second page and shows its unread message.
    expect(await rowsOf(maker, { skip: 20 })).toMatchObject([{ name: '1', unread: 1 }, {}]);
    await deliverMessageEvent(world, groups[0] as Ref, sent);
    expect((await namesOf(maker))[0]).toBe('1');
  });

  test('repairs a lost event with the next message', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat);
    const next = await ben.says(chat);
    await deliverMessageEvent(world, chat, next);
    expect(await activeAt(ana, chat)).toBe(Date.parse(next.dateTimeSent));
  });

  test('fails if the table refuses one write, and completes when it is retried', async () => {
    const { people, chat } = await groupOf(world, 5);
    const sent = await (people[0] as Person).says(chat);
    const send = documents.send.bind(documents);
    let refused = false;
    const spied = jest.spyOn(documents, 'send').mockImplementation(((command: never) => {
      if (!refused && (command as unknown) instanceof UpdateCommand) {
        refused = true;
        return Promise.reject(new Error('throttled'));
      }
      return send(command);
    }) as never);
    await expect(deliverMessageEvent(world, chat, sent)).rejects.toThrow('throttled');
    spied.mockRestore();
    await deliverMessageEvent(world, chat, sent);
    for (const one of people) expect(await activeAt(one, chat)).toBe(Date.parse(sent.dateTimeSent));
  });

  test('ignores a chat that does not exist', async () => {
    await deliverMessageEvent(
      world,
      { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      {
        dateTimeSent: '2026-11-21T00:00:00.000Z',
      },
    );
  });
});
