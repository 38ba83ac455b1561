import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import { searchPartition } from '#functions/storage/keys.ts';
import { updateSearchIndex, writeIndexUpdate } from '#functions/storage/search/search-index.ts';
import { documents, table } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { indexEntriesOf, type Names, searchPrefixOf } from '#shared/rules/search/search.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { SHORT } from '../../support/offers.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { deliverNameEvent, rename, searchEntriesOf } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** Returns the search entries of a person for all of these names, current or former. */
async function entriesOfPerson({ user }: Person, ...names: Names[]): Promise<string[]> {
  const places = names.flatMap((name) => Object.keys(indexEntriesOf(name)));
  const partitions = new Set(
    places.map((place) => searchPartition(searchPrefixOf(place.slice(1)))),
  );
  const pages = await Promise.all(
    [...partitions].map((partition) => table.query<{ sk: string }>({ partition })),
  );
  return pages
    .flatMap(({ items }) => items.map(({ sk }) => sk))
    .filter((sk) => sk.endsWith(` ${user.id}`))
    .map((sk) => sk.slice(0, -27))
    .sort();
}

const sorted = (names: Names) => Object.keys(indexEntriesOf(names)).sort();

describe('the search entries of a person', () => {
  test('are written when they finish their registration', async () => {
    const newcomer = await newPerson(world, { licenseId: 'NONE' });
    const sent = jest.spyOn(documents, 'send');
    const choice = { paidResponsePrice: '2', paidResponseCommitment: '3', license: 'FREE' };
    await newcomer.calls('saveFreeRegistration', choice);
    const facts = sent.mock.calls.flatMap(([command]) =>
      command instanceof TransactWriteCommand
        ? (command.input.TransactItems ?? []).flatMap(({ Put }) => Put?.Item?.event ?? [])
        : [],
    );
    sent.mockRestore();
    expect(facts).toMatchObject([{ type: 'user.named', detail: { userId: newcomer.id } }]);
  });

  test('cover every word of both names, and are listed in the record', async () => {
    const person = await newPerson(world, {
      findable: true,
      username: 'quentin.x',
      fullName: 'Quentin Xu',
    });
    const wanted = sorted(person.user);
    expect(await searchEntriesOf(person)).toEqual(wanted);
    expect(await entriesOfPerson(person, person.user)).toEqual(wanted);
  });

  test('are written once even if the event is delivered repeatedly', async () => {
    const person = await newPerson(world, { findable: true, username: 'twice.told' });
    const { cost } = await metered(() => deliverNameEvent(world, person.user.id));
    expect(cost).toEqual({ calls: 2, reads: 3, writes: 0 });
  });

  test('are written once by many concurrent deliveries', async () => {
    const person = await newPerson(world, { username: 'all.at.once', fullName: 'Olga Sixfold' });
    await Promise.all(Array.from({ length: 6 }, () => deliverNameEvent(world, person.user.id)));
    expect(await entriesOfPerson(person, person.user)).toEqual(sorted(person.user));
  });

  test('are complete even if they need several transactions', async () => {
    const fullName =
      'TheRightHonourableMaximilianXaverQuincyVogelsangZuBadKreuznachLippeStraßeFjord';
    const person = await newPerson(world, {
      findable: true,
      username: 'zyxwvutsrqponmlkjihgfedcba_123',
      fullName,
    });
    expect(sorted(person.user).length).toBeGreaterThan(99);
    expect(await entriesOfPerson(person, person.user)).toEqual(sorted(person.user));
    const before = person.user;
    await rename(person, { username: '321_abcdefghijklmnopqrstuvwxyz', fullName: 'Short Now' });
    await deliverNameEvent(world, person.user.id);
    const after = { username: '321_abcdefghijklmnopqrstuvwxyz', fullName: 'Short Now' };
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(after));
  });

  test('are not written before the registration is finished or for unknown users', async () => {
    const person = await newPerson(world, { findable: true, licenseId: 'NONE' });
    expect(await searchEntriesOf(person)).toEqual([]);
    await deliverNameEvent(world, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  });
});

type Change = (person: Person) => Promise<unknown>;

/** Changes of whether and how people find somebody. Each has its preparation. */
const FOUND_DIFFERENTLY: Readonly<Record<string, readonly [Change, Change?]>> = {
  'a new name': [
    (person) => person.editsProfile(formOf(person, { userFullName: 'Another Name' })),
    (person) => person.editsProfile(formOf(person)),
  ],
  'a new bio': [
    (person) => person.editsProfile(formOf(person, { userBio: '<p>Violins</p>' })),
    (person) => person.editsProfile(formOf(person)),
  ],
  'a new category': [
    (person) => person.editsProfile(formOf(person, { subCategoryId: 'CATEGORY_07_02' })),
    (person) => person.editsProfile(formOf(person)),
  ],
  'leaving the lists': [
    (person) => person.editsProfile(formOf(person, { listing: 'HIDDEN' })),
    (person) => person.editsProfile(formOf(person)),
  ],
  'a new price': [(person) => person.setsPrice({ price: '9', perMonth: '3' })],
  'new tiers': [(person) => person.offersTiers([SHORT])],
  'the request to delete the account': [(person) => person.asksForDeletion()],
  'keeping the account': [(person) => person.keepsAccount(), (person) => person.asksForDeletion()],
  'a block': [({ user }) => runConfirmedOps(world, 'block', user.id)],
  'the end of a block': [
    ({ user }) => runConfirmedOps(world, 'unblock', user.id),
    ({ user }) => runConfirmedOps(world, 'block', user.id),
  ],
};

test.each(Object.entries(FOUND_DIFFERENTLY))(
  '%s is an event of which the search index hears',
  async (_name, [change, before]) => {
    const person = await newPerson(world);
    await before?.(person);
    const heard = async () => {
      const events = subscribers.indexPeople.events.map((type) =>
        domainEventsAbout(world, type, person),
      );
      return (await Promise.all(events)).flat().length;
    };
    const count = await heard();
    await change(person);
    expect(await heard()).toBe(count + 1);
  },
);

describe('the search entries after a rename', () => {
  const first = { username: 'first.name', fullName: 'First Name' };
  const names = Array.from({ length: 5 }, (_, nth) => ({
    username: `name.number.${nth}`,
    fullName: `Number ${'ABCDE'[nth]} Name`,
  }));

  test('change only where the name changed', async () => {
    const person = await newPerson(world, {
      findable: true,
      username: 'here.today',
      fullName: 'Constance Stays',
    });
    await rename(person, { username: 'here.todax' });
    const { cost } = await metered(() => deliverNameEvent(world, person.user.id));
    // Seven entries of the old username are deleted, seven are added, and the record is updated: two units each.
    expect(cost).toEqual({ calls: 3, reads: 3, writes: 2 * (7 + 7 + 1) });
  });

  test('match the latest name for any order and number of events', async () => {
    const person = await newPerson(world, { findable: true, ...first });
    const runs: Promise<unknown>[] = [];
    for (const name of names) {
      await rename(person, name);
      runs.push(deliverNameEvent(world, person.user.id), deliverNameEvent(world, person.user.id));
    }
    await Promise.all(runs);
    const last = names.at(-1) ?? first;
    expect(await entriesOfPerson(person, first, ...names)).toEqual(sorted(last));
    expect(await searchEntriesOf(person)).toEqual(sorted(last));
  });

  test('are not overwritten by a slow run with an older name', async () => {
    const [old, now] = [first, names[0] ?? first];
    const person = await newPerson(world, { ...old, username: 'slow.run.one' });
    let overtaken = false;
    const slow = updateSearchIndex(
      {
        table,
        writeIndexUpdate: async (move) => {
          if (!overtaken) {
            overtaken = true;
            await rename(person, { ...now, username: 'slow.run.two' });
            await deliverNameEvent(world, person.user.id);
          }
          return writeIndexUpdate(table, move);
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

  test('are complete after a run that was interrupted', async () => {
    const person = await newPerson(world, { findable: true, username: 'broken.off' });
    const before = { username: 'broken.off', fullName: person.user.fullName };
    const after = { ...before, username: 'mended.now' };
    await rename(person, after);
    const crash = () => Promise.reject(new Error('the machine went away'));
    const broken = updateSearchIndex(
      { table, writeIndexUpdate: crash },
      person.user.id,
      world.now(),
    );
    await expect(broken).rejects.toThrow('went away');
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(before));
    await deliverNameEvent(world, person.user.id);
    expect(await entriesOfPerson(person, before, after)).toEqual(sorted(after));
  });
});
