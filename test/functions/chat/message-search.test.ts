import { describe, expect, test } from '@jest/globals';
import { chatMessageKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { type CallResponse, responseTo } from '#lib/local/deeds/calls.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { groupOf, pair, seedMessages } from '../../support/chats.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

type Row = { readonly number: number };
const numbersOf = (data: readonly Row[]) => data.map(({ number }) => number);

/** Creates a chat of two with these messages, written by Ana. */
async function chatWith(...texts: readonly string[]) {
  const two = await pair(world);
  for (const text of texts) await two.ana.says(two.chat, text);
  return {
    ...two,
    found: async (searchText: string) =>
      numbersOf((await two.ben.searches(two.chat, searchText)).data),
  };
}

describe('searchChatMessages', () => {
  test('finds messages by a part of a word, newest first, in the form that all members see', async () => {
    const { ana, ben, chat } = await chatWith(
      '<p>The annex is ready</p>',
      '<p>Really?</p>',
      '<p>The annexes too</p>',
    );
    const body = await ben.searches(chat, 'nnex');
    expect(numbersOf(body.data)).toEqual([3, 1]);
    expect(body.data[1]).toMatchObject({
      id: `${chat.id}-1`,
      userId: ana.user.id,
      userName: ana.user.fullName,
      content: '<p>The annex is ready</p>',
    });
    expect(body.cursor).toBeUndefined();
  });

  test('requires every word, in any order', async () => {
    const { found } = await chatWith('<p>Blue house, red door</p>', '<p>Red house</p>');
    expect(await found('door red')).toEqual([1]);
    expect(await found('red house')).toEqual([2, 1]);
    expect(await found('red roof')).toEqual([]);
  });

  test('ignores case and accents on both sides', async () => {
    const { found } = await chatWith('<p>Crème brûlée at STRASSE 5</p>', '<p>creme</p>');
    expect(await found('CREME')).toEqual([2, 1]);
    expect(await found('crémè')).toEqual([2, 1]);
    expect(await found('straße')).toEqual([1]);
  });

  test('reads no messages for a text without letters, which no message can contain', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ana, 60, `<p>${'Long story. '.repeat(2_500)}</p>`);
    const { http, body } = await responseTo(ben.searches(chat, '\u0301\u0301'));
    expect({ http, data: body.data, cursor: body.cursor }).toEqual({
      http: 200,
      data: [],
      cursor: undefined,
    });
  });

  test('searches the text that people see, not its HTML', async () => {
    const { found } = await chatWith('<p>A <strong>bo</strong>ld &amp; new <em>idea</em></p>');
    expect(await found('strong')).toEqual([]);
    expect(await found('amp')).toEqual([]);
    expect(await found('bold & new')).toEqual([1]);
  });

  test('finds neither deleted messages nor announcements', async () => {
    const { ana, ben, chat } = await pair(world);
    const { data } = (await responseTo(ana.says(chat, '<p>Renamed by mistake</p>'))).body;
    await ana.unsays(data[0]);
    const sentAt = world.now();
    await table.write(
      put({
        ...chatMessageKey(chat.id, sentAt),
        chatId: chat.id,
        number: 2,
        userId: ana.user.id,
        fullName: 'Ana',
        avatarUrl: null,
        content: '<p>Renamed</p>',
        sentAt,
        previousAt: sentAt,
        announcement: { kind: 'renamed', people: [], name: 'Renamed' },
      }),
    );
    expect((await ben.searches(chat, 'renamed')).data).toEqual([]);
  });

  test('finds nothing for a text of accents only', async () => {
    const { found } = await chatWith('<p>Hello</p>');
    expect(await found('\u0301\u0300')).toEqual([]);
  });

  test.each([
    ['a single character', 'a', 'Please enter at least 2 characters'],
    ['one character and spaces', '  a  ', 'Please enter at least 2 characters'],
    ['more than 100 characters', 'a'.repeat(101), 'Please enter at most 100 characters'],
  ])('refuses %s', async (_, searchText, sentence) => {
    const { ana, chat } = await pair(world);
    const { http, body } = await responseTo(ana.searches(chat, searchText));
    expect([http, body.fields]).toEqual([400, { searchText: sentence }]);
  });

  test('returns 20 matches at a time, and each of them once', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ana, 45);
    const found: number[][] = [];
    for (let place = {}; ; ) {
      const body = await ben.searches(chat, 'hello', place);
      found.push(numbersOf(body.data));
      if (body.cursor === undefined) break;
      place = { cursor: body.cursor };
    }
    expect(found.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(found.flat()).toEqual(Array.from({ length: 45 }, (_, nth) => 45 - nth));
  });

  test('reads at most a megabyte, and goes on where it stopped, even without a match', async () => {
    const { ana, ben, chat } = await pair(world);
    await seedMessages(world, chat, ana, 60, `<p>${'Long story. '.repeat(2_500)}</p>`);
    const [, first, counted] = await readOf(() =>
      responseTo(ben.searches(chat, 'nowhere', {}, { as: ben })),
    );
    expect(first.data).toEqual([]);
    expect(first.cursor).toEqual(expect.any(String));
    expect(counted).toBeLessThan(135);
    const all: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const body = await ben.searches(chat, 'story', cursor ? { cursor } : {});
      all.push(...numbersOf(body.data));
      cursor = body.cursor;
      if (cursor === undefined) break;
    }
    expect(all).toEqual(Array.from({ length: 60 }, (_, nth) => 60 - nth));
  });

  test.each(['x', 'bm90IGEgbW9tZW50', ''])('refuses the cursor %p', async (cursor) => {
    const { ana, chat } = await pair(world);
    const { http, body } = await responseTo(ana.searches(chat, 'hello', { cursor }));
    expect([http, Object.keys(body.fields)]).toEqual([400, ['cursor']]);
  });

  test('is refused to a stranger, to someone who left, and for a chat that does not exist', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [former] = others as [Person, Person];
    await maker.says(chat);
    await former.leaves(chat);
    const stranger = await newPerson(world, { licenseId: 'STARTER' });
    for (const person of [stranger, former]) {
      const [http, , counted] = await readOf(() =>
        responseTo(person.searches(chat, 'hello', {}, { as: person })),
      );
      expect(http).toBe(404);
      // The refusal reads no message.
      expect(counted).toBeLessThan(5);
    }
    const nowhere = await responseTo(maker.searches({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'hello'));
    expect([nowhere.http, nowhere.body.status]).toEqual([404, 'NOT_FOUND']);
  });
});

/** Returns the response of a call and the read units that it consumed. */
async function readOf(ask: () => Promise<CallResponse>) {
  const { result, cost } = await metered(ask);
  return [result.http, result.body, cost.reads] as const;
}
