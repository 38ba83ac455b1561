import { describe, expect, test } from '@jest/globals';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { userKey, userPartition } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { expectLedgerMatchesStripe, intentsOf } from '../../support/money.ts';
import { LONG, SHORT } from '../../support/offers.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const give = (by: Person, to: Person, terms: unknown, price?: string) =>
  responseTo(
    by.calls('updateContactPrice', {
      userContactId: to.user.id,
      terms,
      ...(price !== undefined && { price }),
    }),
  );
const listOf = (one: Person, input = {}) => one.calls('viewContactPrices', input);
const order = (sender: Person, recipient: Person, price: string, more = {}) =>
  responseTo(sender.pays(recipient, { card: 'pm_card_visa', price, input: more }));

/** A recipient with a price of $25.00, and a contact of theirs; both are on a paid plan. */
async function contacts() {
  const recipient = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
  const contact = await newPerson(world, { licenseId: 'STARTER' });
  await becomeContacts(contact, recipient);
  return { recipient, contact };
}

async function withPrice(price = '5') {
  const both = await contacts();
  expect((await give(both.recipient, both.contact, 'OWN', price)).body).toEqual({
    status: 'SUCCESS',
  });
  return both;
}

describe('updateContactPrice', () => {
  test('gives a contact a price, which only the two see', async () => {
    const { recipient, contact } = await withPrice();
    expect(await contact.profileOf(recipient)).toMatchObject({
      paidResponsePrice: 5,
      paidResponsePriceFormatted: '$5.00',
      yourPrice: 5,
    });
    expect(await recipient.profileOf(contact)).toMatchObject({ givenPrice: 5 });
    for (const viewer of [await newPerson(world), visitor()]) {
      const profile = await viewer.profileOf(recipient);
      expect(profile.paidResponsePrice).toBe(25);
      expect(profile).not.toHaveProperty('yourPrice');
    }
    expect(await contact.profileOf(recipient)).not.toHaveProperty('givenPrice');
    expect(await listOf(contact)).toMatchObject({ pageTotal: 0, data: [] });
  });

  test('replaces the price, and gives the usual one again', async () => {
    const { recipient, contact } = await withPrice();
    await give(recipient, contact, 'OWN', '7');
    expect(await listOf(recipient)).toMatchObject({ pageTotal: 1, data: [{ price: 7 }] });
    await give(recipient, contact, 'USUAL');
    expect(await listOf(recipient)).toMatchObject({ pageTotal: 0, data: [] });
    const profile = await contact.profileOf(recipient);
    expect(profile.paidResponsePrice).toBe(25);
    expect(profile).not.toHaveProperty('yourPrice');
  });

  test.each([
    ['below $1.00', '0.99', 'Please enter a dollar value of a $1.00 or more'],
    ['above $5,000.00', '5000.01', 'The price can be at most $5,000.00'],
    ['that is missing', undefined, 'Please enter a price'],
  ])('refuses a price %s, and changes nothing', async (_name, price, sentence) => {
    const { recipient, contact } = await withPrice();
    const { body } = await give(recipient, contact, 'OWN', price);
    expect(body).toMatchObject({ status: 'INVALID_INPUT', fields: { price: sentence } });
    expect(await contact.profileOf(recipient)).toMatchObject({ yourPrice: 5 });
  });

  test('refuses terms that do not exist', async () => {
    const { recipient, contact } = await contacts();
    const { body } = await give(recipient, contact, 'HALF');
    expect(body.fields).toEqual({ terms: 'Please choose one of these' });
  });

  test.each(['OWN', 'FREE'])('refuses %s for somebody who is no contact', async (terms) => {
    const [recipient, stranger] = [
      await newPerson(world, { price: PRICE }),
      await newPerson(world),
    ];
    expect(await give(recipient, stranger, terms, '5')).toMatchObject({
      http: 404,
      body: { status: 'NOT_FOUND', message: 'This person isn’t a contact of yours.' },
    });
    expect(await give(recipient, recipient, terms, '5')).toMatchObject({ http: 404 });
  });

  test('gives somebody who is no contact the usual price without an error', async () => {
    const [recipient, stranger] = [
      await newPerson(world, { price: PRICE }),
      await newPerson(world),
    ];
    expect((await give(recipient, stranger, 'USUAL')).http).toBe(200);
  });
});

describe('viewContactPrices', () => {
  test('lists who has which price, the last changed first', async () => {
    const { recipient, contact } = await withPrice();
    const other = await newPerson(world, { licenseId: 'STARTER' });
    await becomeContacts(other, recipient);
    world.advance(1_000);
    await give(recipient, other, 'FREE');
    const body = await listOf(recipient);
    expect(body).toMatchObject({
      pageTotal: 2,
      data: [
        { userContactId: other.user.id, username: other.user.username, price: null },
        { userContactId: contact.user.id, fullName: contact.user.fullName, price: 5 },
      ],
    });
  });

  test('returns pages with a cursor and the total', async () => {
    const recipient = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
    for (let nth = 0; nth <= PAGE_SIZE; nth += 1) {
      const contact = await newPerson(world, { licenseId: 'STARTER' });
      await becomeContacts(contact, recipient);
      await give(recipient, contact, 'OWN', String(nth + 1));
      world.advance(1_000);
    }
    const first = await listOf(recipient);
    expect(first).toMatchObject({ pageTotal: PAGE_SIZE + 1, data: { length: PAGE_SIZE } });
    const rest = await listOf(recipient, { cursor: first.cursor });
    expect(rest).toMatchObject({ pageTotal: PAGE_SIZE + 1, data: [{ price: 1 }] });
    expect(rest.cursor).toBeUndefined();
    expect((await listOf(recipient, { skip: PAGE_SIZE })).data).toEqual(rest.data);
    expect(await listOf(recipient, { skip: PAGE_SIZE + 1 })).toMatchObject({ data: [] });
  });

  test('refuses a cursor of another list', async () => {
    const { recipient } = await withPrice();
    expect((await responseTo(listOf(recipient, { cursor: 'eA' }))).body.fields).toEqual({
      cursor: 'This cursor isn’t valid',
    });
  });
});

describe('an order that was read before the price of the contact changed', () => {
  const CHANGES = {
    'from their price to another': ['OWN', '5', 'OWN', '7'],
    'from their price to a lower one': ['OWN', '5', 'OWN', '4'],
    'from their price to the usual one': ['OWN', '5', 'USUAL', undefined],
    'from their price to none': ['OWN', '5', 'FREE', undefined],
    'from the usual price to their own': ['USUAL', undefined, 'OWN', '7'],
    'from the usual price to none': ['USUAL', undefined, 'FREE', undefined],
  } as const;

  test.each(Object.entries(CHANGES))(
    '%s is refused, and nothing is held',
    async (_name, [terms, price, nextTerms, nextPrice]) => {
      const { recipient, contact } = await contacts();
      await give(recipient, contact, terms, price);
      const holds = intentsOf(world).length;
      const { body } = await world.overtaken(() => order(contact, recipient, price ?? '25'), {
        at: userPartition(recipient.user.id),
        by: () => give(recipient, contact, nextTerms, nextPrice),
      });
      expect(body.status).toBe(nextTerms === 'FREE' ? 'NOT_ACCEPTING' : 'PRICE_CHANGED');
      expect(intentsOf(world)).toHaveLength(holds);
    },
  );
});

describe('an order of a contact', () => {
  test('is held at the price that they were given, which a later change leaves as it is', async () => {
    const { recipient, contact } = await withPrice();
    const paid = await order(contact, recipient, '5');
    expect(paid.body.data[0]).toMatchObject({ price: 5 });
    const id = String(paid.body.data[0].id);
    await give(recipient, contact, 'OWN', '7');
    expect((await contact.seesAsSender({ id })).price).toBe(5);
    expect(intentsOf(world).at(-1)).toMatchObject({ amount: 500 });
    await expectLedgerMatchesStripe(world);
  });

  test.each(['25', '4.99'])('at $%s instead of their price is refused with it', async (price) => {
    const { recipient, contact } = await withPrice();
    const holds = intentsOf(world).length;
    const { body } = await order(contact, recipient, price);
    expect(body).toMatchObject({ status: 'PRICE_CHANGED', price: 5 });
    expect(intentsOf(world)).toHaveLength(holds);
  });

  test('at the price of a contact is refused for anybody else', async () => {
    const { recipient } = await withPrice();
    const { body } = await order(await newPerson(world), recipient, '5');
    expect(body).toMatchObject({ status: 'PRICE_CHANGED', price: 25 });
  });

  test('can choose a tier at its own price instead', async () => {
    const { recipient, contact } = await withPrice('12');
    await recipient.offersTiers([SHORT, LONG]);
    const profile = await contact.profileOf(recipient);
    expect(profile).toMatchObject({ paidResponsePrice: 10, yourPrice: 12 });
    const long = await order(contact, recipient, '50', { tierId: profile.tiers?.[1]?.id });
    expect(long.body.data[0]).toMatchObject({ price: 50, tier: { name: 'Long' } });
    const other = await newPerson(world, { licenseId: 'STARTER' });
    await becomeContacts(other, recipient);
    await give(recipient, other, 'OWN', '12');
    const simple = await order(other, recipient, '12');
    expect(simple.body.data[0]).toMatchObject({ price: 12 });
    expect(simple.body.data[0]).not.toHaveProperty('tier');
  });

  test.each([
    ['the contact ended', (one: Person, other: Person) => one.removesContact(other)],
    ['the price was changed', (one: Person, other: Person) => give(one, other, 'OWN', '7')],
  ])('that races with the moment when %s is bought as shown, or refused', async (_name, end) => {
    const { recipient, contact } = await withPrice();
    const [paid] = await Promise.all([order(contact, recipient, '5'), end(recipient, contact)]);
    if (paid.http === 200) expect(paid.body.data[0].price).toBe(5);
    else expect(paid.body.status).toBe('PRICE_CHANGED');
    await expectLedgerMatchesStripe(world);
  });
});

describe('the price of a contact ends', () => {
  test('when either of the two removes the contact, and does not come back with it', async () => {
    for (const ends of ['recipient', 'contact'] as const) {
      const both = await withPrice();
      const { recipient, contact } = both;
      await both[ends].removesContact(ends === 'recipient' ? contact : recipient);
      expect((await order(contact, recipient, '5')).body.status).toBe('PRICE_CHANGED');
      expect((await listOf(recipient)).pageTotal).toBe(0);
      await becomeContacts(contact, recipient);
      expect(await contact.profileOf(recipient)).not.toHaveProperty('yourPrice');
    }
  });

  test('when either of the two blocks the other, and does not come back afterwards', async () => {
    for (const blocks of ['recipient', 'contact'] as const) {
      const both = await withPrice();
      const { recipient, contact } = both;
      const other = blocks === 'recipient' ? contact : recipient;
      await both[blocks].blocks(other);
      expect((await listOf(recipient)).pageTotal).toBe(0);
      await both[blocks].unblocks(other);
      expect(await contact.profileOf(recipient)).not.toHaveProperty('yourPrice');
      expect((await order(contact, recipient, '5')).body.status).toBe('PRICE_CHANGED');
    }
  });
});

describe('a contact who is answered for free', () => {
  async function free() {
    const both = await contacts();
    await give(both.recipient, both.contact, 'FREE');
    return both;
  }

  test('is sent to the chat by the profile, and is not asked for a card', async () => {
    const { recipient, contact } = await free();
    expect(await contact.profileOf(recipient)).toMatchObject({ freeChat: true, active: false });
    expect(await recipient.profileOf(contact)).toMatchObject({ givenPrice: null });
    const holds = intentsOf(world).length;
    expect((await order(contact, recipient, '25')).body).toMatchObject({
      status: 'NOT_ACCEPTING',
      message: 'This person answers you for free: write to them in the chat. Nothing was charged.',
    });
    expect(intentsOf(world)).toHaveLength(holds);
    expect(await lockedConversationOf(table, contact.user.id, recipient.user.id)).toBeUndefined();
  });

  test.each(['recipient', 'contact'] as const)(
    'can pay as everybody else while the %s has no plan with chat',
    async (side) => {
      const both = await free();
      const { recipient, contact } = both;
      const { user } = both[side];
      await table.write(update(userKey(user.id), { set: { licenseId: 'FREE' } }));
      expect(await contact.profileOf(recipient)).not.toHaveProperty('freeChat');
      expect((await order(contact, recipient, '25')).http).toBe(200);
    },
  );
});
