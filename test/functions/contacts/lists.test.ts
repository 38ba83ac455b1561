import { describe, expect, test } from '@jest/globals';
import { handler as orderContacts } from '#functions/events/orderContacts.ts';
import { contactsAmong } from '#functions/storage/contacts/contacts.ts';
import { contactKey, userKey } from '#functions/storage/keys.ts';
import { userNamedEvent } from '#functions/storage/outbox.ts';
import { table, update } from '#functions/storage/table.ts';
import type { Actor } from '#lib/local/deeds/actor.ts';
import { type CallOptions, responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { HOUR, type Instant, instant, later, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { newPerson, type Person, personOf, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { rename } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const top = (one: Person) => one.does('viewTopUserContacts');
const has = async (one: Person, options?: CallOptions) =>
  (await one.does('hasUserContacts', {}, options)).hasContacts;
const namesOf = ({ data }: { readonly data: readonly { readonly fullName: string }[] }) =>
  data.map(({ fullName }) => fullName);

/** Creates a person with contacts of these names. */
async function withContacts(...names: string[]) {
  const person = await newPerson(world, { licenseId: 'STARTER' });
  const others: Person[] = [];
  for (const fullName of names) {
    const other = await newPerson(world, { licenseId: 'STARTER', fullName });
    await becomeContacts(other, person);
    others.push(other);
  }
  return { person, others };
}

/** Delivers the event of a name change. */
const hear = (person: Person) =>
  orderContacts({ detail: userNamedEvent(person.user.id, world.now()) } as never, lambdaContext());

/** Delivers the event of a chat message from one person to another. */
const hearChat = (by: Person, to: Person, messageAt: Instant) => {
  const detail = { chatId: 'chat', byUserId: by.user.id, directUserId: to.user.id, messageAt };
  const fact = { id: 'sent', type: 'chat.messageSent', at: messageAt, detail };
  return orderContacts({ detail: fact } as never, lambdaContext());
};

test('a person who returns to a paid plan has their contacts again', async () => {
  const { person } = await withContacts('Ada Byron');
  const left = await personOf(world, { ...person.user, licenseId: 'FREE' });
  await expectRefused(person.contacts({}, { as: left }), 403, 'PLAN_REQUIRED');
  expect(await has(person, { as: left })).toBe(true);
  expect(namesOf(await person.contacts())).toEqual(['Ada Byron']);
});

describe('contacts by name', () => {
  test('have the newest name if it is changed while the lists are updated', async () => {
    const { person, others } = await withContacts('Ada Byron', 'Bea Quist');
    const [ada] = others;
    if (!ada) throw new Error('there is no contact');
    const rename = (fullName: string) =>
      table.write(update(userKey(ada.user.id), { set: { fullName } }));
    await rename('Ada Lovelace');
    const { pk } = contactKey(person.user.id, ada.user.id);
    await world.overtaken(() => hear(ada), { at: pk, by: () => rename('Zoe Lovelace') });
    expect(namesOf(await person.contacts())).toEqual(['Bea Quist', 'Zoe Lovelace']);
  });

  test('are sorted alphabetically in either direction, ignoring case and accents', async () => {
    const { person } = await withContacts('bob Ross', 'Ánna Lee', 'Anna Karenina', 'Zoë Quist');
    const names = ['Anna Karenina', 'Ánna Lee', 'bob Ross', 'Zoë Quist'];
    expect(namesOf(await person.contacts())).toEqual(names);
    expect(namesOf(await person.contacts({ sortDirection: 'asc' }))).toEqual(names);
    expect(namesOf(await person.contacts({ sortDirection: 'desc' }))).toEqual([...names].reverse());
  });

  test('contain everything that their rows show', async () => {
    const { person, others } = await withContacts('Ada Byron');
    const [ada] = others;
    expect(await person.contacts()).toEqual({
      status: 'SUCCESS',
      pageTotal: 1,
      data: [
        {
          id: ada?.user.id,
          userContactId: ada?.user.id,
          fullName: 'Ada Byron',
          username: ada?.user.username,
          profileImageUrl: null,
          trusted: false,
        },
      ],
    });
  });

  test('are paged by cursor and by skip without gaps, with an exact total', async () => {
    const names = Array.from({ length: 45 }, (_, nth) => `Contact ${String(nth).padStart(2, '0')}`);
    const { person } = await withContacts(...names);
    for (const sortDirection of ['asc', 'desc']) {
      const wanted = sortDirection === 'asc' ? names : [...names].reverse();
      const byCursor: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await person.contacts({ sortDirection, ...(cursor && { cursor }) });
        expect(page.pageTotal).toBe(45);
        byCursor.push(...namesOf(page));
        cursor = page.cursor;
      } while (cursor);
      expect(byCursor).toEqual(wanted);
      const bySkip = [0, 20, 40].map((skip) => person.contacts({ sortDirection, skip }));
      expect((await Promise.all(bySkip)).flatMap(namesOf)).toEqual(wanted);
      expect(namesOf(await person.contacts({ sortDirection, skip: 45 }))).toEqual([]);
    }
  });

  test('refuse an invalid cursor and an unknown direction', async () => {
    const { person } = await withContacts('Ada Byron');
    for (const text of ['nonsense', 'Ada 01ARZ3NDEKTSV4RRFFQ69G5FA', ''])
      if (text)
        await expectRefused(
          person.contacts({ cursor: Buffer.from(text).toString('base64url') }),
          400,
          'INVALID_INPUT',
          { cursor: 'This cursor isn’t valid' },
        );
    await expectRefused(person.contacts({ sortDirection: 'up' }), 400, 'INVALID_INPUT');
    // A cursor of another person's list reveals nothing of that list.
    const { person: other } = await withContacts('Zed Zulu');
    const cursor = Buffer.from('a 01ARZ3NDEKTSV4RRFFQ69G5FAV').toString('base64url');
    expect(namesOf(await other.contacts({ cursor }))).toEqual(['Zed Zulu']);
  });

  test('exclude people who are only invited, were rejected or are no longer contacts', async () => {
    const { person, others } = await withContacts('Stays Here', 'Leaves Here');
    await (others[1] as Person).removesContact(person);
    await person.invites(await newPerson(world, { licenseId: 'STARTER' }));
    const asks = await newPerson(world, { licenseId: 'STARTER' });
    await asks.invites(person);
    await person.rejects(asks);
    const body = await person.contacts();
    expect([body.pageTotal, namesOf(body)]).toEqual([1, ['Stays Here']]);
    expect((await top(person)).pageTotal).toBe(1);
  });

  test('follow a new name, even if its event is delivered twice', async () => {
    const { person, others } = await withContacts('Anna Lee', 'Bob Ross');
    const [anna] = others as [Person];
    await rename(anna, { fullName: 'Zara Lee' });
    expect(namesOf(await person.contacts())).toEqual(['Zara Lee', 'Bob Ross']);
    await Promise.all([hear(anna), hear(anna)]);
    await hear(anna);
    expect(namesOf(await person.contacts())).toEqual(['Bob Ross', 'Zara Lee']);
    expect((await person.contacts()).pageTotal).toBe(2);
  });

  test('ignore the new name of a person who is no longer a contact', async () => {
    const { person, others } = await withContacts('Anna Lee');
    const [anna] = others as [Person];
    await person.removesContact(anna);
    await hear(anna);
    expect(await person.contacts()).toMatchObject({ pageTotal: 0, data: [] });
    expect(await contactsAmong(table, person.user.id, [anna.user.id])).toEqual(new Set());
  });
});

describe('recent contacts', () => {
  test('are the last four, with the total', async () => {
    const { person } = await withContacts(
      'One Uno',
      'Two Dos',
      'Three Tres',
      'Four Cuatro',
      'Five',
    );
    const body = await top(person);
    expect(namesOf(body)).toEqual(['Five', 'Four Cuatro', 'Three Tres', 'Two Dos']);
    expect(body.pageTotal).toBe(5);
  });

  test('move up when the two interact, at most once an hour and never back', async () => {
    const { person, others } = await withContacts('One Uno', 'Two Dos');
    const [one] = others as [Person];
    const note = (by: number) => hearChat(one, person, later(world.now(), by));
    await note(MINUTE);
    expect(namesOf(await top(person))).toEqual(['Two Dos', 'One Uno']);
    await note(2 * HOUR);
    expect(namesOf(await top(person))).toEqual(['One Uno', 'Two Dos']);
    await hearChat(one, person, instant(1));
    expect(namesOf(await top(person))).toEqual(['One Uno', 'Two Dos']);
    expect(namesOf(await top(one))).toHaveLength(1);
  });

  test('do not include people who are not contacts', async () => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await hearChat(one, other, world.now());
    expect(await top(one)).toMatchObject({ pageTotal: 0, data: [] });
  });
});

describe('checking for contacts:', () => {
  test('hasUserContacts is true from the first contact to the last', async () => {
    const { person, others } = await withContacts('Ada Byron');
    expect(await has(person)).toBe(true);
    await person.removesContact(others[0] as Person);
    expect(await has(person)).toBe(false);
    expect(await has(await newPerson(world))).toBe(false);
  });

  test('contactsAmong returns which of several people are contacts', async () => {
    const { person, others } = await withContacts('Ada Byron', 'Bob Ross');
    const asked = await newPerson(world, { licenseId: 'STARTER' });
    await asked.invites(person);
    const ids = [...others, asked, person].map(({ user }) => user.id);
    expect([...(await contactsAmong(table, person.user.id, ids))]).toEqual(ids.slice(0, 2));
    expect([...(await contactsAmong(table, person.user.id, []))]).toEqual([]);
  });
});

describe('the contact state of two people', () => {
  test('is shown in search results', async () => {
    const person = await newPerson(world, { licenseId: 'STARTER' });
    const [contact, invited, stranger] = [
      await newPerson(world, { findable: true, fullName: 'Quentin Aaa', licenseId: 'STARTER' }),
      await newPerson(world, { findable: true, fullName: 'Quentin Bbb' }),
      await newPerson(world, { findable: true, fullName: 'Quentin Ccc' }),
    ];
    await becomeContacts(person, contact);
    await person.invites(invited);
    const { body } = await responseTo(person.calls('searchUsers', { searchText: 'quentin' }));
    expect(
      body.data.map((one: { contact: boolean; userContactId: string | null }) => [
        one.contact,
        one.userContactId,
      ]),
    ).toEqual([
      [true, contact.user.id],
      [false, invited.user.id],
      [false, null],
    ]);
    // The contact state is the caller's own: another caller is a stranger to the same people.
    const { body: others } = await responseTo(
      stranger.calls('searchUsers', { searchText: 'quentin' }),
    );
    expect(others.data.map((one: { contact: boolean }) => one.contact)).not.toContain(true);
  });

  test('is shown on the profile to the two people only', async () => {
    const { person, others } = await withContacts('Ada Byron');
    const [ada] = others as [Person];
    const profile = async (viewer: Actor) => {
      const { contact, contactState } = await viewer.profileOf(ada);
      return [contact, contactState];
    };
    expect(await profile(person)).toEqual([true, 'CONTACT']);
    expect(await profile(ada)).toEqual([false, 'NONE']);
    expect(await profile(await newPerson(world, { licenseId: 'STARTER' }))).toEqual([
      false,
      'NONE',
    ]);
    expect(await profile(visitor())).toEqual([false, 'NONE']);
    const asks = await newPerson(world, { licenseId: 'STARTER' });
    await asks.invites(ada);
    expect(await profile(asks)).toEqual([false, 'INVITED_BY_ME']);
  });
});
