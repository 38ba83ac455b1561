import { describe, expect, test } from '@jest/globals';
import { handler as recordOutcomes } from '#functions/events/recordOutcomes.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import type { Registration } from '#functions/storage/auth/registrations.ts';
import { browsePartition, monthKey, userKey } from '#functions/storage/keys.ts';
import { storedOutcomes } from '#functions/storage/profiles/odds.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import type { Outcomes } from '#shared/rules/profiles/odds.ts';
import { DAY, HOUR, later, MINUTE, monthOf, toIso } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { SHORT } from '../../support/offers.ts';
import { blockedNow, newPerson, type Person, visitor } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { deliverNameEvent } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Browsing creators. docs/product/discovery.md */

const world = worldOfFile();
type Input = Readonly<Record<string, unknown>>;

const browse = (input: Input = {}) => visitor().browses(input);

async function shown(input: Input = {}): Promise<string[]> {
  return (await browse(input)).data.map(({ username }) => username);
}

/** The id of a category that no other test of this file uses, and of its second sub-category. */
let used = 0;
function freshField() {
  used += 1;
  const categoryId = `CATEGORY_${String(used).padStart(2, '0')}`;
  return { categoryId, subCategoryId: `${categoryId}_02` };
}

/** Creates a creator who takes paid messages, with these outcomes of orders: minutes to the answer, or null for none. */
async function newCreator(
  registration: Partial<Registration>,
  outcomes: readonly (number | null)[] = [],
): Promise<Person> {
  const person = await newPerson(world, { paidResponseCommitment: 10, ...registration });
  await haveOutcomes(person, outcomes);
  await index(person);
  return person;
}

async function haveOutcomes({ user }: Person, minutes: readonly (number | null)[]): Promise<void> {
  if (minutes.length === 0) return;
  const outcomes: Outcomes = Object.fromEntries(
    minutes.map((one, nth) => [
      `conversation-${nth}`,
      { at: later(world.now(), -nth * HOUR), ...(one !== null && { minutes: one }) },
    ]),
  );
  await table.write(put(storedOutcomes(user.id, { outcomes, version: 1 }, world.now())));
}

const index = ({ user }: Person) => deliverNameEvent(world, user.id);
const change = ({ user }: Person, values: Partial<User>) =>
  table.write(update(userKey(user.id), { set: values }));

const fast = Array.from({ length: 5 }, () => 2 * 60);
const slow = Array.from({ length: 5 }, () => 50 * 60);
const half = [...Array.from({ length: 3 }, () => 60), ...Array.from({ length: 3 }, () => null)];

describe('browsing a category', () => {
  test('lists those who answer most first, then the faster ones, then the new ones in the order in which they joined', async () => {
    const field = freshField();
    await newCreator({ ...field, username: 'rank.new.one' });
    await newCreator({ ...field, username: 'rank.half' }, half);
    await newCreator({ ...field, username: 'rank.slow' }, slow);
    await newCreator({ ...field, username: 'rank.fast' }, fast);
    await newCreator({ ...field, username: 'rank.few' }, [60, 60, 60, 60]);
    const order = ['rank.fast', 'rank.slow', 'rank.half', 'rank.new.one', 'rank.few'];
    expect(await shown({ categoryId: field.categoryId })).toEqual(order);
    expect(await shown(field)).toEqual(order);
    const other = { ...field, subCategoryId: `${field.categoryId}_01` };
    expect(await shown(other)).toEqual([]);
  });

  test('returns what a row shows, and nothing else', async () => {
    const field = freshField();
    const { user } = await newCreator(
      { ...field, username: 'row.shown', fullName: 'Rowena Shown', licenseId: 'FREE' },
      fast,
    );
    const body = await browse(field);
    expect(body).toEqual({
      status: 'SUCCESS',
      pageTotal: 1,
      data: [
        {
          id: user.id,
          username: 'row.shown',
          fullName: 'Rowena Shown',
          profileImageUrl: null,
          trusted: false,
          categoryId: field.categoryId,
          categoryName: 'Business & Finance',
          about: '',
          subCategoryNames: ['Investing & Venture Capital'],
          paidResponsePrice: user.paidResponsePrice / 100,
          odds: { answered: 5, ended: 5, medianHours: 2 },
          placesLeft: 10,
        },
      ],
    });
  });

  test('finds a creator in each of three sub-categories', async () => {
    const field = freshField();
    const person = await newCreator({ ...field, username: 'three.fields' });
    const [second, third] = [`${field.categoryId}_01`, `${field.categoryId}_04`];
    const form = { ...field, secondSubCategoryId: second, thirdSubCategoryId: third };
    await person.editsProfile(formOf(person, form));
    await index(person);
    for (const subCategoryId of [field.subCategoryId, second, third])
      expect(await shown({ ...field, subCategoryId })).toEqual(['three.fields']);
    await person.editsProfile(formOf(person, { ...form, secondSubCategoryId: '' }));
    await index(person);
    expect(await shown({ ...field, subCategoryId: second })).toEqual([]);
    expect(await shown({ ...field, subCategoryId: third })).toEqual(['three.fields']);
  });

  test('says how many places are left, of the month and of the cap', async () => {
    const field = freshField();
    const person = await newCreator({ ...field, username: 'places.left' });
    const places = async () => (await browse(field)).data[0]?.placesLeft;
    await table.write(put({ ...monthKey(person.user.id, monthOf(world.now())), reservedCount: 7 }));
    expect(await places()).toBe(3);
    await change(person, {
      waitingMax: 4,
      waitingCount: 2,
    });
    expect(await places()).toBe(2);
    expect(await shown({ ...field, places: true })).toEqual(['places.left']);
    await change(person, { waitingCount: 4 });
    expect(await places()).toBe(0);
    expect(await shown({ ...field, places: true })).toEqual([]);
  });

  test('shows a paused creator with the day of return, except to those who ask for places', async () => {
    const field = freshField();
    const person = await newCreator({ ...field, username: 'paused.one' });
    const until = toIso(later(world.now(), 3 * DAY));
    const pause = { pausedUntil: until, paused: true };
    const { http } = await responseTo(person.calls('updateAvailability', { ...pause }));
    expect(http).toBe(200);
    expect((await browse(field)).data[0]?.paused).toEqual({ until });
    expect(await shown({ ...field, places: true })).toEqual([]);
    world.advance(4 * DAY);
    expect(await shown({ ...field, places: true })).toEqual(['paused.one']);
  });
});

describe('browsing with a text', () => {
  test('finds the listed creators of the field by name, field and words of the bio', async () => {
    const field = { categoryId: 'CATEGORY_12', subCategoryId: 'CATEGORY_12_04' };
    const bio = '<p>Retired. Ask me about beekeeping.</p>';
    await newCreator({ ...field, username: 'apiary.one', fullName: 'Api Ary', bio });
    await newCreator({ ...field, username: 'apiary.two', fullName: 'Beekeeper Two' });
    const elsewhere = { categoryId: 'CATEGORY_11', subCategoryId: 'CATEGORY_11_05' };
    await newCreator({ ...elsewhere, username: 'apiary.three', fullName: 'Beekeeper Three' });
    await newCreator({ username: 'apiary.four', fullName: 'Beekeeper Without Field' });
    const text = { searchText: 'beekeep' };
    expect(await shown({ ...field, ...text })).toEqual(['apiary.two', 'apiary.one']);
    expect((await shown(text)).sort()).toEqual(['apiary.one', 'apiary.three', 'apiary.two']);
    expect(await shown({ ...text, odds: 50 })).toEqual([]);
    const { data } = await browse({ ...field, ...text });
    expect(data[1]?.excerpt).toEqual({ before: 'Ask me about ', found: 'beekeep', after: 'ing.' });
  });

  test('does not find somebody who does not want to be shown, by the username neither', async () => {
    const field = { categoryId: 'CATEGORY_12', subCategoryId: 'CATEGORY_12_04' };
    const person = await newCreator({ ...field, username: 'shy.beekeeper' });
    await person.editsProfile(formOf(person, { ...field, listing: 'HIDDEN' }));
    expect(await shown({ searchText: 'shy.beekeeper' })).toEqual([]);
    await index(person);
    expect(await shown({ searchText: 'shy.beekeeper' })).toEqual([]);
  });
});

describe('an account is not listed', () => {
  let cases = 0;
  test.each([
    ['without a category', {}, { categoryId: undefined, subCategoryId: undefined }],
    ['that takes no paid messages', { paidResponseCommitment: 0 }, {}],
    ['that has not finished its registration', { licenseId: 'NONE' }, {}],
    ['whose phone is not confirmed', { verified: false }, {}],
  ] as const)('%s', async (_, registration, without) => {
    cases += 1;
    const username = `unlisted.${cases}`;
    const field = { categoryId: 'CATEGORY_12', subCategoryId: 'CATEGORY_12_14', ...without };
    await newCreator({ ...field, ...registration, username } as Partial<Registration>);
    expect(await shown({ categoryId: 'CATEGORY_12' })).not.toContain(username);
    expect(await shown()).not.toContain(username);
  });

  test('from the moment it is blocked, before the index has followed', async () => {
    const field = freshField();
    const person = await newCreator({ ...field, username: 'blocked.soon' });
    expect(await shown(field)).toEqual(['blocked.soon']);
    await blockedNow(world, person);
    expect(await shown(field)).toEqual([]);
    await index(person);
    expect((await table.query({ partition: browsePartition(field.categoryId) })).items).toEqual([]);
  });

  test('once its owner does not want to be shown, and is listed again when they do', async () => {
    const field = freshField();
    const person = await newCreator({ ...field, username: 'shy.person' });
    await person.editsProfile(formOf(person, { ...field, listing: 'HIDDEN' }));
    expect(await shown(field)).toEqual([]);
    await index(person);
    expect((await table.query({ partition: browsePartition(field.categoryId) })).items).toEqual([]);
    await person.editsProfile(formOf(person, { ...field, listing: 'SHOWN' }));
    await index(person);
    expect(await shown(field)).toEqual(['shy.person']);
  });
});

describe('a filter', () => {
  test('by price compares the lowest price, which a change of price and tiers updates', async () => {
    const field = freshField();
    const cheap = await newCreator({ ...field, username: 'cheap.one' });
    const dear = await newCreator({ ...field, username: 'dear.one' });
    const price = (person: Person, paidResponsePrice: string) =>
      responseTo(person.setsPrice({ price: paidResponsePrice, perMonth: '10' }));
    expect((await price(cheap, '5')).http).toBe(200);
    expect((await price(dear, '50')).http).toBe(200);
    await Promise.all([index(cheap), index(dear)]);
    expect(await shown({ ...field, priceTo: '10' })).toEqual(['cheap.one']);
    expect(await shown({ ...field, priceFrom: '10' })).toEqual(['dear.one']);
    expect(await shown({ ...field, priceFrom: '5', priceTo: '50' })).toHaveLength(2);
    await dear.offersTiers([{ ...SHORT, price: '8' }]);
    // The account counts, not an entry of an earlier price.
    expect(await shown({ ...field, priceFrom: '10' })).toEqual([]);
    await index(dear);
    expect(await shown({ ...field, priceTo: '10' })).toHaveLength(2);
  });

  test('by speed or odds leaves out the slow, the unreliable and the new', async () => {
    const field = freshField();
    await newCreator({ ...field, username: 'filter.fast' }, fast);
    await newCreator({ ...field, username: 'filter.slow' }, slow);
    await newCreator({ ...field, username: 'filter.half' }, half);
    await newCreator({ ...field, username: 'filter.new' });
    expect(await shown({ ...field, hours: 24 })).toEqual(['filter.fast', 'filter.half']);
    expect(await shown({ ...field, odds: 90 })).toEqual(['filter.fast', 'filter.slow']);
    expect(await shown({ ...field, odds: 50, hours: 1 })).toEqual(['filter.half']);
  });

  test('of many entries reads at most 1,000 of them, and continues by cursor', async () => {
    const field = freshField();
    const entry = (nth: number) => ({
      pk: browsePartition(field.subCategoryId),
      sk: `0#0000#0001#01J00000000000000000${String(nth).padStart(6, '0')}`,
      price: 100,
      until: later(world.now(), DAY),
      answered: 5,
      ended: 5,
      hours: 1,
    });
    for (let from = 0; from < 1_100; from += 100)
      await table.transact(...Array.from({ length: 100 }, (_, nth) => put(entry(from + nth))));
    const dear = await newCreator({
      ...field,
      username: 'behind.many',
      paidResponsePrice: 5_000 as never,
    });
    const filter = { ...field, priceFrom: '50' };
    const { cost } = await metered(() => browse(filter));
    expect(cost.calls).toBe(5);
    const first = await browse(filter);
    expect(first.data).toEqual([]);
    expect(await shown({ ...filter, cursor: first.cursor })).toEqual([dear.user.username]);
  });
});

describe('the rank', () => {
  test('follows an order that ended, and is lost when fewer than five count', async () => {
    const field = freshField();
    await newCreator({ ...field, username: 'first.joined' });
    const person = await newCreator({ ...field, username: 'later.ranked' });
    await haveOutcomes(person, fast);
    const sides = { senderId: 'none', recipientId: person.user.id };
    const detail = { conversationId: 'none', ...sides, amountCents: 2_200 };
    const event = { id: 'e', type: 'conversation.answered', at: world.now(), detail };
    await recordOutcomes({ detail: event } as never, lambdaContext());
    expect(await shown(field)).toEqual(['later.ranked', 'first.joined']);
    world.advance(91 * DAY);
    expect(await shown(field)).toEqual(['first.joined', 'later.ranked']);
    const entries = await table.query<{ expiresAt?: number }>({
      partition: browsePartition(field.subCategoryId),
    });
    expect(entries.items.map(({ expiresAt }) => expiresAt !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('pages', () => {
  test('continue by cursor without gaps and repetitions', async () => {
    const field = freshField();
    const all: string[] = [];
    for (let nth = 0; nth < 23; nth += 1) {
      const username = `paged.${String(nth).padStart(2, '0')}`;
      all.push(username);
      await newCreator({ ...field, username });
    }
    const first = await browse(field);
    expect([first.data.length, first.pageTotal]).toEqual([20, 21]);
    expect(await shown({ ...field, cursor: first.cursor })).toEqual(all.slice(20));
    expect(await shown({ ...field, limit: 3 })).toEqual(all.slice(0, 3));
  });
});

describe('browsing is refused', () => {
  test.each([
    ['an unknown category', { categoryId: 'CATEGORY_99' }, 'categoryId'],
    [
      'a sub-category of another category',
      { categoryId: 'CATEGORY_01', subCategoryId: 'CATEGORY_02_01' },
      'subCategoryId',
    ],
    ['a sub-category without a category', { subCategoryId: 'CATEGORY_02_01' }, 'subCategoryId'],
    ['a price that is none', { priceFrom: 'cheap' }, 'priceFrom'],
    ['a highest price that is none', { priceTo: 'dear' }, 'priceTo'],
    ['no hours', { hours: 0 }, 'hours'],
    ['more hours than ten days have', { hours: 241 }, 'hours'],
    ['more than all odds', { odds: 101 }, 'odds'],
    ['negative odds', { odds: -1 }, 'odds'],
    ['places that are neither wanted nor not', { places: 'some' }, 'places'],
    ['a larger page', { limit: 21 }, 'limit'],
    ['a text of part of a word', { searchText: 'a b' }, 'searchText'],
    ['a foreign cursor of a search', { searchText: 'bees', cursor: 'bm90IG91cnM' }, 'cursor'],
    ['a foreign cursor', { cursor: 'bm90IG91cnM' }, 'cursor'],
  ])('with %s', async (_, input, field) => {
    const { http, body } = await responseTo(browse(input));
    expect({ http, fields: Object.keys(body.fields) }).toEqual({ http: 400, fields: [field] });
  });
});

describe('an event for the index is published', () => {
  const changes = async (person: Person) =>
    (await domainEventsAbout(world, 'user.listingChanged', person)).length;

  test('when bio, category or listing change, and not when a form is saved unchanged', async () => {
    const person = await newPerson(world);
    const form = { userBio: '<p>Roses.</p>', listing: 'SHOWN' };
    await person.editsProfile(formOf(person, form));
    expect(await changes(person)).toBe(1);
    await person.editsProfile(formOf(person, form));
    expect(await changes(person)).toBe(1);
    await person.editsProfile(formOf(person, { ...form, listing: 'HIDDEN' }));
    expect(await changes(person)).toBe(2);
  });

  test('never with a sub-category of another category or an unknown listing', async () => {
    world.advance(MINUTE);
    const person = await newPerson(world);
    for (const form of [
      { secondSubCategoryId: 'CATEGORY_01_01' },
      { thirdSubCategoryId: 'CATEGORY_01_01' },
      { listing: 'SOMETIMES' },
    ]) {
      const { http, body } = await responseTo(person.editsProfile(formOf(person, form)));
      expect({ http, fields: Object.keys(body.fields) }).toEqual({
        http: 400,
        fields: Object.keys(form),
      });
    }
    expect(await changes(person)).toBe(0);
  });
});
