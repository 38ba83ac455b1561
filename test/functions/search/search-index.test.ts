import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { metered } from '../../../bench/meter.ts';
import { handler as saveFreeRegistration } from '../../../functions/accounts/saveFreeRegistration.ts';
import { findPartition } from '../../../functions/storage/keys.ts';
import { keepFindable, movePlaces } from '../../../functions/storage/search/search-index.ts';
import { documents, table } from '../../../functions/storage/table.ts';
import { beginningOf, type Names, placesOf } from '../../../shared/rules/search/search.ts';
import { call } from '../../support/call.ts';
import { hearNamed, newFindable, placesOfPerson, rename } from '../../support/names.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Every entry that stands for a person, of all the names they ever had. */
async function entriesOfPerson({ user }: Person, ...names: Names[]): Promise<string[]> {
  const places = names.flatMap((name) => Object.keys(placesOf(name)));
  const partitions = new Set(places.map((place) => findPartition(beginningOf(place.slice(1)))));
  const pages = await Promise.all(
    [...partitions].map((partition) => table.query<{ sk: string }>({ partition })),
  );
  return pages
    .flatMap(({ items }) => items.map(({ sk }) => sk))
    .filter((sk) => sk.endsWith(` ${user.id}`))
    .map((sk) => sk.slice(0, -27))
    .sort();
}

const sorted = (names: Names) => Object.keys(placesOf(names)).sort();

describe('whoever gets a name', () => {
  test('is told of when they finish their registration', async () => {
    const { user, token } = await newPerson(world, { licenseId: 'NONE' });
    const sent = jest.spyOn(documents, 'send');
    const choice = { paidResponsePrice: '2', paidResponseCommitment: '3', license: 'FREE' };
    expect((await call(saveFreeRegistration, choice, { token })).http).toBe(200);
    const facts = sent.mock.calls.flatMap(([command]) =>
      command instanceof TransactWriteCommand
        ? (command.input.TransactItems ?? []).flatMap(({ Put }) => Put?.Item?.fact ?? [])
        : [],
    );
    sent.mockRestore();
    expect(facts).toMatchObject([{ type: 'user.named', detail: { userId: user.id } }]);
  });

  test('is entered at every place of both names, and the record says so', async () => {
    const person = await newFindable(world, { username: 'quentin.x', fullName: 'Quentin Xu' });
    const wanted = sorted(person.user);
    expect(await placesOfPerson(person)).toEqual(wanted);
    expect(await entriesOfPerson(person, person.user)).toEqual(wanted);
  });

  test('is entered once however often it is told', async () => {
    const person = await newFindable(world, { username: 'twice.told' });
    const { cost } = await metered(() => hearNamed(world, person.user.id));
    expect(cost).toEqual({ calls: 2, reads: 2, writes: 0 });
  });

  test('is entered once by many at once', async () => {
    const person = await newPerson(world, { username: 'all.at.once', fullName: 'Olga Sixfold' });
    await Promise.all(Array.from({ length: 6 }, () => hearNamed(world, person.user.id)));
    expect(await entriesOfPerson(person, person.user)).toEqual(sorted(person.user));
  });

  test('is entered whole, even when that takes more than one transaction', async () => {
    const fullName =
      'TheRightHonourableMaximilianXaverQuincyVogelsangZuBadKreuznachLippeStraßeFjord';
    const person = await newFindable(world, {
      username: 'zyxwvutsrqponmlkjihgfedcba_123',
      fullName,
    });
    expect(sorted(person.user).length).toBeGreaterThan(99);
    expect(await entriesOfPerson(person, person.user)).toEqual(sorted(person.user));
    const before = person.user;
    await rename(person, { username: '321_abcdefghijklmnopqrstuvwxyz', fullName: 'Short Now' });
    await hearNamed(world, person.user.id);
    const after = { username: '321_abcdefghijklmnopqrstuvwxyz', fullName: 'Short Now' };
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(after));
  });

  test('is not entered before their registration is finished, nor when there is no such person', async () => {
    const person = await newFindable(world, { licenseId: 'NONE' });
    expect(await placesOfPerson(person)).toEqual([]);
    await hearNamed(world, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  });
});

describe('a new name', () => {
  const first = { username: 'first.name', fullName: 'First Name' };
  const names = Array.from({ length: 5 }, (_, nth) => ({
    username: `name.number.${nth}`,
    fullName: `Number ${'ABCDE'[nth]} Name`,
  }));

  test('costs what changes: places of a name that stays are left alone', async () => {
    const person = await newFindable(world, {
      username: 'here.today',
      fullName: 'Constance Stays',
    });
    await rename(person, { username: 'here.todax' });
    const { cost } = await metered(() => hearNamed(world, person.user.id));
    // Seven places of the username go, seven come, and the record says so: two units each.
    expect(cost).toEqual({ calls: 3, reads: 2, writes: 2 * (7 + 7 + 1) });
  });

  test('is the last one, in whatever order and however often it is heard of', async () => {
    const person = await newFindable(world, first);
    const runs: Promise<unknown>[] = [];
    for (const name of names) {
      await rename(person, name);
      runs.push(hearNamed(world, person.user.id), hearNamed(world, person.user.id));
    }
    await Promise.all(runs);
    const last = names.at(-1) ?? first;
    expect(await entriesOfPerson(person, first, ...names)).toEqual(sorted(last));
    expect(await placesOfPerson(person)).toEqual(sorted(last));
  });

  test('is not undone by a run that read an older one and was slow', async () => {
    const [old, now] = [first, names[0] ?? first];
    const person = await newPerson(world, { ...old, username: 'slow.run.one' });
    let overtaken = false;
    const slow = keepFindable(
      {
        table,
        movePlaces: async (move) => {
          if (!overtaken) {
            overtaken = true;
            await rename(person, { ...now, username: 'slow.run.two' });
            await hearNamed(world, person.user.id);
          }
          return movePlaces(table, move);
        },
      },
      person.user.id,
      world.now(),
    );
    await slow;
    const [before, after] = [
      { ...old, username: 'slow.run.one' },
      { ...now, username: 'slow.run.two' },
    ];
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(after));
  });

  test('leaves nothing half done when the run breaks off', async () => {
    const person = await newFindable(world, { username: 'broken.off' });
    const before = { username: 'broken.off', fullName: person.user.fullName };
    const after = { ...before, username: 'mended.now' };
    await rename(person, after);
    const crash = () => Promise.reject(new Error('the machine went away'));
    const broken = keepFindable({ table, movePlaces: crash }, person.user.id, world.now());
    await expect(broken).rejects.toThrow('went away');
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(before));
    await hearNamed(world, person.user.id);
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(after));
  });
});
