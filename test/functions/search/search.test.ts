import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { metered } from '../../../bench/meter.ts';
import { endStream, plantPeople } from '../../../bench/plant-people.ts';
import { handler as viewDashboardStats } from '../../../functions/accounts/viewDashboardStats.ts';
import { handler as searchUsers } from '../../../functions/search/searchUsers.ts';
import { monthKey } from '../../../functions/storage/keys.ts';
import { put, table } from '../../../functions/storage/table.ts';
import { monthOf } from '../../../shared/time.ts';
import { call } from '../../support/call.ts';
import { hearNamed, newFindable, rename } from '../../support/names.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
let reader: Person;
beforeAll(async () => {
  world = await startWorld();
  await endStream();
  reader = await newPerson(world, { username: 'reader' });
});
afterAll(() => world.stop());

type Input = Readonly<Record<string, unknown>>;

const search = (searchText: unknown, more: Input = {}, token: string | undefined = reader.token) =>
  call(searchUsers, { searchText, ...more }, { token });

/** The usernames that a search finds, in its order. */
async function found(searchText: string, more: Input = {}): Promise<string[]> {
  const { http, body } = await search(searchText, more);
  expect({ http, status: body.status }).toEqual({ http: 200, status: 'SUCCESS' });
  return body.data.map(({ username }: { username: string }) => username);
}

describe('searching for people', () => {
  test('finds them by any part of either name, accents and case ignored', async () => {
    await newFindable(world, { username: 'zora.prskavac', fullName: 'Zora Ćirković' });
    for (const text of ['zora', 'PRSK', 'kavac', 'a.pr', 'cirk', 'Ćirk', 'ora cir', '@Zora.P'])
      expect([text, await found(text)]).toEqual([text, ['zora.prskavac']]);
    expect(await found('cirkovich')).toEqual([]);
  });

  test('finds a name with a sign where its entry is cut off, from its first letters to its last', async () => {
    const fullName = `${'q'.repeat(39)}😀 bentley`;
    await newFindable(world, { username: 'long.quentin', fullName });
    for (const text of ['qqqq', 'q'.repeat(39), `${'q'.repeat(39)}😀`, fullName, 'bentley'])
      expect([text, await found(text)]).toEqual([text, ['long.quentin']]);
  });

  test('shows what the row of a person needs, and nothing else', async () => {
    const { user } = await newFindable(world, {
      username: 'wanda.lux',
      fullName: 'Wanda Lux',
      licenseId: 'STARTER',
      identity: { name: 'Wanda Lux', accountId: 'acct_1', verifiedAt: world.now() },
      avatarUrl: 'https://replypaid.test/media/wanda.webp',
      bio: '<p>Lamps.</p>',
    });
    const { body } = await search('wanda');
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
        },
      ],
    });
  });

  test('says whose commitment of this month is used up', async () => {
    const recipient = await newFindable(world, { username: 'ottilie', paidResponseCommitment: 2 });
    const month = monthKey(recipient.user.id, monthOf(world.now()));
    const isActive = async () => (await search('ottilie')).body.data[0].active;
    await table.write(put({ ...month, reservedCount: 1 }));
    expect(await isActive()).toBe(true);
    await table.write(put({ ...month, reservedCount: 2 }));
    expect(await isActive()).toBe(false);
  });

  test('puts first who is called just that, then who begins with it, then who holds it', async () => {
    await newFindable(world, { username: 'mirabella_x', fullName: 'Quite Another' });
    await newFindable(world, { username: 'admirabel', fullName: 'Some Body' });
    await newFindable(world, { username: 'x_mirabel_z', fullName: 'Third Person' });
    await newFindable(world, { username: 'mirabel', fullName: 'Last Registered' });
    expect(await found('mirabel')).toEqual(['mirabel', 'x_mirabel_z', 'mirabella_x', 'admirabel']);
  });

  test('does not tell a name from the id behind it', async () => {
    const { user } = await newFindable(world, { username: 'ottokar', fullName: 'Ottokar Bly' });
    expect(await found(`ottokar ${user.id.slice(0, 3)}`)).toEqual([]);
    expect(await found('ottokar b')).toEqual(['ottokar']);
  });

  test('holds a long text against the whole name', async () => {
    const long = 'Bartholomew Featherstonehaugh Cholmondeley';
    await newFindable(world, { username: 'barty.one', fullName: `${long} the First` });
    await newFindable(world, { username: 'barty.two', fullName: `${long} the Second` });
    expect(await found(`${long} the f`)).toEqual(['barty.one']);
    expect(await found(`${long} the s`)).toEqual(['barty.two']);
    expect((await found(long)).sort()).toEqual(['barty.one', 'barty.two']);
  });

  test('finds the product’s own account', async () => {
    await newFindable(world, {
      username: 'support',
      fullName: 'ReplyPaid Support',
      licenseId: 'NONE',
      verified: false,
    });
    expect(await found('supp')).toEqual(['support']);
  });

  test('finds nobody who is not public', async () => {
    const names = { fullName: 'Hidden Hermit' };
    await newFindable(world, { ...names, licenseId: 'NONE' });
    await newFindable(world, { ...names, verified: false });
    expect(await found('hermit')).toEqual([]);
  });

  test('is no look at a profile', async () => {
    const person = await newFindable(world, { username: 'unseen.person' });
    await found('unseen');
    const { body } = await call(viewDashboardStats, {}, { method: 'GET', token: person.token });
    expect(body.data[0].profileViews).toBe(0);
  });
});

describe('searching is refused', () => {
  test.each([
    ['an', 'Please enter at least 4 letters'],
    ['@ana', 'Please enter at least 4 letters'],
    [' an  ', 'Please enter at least 4 letters'],
    ['', 'Please enter at least 4 letters'],
    [undefined, 'Please enter at least 4 letters'],
    ['a'.repeat(201), 'Please enter at most 200 letters'],
  ])('for %j', async (text, sentence) => {
    const { http, body } = await search(text);
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
  ])('with the place %j', async (place) => {
    const { http, body } = await search('wanda', place);
    expect({ http, fields: Object.keys(body.fields) }).toEqual({
      http: 400,
      fields: Object.keys(place),
    });
  });

  test('to nobody, and to whoever has not confirmed their phone', async () => {
    expect((await search('wanda', {}, '')).body.status).toBe('UNAUTHENTICATED');
    const { token } = await newPerson(world, { verified: false });
    expect((await search('wanda', {}, token)).body.status).toBe('UNVERIFIED');
  });

  test('to whoever asks all the time', async () => {
    const { token } = await newPerson(world);
    for (let nth = 0; nth < 300; nth += 1) await search('a', {}, token);
    const { http, body } = await search('wanda', {}, token);
    expect([http, body.status]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});

describe('another name', () => {
  test('is found in place of the one before', async () => {
    const person = await newFindable(world, { username: 'elvira.old', fullName: 'Elvira Stone' });
    await rename(person, { username: 'elvira.newest', fullName: 'Elvira Brook' });
    await hearNamed(world, person.user.id);
    expect(await found('elvira')).toEqual(['elvira.newest']);
    expect(await found('broo')).toEqual(['elvira.newest']);
    expect(await found('ra stone')).toEqual([]);
    expect(await found('a.old')).toEqual([]);
  });

  test('never shows a wrong row before the entries are changed', async () => {
    const person = await newFindable(world, { username: 'gerta.before', fullName: 'Gerta Bloom' });
    await rename(person, { username: 'gerta.after' });
    expect(await found('gerta.before')).toEqual([]);
    expect((await search('gerta.before')).body.pageTotal).toBe(0);
    expect(await found('bloom')).toEqual(['gerta.after']);
  });

  test('leaves no hole in a page: others take the place', async () => {
    const people: Person[] = [];
    for (let nth = 0; nth < 23; nth += 1)
      people.push(await newFindable(world, { fullName: `Holger ${String(nth).padStart(2, '0')}` }));
    for (const gone of people.slice(0, 2)) await rename(gone, { fullName: 'Someone Else' });
    const { body } = await search('holger');
    expect(body.data).toHaveLength(20);
    expect(body.pageTotal).toBe(21);
    const next = await search('holger', { cursor: body.cursor });
    expect(next.body.data.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'Holger 22',
    ]);
    expect(next.body).not.toHaveProperty('cursor');
  });
});

describe('many matches', () => {
  const COUNT = 53;
  const names: string[] = [];
  beforeAll(async () => {
    for (let nth = 0; nth < COUNT; nth += 1) {
      const number = String(nth).padStart(2, '0');
      // Every third only holds the text; each is found twice by its beginning.
      const username = nth % 3 === 0 ? `xpetronella${number}` : `petronella${number}`;
      names.push(username);
      await newFindable(world, { username, fullName: `Petronella ${number}` });
    }
  });

  test('come page by page by the cursor, without gaps or doubles, the total on every page', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await search('petronella', { cursor });
      expect(body.pageTotal).toBe(COUNT);
      sizes.push(body.data.length);
      seen.push(...body.data.map(({ username }: { username: string }) => username));
      cursor = body.cursor;
    } while (cursor);
    expect(sizes).toEqual([20, 20, 13]);
    expect([...seen].sort()).toEqual([...names].sort());
  });

  test('come by skip in the same order', async () => {
    const all = [
      ...(await found('petronella')),
      ...(await found('petronella', { skip: 20 })),
      ...(await found('petronella', { skip: 40 })),
    ];
    expect([...all].sort()).toEqual([...names].sort());
    expect(await found('petronella', { skip: 7 })).toEqual(all.slice(7, 27));
    expect(await found('petronella', { skip: COUNT })).toEqual([]);
    expect((await search('petronella', { skip: COUNT })).body.pageTotal).toBe(COUNT);
  });

  test('cost the same when the others are many', async () => {
    await newFindable(world, { fullName: 'Xenia Trebor' });
    await newFindable(world, { fullName: 'Yves Trebor' });
    await newFindable(world, { username: 'trebor' });
    const cost = async () => (await metered(() => search('trebor'))).cost;
    const before = await cost();
    await plantPeople({
      from: 0,
      to: 2_000,
      named: (nth) => ({ username: `t${nth}`, fullName: `Trebonius ${nth}` }),
      only: ['treb'],
    });
    expect(await cost()).toEqual(before);
    expect(before).toEqual({ calls: 4, reads: 5.5, writes: 1 });
  });

  test('beyond what is counted are reached by cursor and by skip', async () => {
    await plantPeople({
      from: 10_000,
      to: 10_700,
      named: (nth) => ({ username: `x${nth}`, fullName: `Barnabas ${nth}` }),
      only: ['barn'],
    });
    const first = (await search('barnabas')).body;
    expect(first.pageTotal).toBe(250);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const { body } = await search('barnabas', { cursor });
      for (const { id } of body.data) seen.add(id);
      cursor = body.cursor;
      if (cursor) expect(body.pageTotal).toBeGreaterThan(Math.min(seen.size, 249));
    } while (cursor);
    expect(seen.size).toBe(700);
    const skipped = (await search('barnabas', { skip: 690 })).body;
    expect([skipped.data.length, skipped.pageTotal]).toEqual([10, 700]);
    expect((await search('barnabas', { skip: 400 })).body.pageTotal).toBeGreaterThan(420);
  });
});
