import { describe, expect, test } from '@jest/globals';
import { contactKey, roomKey } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { MESSAGE_HTML_MAX } from '#shared/rules/conversations/messages.ts';
import { DAY } from '#shared/time.ts';
import { groupOf, pair, seedContacts, seedMessages } from '../../support/chats.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { recordTransactionSteps } from '../../support/transaction-steps.ts';

const world = worldOfFile();

type Row = { readonly id: string; readonly number: number; readonly content: string };
const numbersOf = (data: readonly Row[]) => data.map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);

describe('a chat message', () => {
  test('is returned in the form that all members see', async () => {
    const { ana, ben, chat } = await pair(world);
    const message = await ana.says(chat, '<p>Is it <b>Sunday</b>?</p>');
    expect([message]).toEqual([
      {
        id: `${chat.id}-1`,
        number: 1,
        userId: ana.user.id,
        userName: ana.user.fullName,
        content: '<p>Is it <strong>Sunday</strong>?</p>',
        userAvatar: null,
        dateTimeSent: expect.any(String),
        readReceipt: false,
        readUserIds: [],
      },
    ]);
    const seen = await ben.messages(chat);
    expect(seen.data).toEqual([message]);
    expect(seen).toMatchObject({ pageTotal: 1, sinceTime: message.dateTimeSent });
  });

  test('keeps only the HTML that the allow-list permits', async () => {
    const { ana, chat } = await pair(world);
    const html =
      '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">here</a><img src=x></p>';
    const message = await ana.says(chat, html);
    expect(message.content).toBe(
      '<p>Hi <a rel="ugc nofollow noopener" target="_blank">here</a></p>',
    );
  });

  test.each([
    ['nothing', ''],
    ['an empty paragraph', '<p> </p>'],
    ['what nobody sees', '<p>\u200b</p>'],
    ['only what is forbidden', '<script>alert(1)</script>'],
  ])('is refused if it is %s', async (_, messageText) => {
    const { ana, chat } = await pair(world);
    const { http, body } = await responseTo(ana.says(chat, messageText));
    expect([http, body.fields]).toEqual([400, { messageText: 'Please enter a message' }]);
    expect((await ana.messages(chat)).pageTotal).toBe(0);
  });

  test('is refused if it is longer than MESSAGE_HTML_MAX', async () => {
    const { ana, chat } = await pair(world);
    const { http, body } = await responseTo(
      ana.says(chat, `<p>${'a'.repeat(MESSAGE_HTML_MAX)}</p>`),
    );
    expect([http, Object.keys(body.fields)]).toEqual([400, ['messageText']]);
  });

  test('writes its event in the same transaction', async () => {
    const { ana, ben, chat } = await pair(world);
    const steps = recordTransactionSteps();
    const message = await ana.says(chat);
    const items = steps().flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []));
    const facts = items.flatMap((item) => domainEventIn(item) ?? []);
    expect(facts).toMatchObject([
      {
        type: 'chat.messageSent',
        detail: {
          chatId: chat.id,
          byUserId: ana.user.id,
          messageAt: Date.parse(message.dateTimeSent),
          directUserId: ben.user.id,
        },
      },
    ]);
  });

  test('costs one transaction of the same size in a group of two and of fifty', async () => {
    const sizes: number[] = [];
    for (const count of [2, 50]) {
      const { maker, chat } = await groupOf(world, count);
      const steps = recordTransactionSteps();
      await maker.says(chat, '<p>Hi</p>', { key: `size-${count}` });
      sizes.push(steps().length);
    }
    expect(sizes).toEqual([4, 4]);
  });
});

describe('concurrent chat messages', () => {
  test('are all stored with distinct numbers and times, in one order', async () => {
    const { people, chat } = await groupOf(world, 6);
    const sent = await Promise.all(
      [...people, ...people].map((one, nth) => responseTo(one.says(chat, `<p>${nth}</p>`))),
    );
    expect(sent.map(({ http }) => http)).toEqual(Array(12).fill(200));
    const { data } = await (people[0] as Person).messages(chat);
    expect(numbersOf(data)).toEqual(upTo(12).reverse());
    const moments = data.map(({ dateTimeSent }) => dateTimeSent);
    expect(new Set(moments).size).toBe(12);
    expect([...moments].sort().reverse()).toEqual(moments);
    expect(new Set(data.map(({ content }) => content)).size).toBe(12);
  });

  test('keep their order when the clock goes back', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.says(chat, '<p>first</p>');
    world.advance(-60_000);
    await ben.says(chat, '<p>second</p>');
    world.advance(60_000);
    const { data } = await ana.messages(chat);
    expect(data.map(({ content }: Row) => content)).toEqual(['<p>second</p>', '<p>first</p>']);
  });
});

describe('a repeated chat message', () => {
  test('with the same key is stored once and gets the same response', async () => {
    const { ana, chat } = await pair(world);
    const first = await responseTo(ana.says(chat, '<p>once</p>', { key: 'key-1' }));
    await ana.says(chat, '<p>between</p>');
    const again = await responseTo(ana.says(chat, '<p>once</p>', { key: 'key-1' }));
    expect(again.body).toEqual(first.body);
    expect((await ana.messages(chat)).pageTotal).toBe(2);
  });

  test('sent by many concurrent calls is stored once', async () => {
    const { ana, chat } = await pair(world);
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => responseTo(ana.says(chat, '<p>once</p>', { key: 'key-2' }))),
    );
    expect(new Set(copies.map(({ http, body }) => `${http} ${body.data?.[0].id}`))).toEqual(
      new Set([`200 ${chat.id}-1`]),
    );
    expect((await ana.messages(chat)).pageTotal).toBe(1);
  });

  test('from a phone that was offline for weeks is stored once', async () => {
    const { ana, chat } = await pair(world);
    const sent = await responseTo(ana.says(chat, '<p>Hello</p>', { key: 'key-6' }));
    world.advance(29 * DAY);
    expect((await responseTo(ana.says(chat, '<p>Hello</p>', { key: 'key-6' }))).body).toEqual(
      sent.body,
    );
  });

  test('with another text is refused, and without a key is stored again', async () => {
    const { ana, chat } = await pair(world);
    await ana.says(chat, '<p>one</p>', { key: 'key-3' });
    const other = await responseTo(ana.says(chat, '<p>two</p>', { key: 'key-3' }));
    expect([other.http, Object.keys(other.body.fields)]).toEqual([400, ['Idempotency-Key']]);
    await ana.says(chat, '<p>one</p>');
    expect((await ana.messages(chat)).pageTotal).toBe(2);
  });

  test('is separate for each sender, even with the same key', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.says(chat, '<p>same</p>', { key: 'key-4' });
    await ben.says(chat, '<p>same</p>', { key: 'key-4' });
    expect((await ana.messages(chat)).pageTotal).toBe(2);
  });
});

describe('when two people are no longer contacts', () => {
  test('their chat can be read but not written to until they are contacts again', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.says(chat, '<p>before</p>');
    await table.write(remove(contactKey(ana.user.id, ben.user.id)));
    await table.write(remove(contactKey(ben.user.id, ana.user.id)));
    for (const one of [ana, ben]) {
      const refused = await responseTo(one.says(chat, '<p>after</p>'));
      expect([refused.http, refused.body.status]).toEqual([403, 'FORBIDDEN']);
      expect(refused.body.message).toBe(
        'You’re no longer contacts, so nothing more can be written here.',
      );
      expect((await one.chat(chat)).deleted).toBe(true);
      expect(numbersOf((await one.messages(chat)).data)).toEqual([1]);
    }
    expect(await ana.opensChat(ben)).toMatchObject({ id: chat.id, deleted: true });
    await seedContacts(world, ana, [ben]);
    await ben.says(chat, '<p>again</p>');
    expect(await ana.chat(chat)).toMatchObject({ deleted: false, unread: 1 });
  });

  test('repeating an earlier message still succeeds', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await responseTo(ana.says(chat, '<p>before</p>', { key: 'key-5' }));
    await table.write(remove(contactKey(ana.user.id, ben.user.id)));
    expect((await responseTo(ana.says(chat, '<p>before</p>', { key: 'key-5' }))).body).toEqual(
      sent.body,
    );
  });
});

describe('leaving a group while writing to it', () => {
  test('stores the message before leaving or refuses it', async () => {
    const { others, maker, chat } = await groupOf(world, 3);
    const [leaver = maker] = others;
    const [left, ...said] = await Promise.all([
      responseTo(leaver.leaves(chat)),
      ...upTo(4).map((nth) => responseTo(leaver.says(chat, `<p>${nth}</p>`))),
    ]);
    expect(left?.http).toBe(200);
    const taken = said.filter(({ http }) => http === 200);
    expect(said.filter(({ http }) => http === 404).length).toBe(4 - taken.length);
    // One more message announces that they left.
    expect((await maker.messages(chat)).pageTotal).toBe(taken.length + 1);
    const room = await table.get<{ members: Record<string, number> }>(roomKey(chat.id));
    expect(Object.keys(room?.members ?? {})).not.toContain(leaver.user.id);
  });
});

describe('a thousand chat messages', () => {
  test.each(['skip', 'cursor'] as const)('are all listed once by %s, newest first', async (how) => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ben, 1_000);
    const seen: number[] = [];
    let place: Record<string, unknown> = {};
    for (let page = 1; ; page += 1) {
      const body = await ana.messages(chat, place);
      expect(body.pageTotal).toBe(1_000);
      seen.push(...numbersOf(body.data));
      if (body.cursor === undefined) break;
      expect(body.data).toHaveLength(20);
      place = how === 'skip' ? { skip: page * 20 } : { cursor: body.cursor };
    }
    expect(seen).toEqual(upTo(1_000).reverse());
  });

  test('end with an empty cursor', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ben, 40);
    for (const skip of [40, 41, 900_000]) {
      const { http, body } = await responseTo(ana.messages(chat, { skip }));
      expect([http, body.data, body.pageTotal, body.cursor]).toEqual([200, [], 40, undefined]);
    }
    expect((await ana.messages(chat, { skip: 20 })).cursor).toBeUndefined();
    const { cost } = await metered(() => ana.messages(chat, { skip: 900_000 }, { as: ana }));
    expect(cost).toEqual({ calls: 1, reads: 0.5, writes: 0 });
  });

  test('of maximum length are all returned, although a page exceeds one query', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ben, 20, `<p>${'ä'.repeat(59_000)}</p>`.slice(0, 60_000));
    expect(numbersOf((await ana.messages(chat)).data)).toEqual(upTo(20).reverse());
  });

  test('are listed up to 100 at a time for a caller who asks for that many', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ben, 250);
    const first = await ana.messages(chat);
    const second = await ana.messages(chat, { cursor: first.cursor, limit: 100 });
    const last = await ana.messages(chat, { skip: 120, limit: 100 });
    expect(numbersOf(second.data)).toEqual(upTo(230).slice(-100).reverse());
    expect(numbersOf(last.data)).toEqual(upTo(130).slice(-100).reverse());
    expect(numbersOf((await ana.messages(chat, { limit: 5 })).data)).toEqual(
      upTo(250).slice(-5).reverse(),
    );
  });

  test('of maximum length are cut to a response that is small enough, with a cursor', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ben, 50, `<p>${'ä'.repeat(59_000)}</p>`.slice(0, 60_000));
    const seen: number[] = [];
    for (let place: Record<string, unknown> = { limit: 100 }; ; ) {
      const body = await ana.messages(chat, place);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(5_000_000);
      seen.push(...numbersOf(body.data));
      if (body.cursor === undefined) break;
      place = { limit: 100, cursor: body.cursor };
    }
    expect(seen).toEqual(upTo(50).reverse());
  });

  test.each(['0', '101', '-1', '1.5', 'x'])('are refused for the limit %p', async (limit) => {
    const { ana, chat } = await pair(world);
    const { http, body } = await responseTo(ana.messages(chat, { limit }));
    expect([http, Object.keys(body.fields)]).toEqual([400, ['limit']]);
  });

  test.each(['x', 'bm90IGEgbW9tZW50', ''])('are refused for the cursor %p', async (cursor) => {
    const { ana, chat } = await pair(world);
    const { http } = await responseTo(ana.messages(chat, { cursor }));
    expect(http).toBe(400);
  });
});
