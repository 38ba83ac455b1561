import { expect, test } from '@jest/globals';
import { handler as orderContacts } from '#functions/events/orderContacts.ts';
import { listContacts } from '#functions/storage/contacts/contact-lists.ts';
import { contactNameIndex, contactTimeIndex } from '#functions/storage/index-keys.ts';
import { contactCountKey, contactKey } from '#functions/storage/keys.ts';
import { userNamedEvent } from '#functions/storage/outbox.ts';
import { type Item, table } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { newId } from '#shared/ids.ts';
import { CONTACTS_MAX, sortName } from '#shared/rules/contacts/contacts.ts';
import { type Instant, later, SECOND } from '#shared/time.ts';
import { newPerson } from '#test/support/people.ts';
import { writeAll } from '#test/support/plant-conversations.ts';
import { lambdaContext } from '../../support/call.ts';
import type { Person } from '../../support/people.ts';
import { rename } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* A person with the maximum number of contacts. */

const world = worldOfFile();

const sideOf = (ownerId: string, otherId: string, fullName: string, at: Instant): Item => ({
  ...contactKey(ownerId, otherId),
  ...contactNameIndex(ownerId, otherId, sortName(fullName)),
  ...contactTimeIndex(ownerId, otherId, at),
  status: 'CONTACT',
  at,
});

/** Writes `count` contacts of a new person into the table, on both sides. */
async function withMany(count: number) {
  const person = await newPerson(world, { licenseId: 'STARTER', fullName: 'Mara Middle' });
  const { id, fullName } = person.user;
  const others = Array.from({ length: count }, (_, nth) => {
    const at = later(world.now(), -nth * SECOND);
    return { id: newId(at), name: `Contact ${String(nth).padStart(4, '0')}`, at };
  });
  await writeAll([
    { ...contactCountKey(id), contacts: count, invitations: 0 },
    ...others.flatMap((other) => [
      sideOf(id, other.id, other.name, other.at),
      sideOf(other.id, id, fullName, other.at),
    ]),
  ]);
  return { person, others };
}

let most: ReturnType<typeof withMany> | undefined;
/** One person for all tests, because two thousand writes take seconds. */
const withMost = () => {
  most ??= withMany(CONTACTS_MAX);
  return most;
};

type List = 'viewUserContacts' | 'viewTopUserContacts';
const costOf = async (list: List, one: Person, input = {}) =>
  (await metered(() => one.calls(list, input, { as: one }))).cost;

test('a page of contacts costs the same with thirty and with a thousand', async () => {
  const [few, many] = [await withMany(30), await withMost()];
  for (const input of [{}, { sortDirection: 'desc' }])
    expect(await costOf('viewUserContacts', many.person, input)).toEqual(
      await costOf('viewUserContacts', few.person, input),
    );
  expect(await costOf('viewTopUserContacts', many.person)).toEqual(
    await costOf('viewTopUserContacts', few.person),
  );
});

test('a thousand contacts are listed once each, by cursor and by skip', async () => {
  const { person, others } = await withMost();
  const list = { userId: person.user.id, descending: false, limit: 20 };
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listContacts(table, { ...list, skip: 0, cursor });
    walked.push(...(page?.otherIds ?? []));
    cursor = page?.cursor;
  } while (cursor);
  expect(walked).toEqual(others.map(({ id }) => id));
  for (const skip of [0, 20, 500, 990, 1_000])
    expect((await listContacts(table, { ...list, skip }))?.otherIds).toEqual(
      walked.slice(skip, skip + 20),
    );
});

test('a new name reaches a thousand contacts within seconds', async () => {
  const { person, others } = await withMost();
  await rename(person, { fullName: 'Zara Last' });
  await orderContacts(
    { detail: userNamedEvent(person.user.id, world.now()) } as never,
    lambdaContext(),
  );
  for (const { id } of [others[0], others[499], others[999]] as { id: string }[]) {
    const { items } = await table.query<{ gsi1sk: string }>({
      index: 'gsi1',
      partition: contactNameIndex(id, '', '').gsi1pk,
    });
    expect(items.map(({ gsi1sk }) => gsi1sk)).toEqual([`zara last ${person.user.id}`]);
  }
});
