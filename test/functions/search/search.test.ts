import { beforeAll, describe, expect, test } from '@jest/globals';
import { monthKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { monthOf } from '#shared/time.ts';
import { plantPeople } from '#test/support/plant-people.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { deliverNameEvent, rename } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();
let reader: Person;
beforeAll(async () => {
  reader = await newPerson(world, { username: 'reader' });
});

type Input = Readonly<Record<string, unknown>>;

/** Returns the usernames that a search finds, in order. */
async function found(searchText: string, more: Input = {}): Promise<string[]> {
  return (await reader.finds(searchText, more)).data.map(({ username }) => username);
}

describe('searching for people', () => {
  test('finds any part of either name, ignoring accents and case', async () => {
    await newPerson(world, {
      findable: true,
      username: 'zora.prskavac',
      fullName: 'Zora Ćirković',
    });
    for (const text of ['zora', 'PRSK', 'kavac', 'a.pr', 'cirk', 'Ćirk', 'ora cir', '@Zora.P'])
      expect([text, await found(text)]).toEqual([text, ['zora.prskavac']]);
    expect(await found('cirkovich')).toEqual([]);
  });

  test('finds a name whose index entry is cut before a combining character', async () => {
    const fullName = `${'q'.repeat(39)}😀 bentley`;
    await newPerson(world, { findable: true, username: 'long.quentin', fullName });
    for (const text of ['qqqq', 'q'.repeat(39), `${'q'.repeat(39)}😀`, fullName, 'bentley'])
      expect([text, await found(text)]).toEqual([text, ['long.quentin']]);
  });

  test('returns only the fields that a result row shows', async () => {
    const { user } = await newPerson(world, {
      findable: true,
      username: 'wanda.lux',
      fullName: 'Wanda Lux',
      licenseId: 'STARTER',
      identity: { name: 'Wanda Lux', accountId: 'acct_1', verifiedAt: world.now() },
      avatarUrl: 'https://replypaid.test/media/wanda.webp',
      bio: '<p>Lamps.</p>',
      categoryId: 'CATEGORY_10',
      subCategoryId: 'CATEGORY_10_02',
    });
    const body = await reader.finds('wanda');
    expect(body).toEqual({
      status: 'SUCCESS',
      pageTotal: 1,
      data: [
        {
          id: user.id,
          userContactId: null,
          fullName: 'Wanda Lux',
          username: 'wanda.lux',
          profileImageUrl: 'https://replypaid.test/media/wanda.webp',
          trusted: true,
          contact: false,
          active: true,
          paidResponseCommitment: 100,
          paidResponsePriceFormatted: '$2.99',
          categoryId: 'CATEGORY_10',
          categoryName: 'Lifestyle & Personal Services',
          subCategoryNames: ['Cooking & Baking'],
          about: 'Lamps.',
          paidResponsePrice: 2.99,
          odds: null,
          placesLeft: 100,
        },
      ],
    });
  });

  test('shows the sentence of the bio in which the word was found, unless the name has it too', async () => {
    const bio = '<p>Retired judge. Ask me about zoning permits.</p>';
    await newPerson(world, { findable: true, username: 'zed.one', fullName: 'Zed Kowal', bio });
    await newPerson(world, { findable: true, username: 'zed.two', fullName: 'Zoning Fan', bio });
    const excerpts = (await reader.finds('zoning')).data.map(
      ({ username, excerpt }: { username: string; excerpt?: unknown }) => [username, excerpt],
    );
    expect(excerpts).toEqual([
      ['zed.two', undefined],
      ['zed.one', { before: 'Ask me about ', found: 'zoning', after: ' permits.' }],
    ]);
  });

  test('leaves out people of other fields and those who do not pass the filters, and fills the page', async () => {
    const field = { categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_01' };
    for (let nth = 0; nth < 22; nth += 1)
      await newPerson(world, { findable: true, fullName: `Ulrike Cheap ${nth}` });
    const dear = { paidResponsePrice: 5_000 as never };
    await newPerson(world, {
      findable: true,
      ...field,
      fullName: 'Ulrike Lawyer',
      username: 'u.law',
    });
    await newPerson(world, {
      findable: true,
      ...dear,
      fullName: 'Ulrike Dear',
      username: 'u.dear',
    });
    expect(await found('ulrike', { categoryId: 'CATEGORY_07' })).toEqual(['u.law']);
    expect(await found('ulrike', field)).toEqual(['u.law']);
    expect(await found('ulrike', { priceFrom: '50' })).toEqual(['u.dear']);
    expect(await found('ulrike', { odds: 50 })).toEqual([]);
    expect(await found('ulrike', { places: true, priceTo: '5' })).toHaveLength(20);
  });

  test('marks people whose commitment of this month is used up', async () => {
    const recipient = await newPerson(world, {
      findable: true,
      username: 'ottilie',
      paidResponseCommitment: 2,
    });
    const month = monthKey(recipient.user.id, monthOf(world.now()));
    const isActive = async () => (await reader.finds('ottilie')).data[0]?.active;
    await table.write(put({ ...month, reservedCount: 1 }));
    expect(await isActive()).toBe(true);
    await table.write(put({ ...month, reservedCount: 2 }));
    expect(await isActive()).toBe(false);
  });

  test('ranks exact matches first, then prefixes, then other matches', async () => {
    await newPerson(world, { findable: true, username: 'mirabella_x', fullName: 'Quite Another' });
    await newPerson(world, { findable: true, username: 'admirabel', fullName: 'Some Body' });
    await newPerson(world, { findable: true, username: 'x_mirabel_z', fullName: 'Third Person' });
    await newPerson(world, { findable: true, username: 'mirabel', fullName: 'Last Registered' });
    expect(await found('mirabel')).toEqual(['mirabel', 'x_mirabel_z', 'mirabella_x', 'admirabel']);
  });

  test('does not match the user id that follows the name in an index entry', async () => {
    const { user } = await newPerson(world, {
      findable: true,
      username: 'ottokar',
      fullName: 'Ottokar Bly',
    });
    expect(await found(`ottokar ${user.id.slice(0, 3)}`)).toEqual([]);
    expect(await found('ottokar b')).toEqual(['ottokar']);
  });

  test('compares a long text with the whole name', async () => {
    const long = 'Bartholomew Featherstonehaugh Cholmondeley';
    await newPerson(world, {
      findable: true,
      username: 'barty.one',
      fullName: `${long} the First`,
    });
    await newPerson(world, {
      findable: true,
      username: 'barty.two',
      fullName: `${long} the Second`,
    });
    expect(await found(`${long} the f`)).toEqual(['barty.one']);
    expect(await found(`${long} the s`)).toEqual(['barty.two']);
    expect((await found(long)).sort()).toEqual(['barty.one', 'barty.two']);
  });

  test('finds the support account', async () => {
    await newPerson(world, {
      findable: true,
      username: 'support',
      fullName: 'ReplyPaid Support',
      licenseId: 'NONE',
      verified: false,
    });
    expect(await found('supp')).toEqual(['support']);
  });

  test.each([
    ['王伟', 'wang.w', ['王伟', '王', '伟', '王伟 '], ['伟王']],
    ['ชล ใจดี', 'chon.j', ['ชล', 'ใจดี'], ['ช']],
    ['علي حسن', 'ali.h', ['علي', 'حسن'], ['عل']],
    ['Bo Ek', 'bo_ek', ['bo', 'EK', 'bo e'], ['b']],
  ])('finds %s by complete words and by ideographs', async (fullName, username, texts, others) => {
    await newPerson(world, { findable: true, username, fullName });
    for (const text of texts) expect([text, await found(text)]).toEqual([text, [username]]);
    for (const text of others) expect([text, await found(text)]).toEqual([text, []]);
  });

  test('does not find hidden people', async () => {
    const names = { fullName: 'Hidden Hermit' };
    await newPerson(world, { findable: true, ...names, licenseId: 'NONE' });
    await newPerson(world, { findable: true, ...names, verified: false });
    expect(await found('hermit')).toEqual([]);
  });

  test('counts no profile view', async () => {
    const person = await newPerson(world, { findable: true, username: 'unseen.person' });
    await found('unseen');
    const seen = await person.dashboard();
    expect(seen.profileViews).toBe(0);
  });
});

describe('a search is refused', () => {
  test.each([
    ['a b', 'Please enter at least 4 letters, or a complete word'],
    ['@.', 'Please enter at least 4 letters, or a complete word'],
    ['', 'Please enter at least 4 letters, or a complete word'],
    [undefined, 'Please enter at least 4 letters, or a complete word'],
    ['a'.repeat(201), 'Please enter at most 200 letters'],
  ])('for %j', async (text, sentence) => {
    const { http, body } = await responseTo(reader.calls('searchUsers', { searchText: text }));
    expect({ http, ...body }).toEqual({
      http: 400,
      status: 'INVALID_INPUT',
      message: sentence,
      fields: { searchText: sentence },
    });
  });

  test.each([
    { cursor: 'bm90IG91cnM' },
    { cursor: '%%%' },
    { cursor: Buffer.from('["0other place",1,1]').toString('base64url') },
    { cursor: Buffer.from('["0wanda",-1,1]').toString('base64url') },
    { cursor: Buffer.from('["0wanda\\ud83d",1,1]').toString('base64url') },
    { skip: -1 },
    { skip: 'many' },
    { skip: 10_001 },
  ])('for the cursor %j', async (place) => {
    const { http, body } = await responseTo(reader.finds('wanda', place));
    expect({ http, fields: Object.keys(body.fields) }).toEqual({
      http: 400,
      fields: Object.keys(place),
    });
  });

  test('beyond the rate limit', async () => {
    const ana = await newPerson(world);
    for (let nth = 0; nth < 300; nth += 1) await ana.finds('a');
    await expectRefused(ana.finds('wanda'), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('a new name in the search', () => {
  test('is found instead of the old one', async () => {
    const person = await newPerson(world, {
      findable: true,
      username: 'elvira.old',
      fullName: 'Elvira Stone',
    });
    await rename(person, { username: 'elvira.newest', fullName: 'Elvira Brook' });
    await deliverNameEvent(world, person.user.id);
    expect(await found('elvira')).toEqual(['elvira.newest']);
    expect(await found('broo')).toEqual(['elvira.newest']);
    expect(await found('ra stone')).toEqual([]);
    expect(await found('a.old')).toEqual([]);
  });

  test('shows no outdated name, even before the entries change', async () => {
    const person = await newPerson(world, {
      findable: true,
      username: 'gerta.before',
      fullName: 'Gerta Bloom',
    });
    await rename(person, { username: 'gerta.after' });
    expect(await found('gerta.before')).toEqual([]);
    expect((await reader.finds('gerta.before')).pageTotal).toBe(0);
    expect(await found('bloom')).toEqual(['gerta.after']);
  });

  test('leaves no gap in a page', async () => {
    const people: Person[] = [];
    for (let nth = 0; nth < 23; nth += 1)
      people.push(
        await newPerson(world, {
          findable: true,
          fullName: `Holger ${String(nth).padStart(2, '0')}`,
        }),
      );
    for (const gone of people.slice(0, 2)) await rename(gone, { fullName: 'Someone Else' });
    const body = await reader.finds('holger');
    expect(body.data).toHaveLength(20);
    expect(body.pageTotal).toBe(21);
    const next = await reader.finds('holger', { cursor: body.cursor });
    expect(next.data.map(({ fullName }) => fullName)).toEqual(['Holger 22']);
    expect(next).not.toHaveProperty('cursor');
  });
});

describe('a search with many matches', () => {
  const COUNT = 53;
  const names: string[] = [];
  beforeAll(async () => {
    for (let nth = 0; nth < COUNT; nth += 1) {
      const number = String(nth).padStart(2, '0');
      // In one username of three the text is not at the beginning; every full name begins with it.
      const username = nth % 3 === 0 ? `xpetronella${number}` : `petronella${number}`;
      names.push(username);
      await newPerson(world, { findable: true, username, fullName: `Petronella ${number}` });
    }
  });

  test('is paged by cursor without gaps or duplicates, with the total on every page', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const body = await reader.finds('petronella', { cursor });
      expect(body.pageTotal).toBe(COUNT);
      sizes.push(body.data.length);
      seen.push(...body.data.map(({ username }: { username: string }) => username));
      cursor = body.cursor;
    } while (cursor);
    expect(sizes).toEqual([20, 20, 13]);
    expect([...seen].sort()).toEqual([...names].sort());
  });

  test('is paged by skip in the same order', async () => {
    const all = [
      ...(await found('petronella')),
      ...(await found('petronella', { skip: 20 })),
      ...(await found('petronella', { skip: 40 })),
    ];
    expect([...all].sort()).toEqual([...names].sort());
    expect(await found('petronella', { skip: 7 })).toEqual(all.slice(7, 27));
    expect(await found('petronella', { skip: COUNT })).toEqual([]);
    expect((await reader.finds('petronella', { skip: COUNT })).pageTotal).toBe(COUNT);
  });

  test('costs the same when there are many others', async () => {
    await newPerson(world, { findable: true, fullName: 'Xenia Trebor' });
    await newPerson(world, { findable: true, fullName: 'Yves Trebor' });
    await newPerson(world, { findable: true, username: 'trebor' });
    const cost = async () => (await metered(() => reader.finds('trebor', {}, { as: reader }))).cost;
    const before = await cost();
    await plantPeople({
      from: 0,
      to: 2_000,
      named: (nth) => ({ username: `t${nth}`, fullName: `Trebonius ${nth}` }),
      only: ['treb'],
    });
    expect(await cost()).toEqual(before);
    expect(before).toEqual({ calls: 4, reads: 9, writes: 0 });
  });

  test('reaches matches beyond the counted total by cursor and by skip', async () => {
    await plantPeople({
      from: 10_000,
      to: 10_700,
      named: (nth) => ({ username: `x${nth}`, fullName: `Barnabas ${nth}` }),
      only: ['barn'],
    });
    const first = await reader.finds('barnabas');
    expect(first.pageTotal).toBe(250);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const body = await reader.finds('barnabas', { cursor });
      for (const { id } of body.data) seen.add(id);
      cursor = body.cursor;
      if (cursor) expect(body.pageTotal).toBeGreaterThan(Math.min(seen.size, 249));
    } while (cursor);
    expect(seen.size).toBe(700);
    const skipped = await reader.finds('barnabas', { skip: 690 });
    expect([skipped.data.length, skipped.pageTotal]).toEqual([10, 700]);
    expect((await reader.finds('barnabas', { skip: 400 })).pageTotal).toBeGreaterThan(420);
  });
});
