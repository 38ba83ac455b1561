import { describe, expect, test } from '@jest/globals';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { claim, done, improve } from '../../support/claims.ts';
import { expectLedgerMatchesStripe, intentsOf } from '../../support/money.ts';
import { LONG, profileOf, SHORT, saveTiers, settingsOf } from '../../support/offers.ts';
import {
  ANSWER,
  answer,
  cancel,
  PRICE,
  pay,
  payWithCard,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const BOUGHT_LONG = { name: 'Long', promise: 'A full plan', minimumLength: 1_000 };

const idOf = async (recipient: Person, name: string): Promise<string> =>
  (await profileOf(recipient)).tiers.find((tier: { name: string }) => tier.name === name).id;

async function recipientWithTiers(tiers: unknown = [SHORT, LONG]) {
  const recipient = await newPerson(world, { price: PRICE });
  expect((await saveTiers(recipient, tiers)).body).toEqual({ status: 'SUCCESS' });
  return recipient;
}

/** A sender with a card on file. */
async function regular(): Promise<Person> {
  const sender = await newPerson(world);
  const paid = await payWithCard(sender, await newPerson(world, { price: PRICE }));
  await cancel(sender, String(paid.body.data[0].id));
  return sender;
}

describe('updateTiers', () => {
  test('stores the tiers in their order, which the owner and the profile show', async () => {
    const recipient = await recipientWithTiers();
    expect(await settingsOf(recipient)).toMatchObject({
      paidResponsePrice: 25,
      tiers: [
        { ...SHORT, price: 10, minimumLength: 200 },
        { ...BOUGHT_LONG, price: 50 },
      ],
    });
    const { tiers, paidResponsePrice, paidResponsePriceFormatted } = await profileOf(recipient);
    expect(tiers.map(({ name }: { name: string }) => name)).toEqual(['Short', 'Long']);
    expect([paidResponsePrice, paidResponsePriceFormatted]).toEqual([10, '$10.00']);
  });

  test('accepts the list in JSON too', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const saved = await responseTo(
      recipient.calls('updateTiers', { tiers: [LONG] }, { json: true }),
    );
    expect(saved.body).toEqual({ status: 'SUCCESS' });
    expect((await settingsOf(recipient)).tiers).toHaveLength(1);
  });

  test('with no tiers brings the single price back', async () => {
    const recipient = await recipientWithTiers();
    await saveTiers(recipient, []);
    expect(await settingsOf(recipient)).not.toHaveProperty('tiers');
    const profile = await profileOf(recipient);
    expect(profile).not.toHaveProperty('tiers');
    expect(profile.paidResponsePrice).toBe(25);
  });

  test.each([
    ['a fourth tier', [1, 2, 3, 4].map((n) => ({ ...SHORT, name: `Tier ${n}` }))],
    ['two tiers of the same name', [SHORT, { ...LONG, name: 'short' }]],
    ['a name that is empty', [{ ...SHORT, name: ' ' }]],
    ['a name of 41 characters', [{ ...SHORT, name: 'x'.repeat(41) }]],
    ['a promise of 141 characters', [{ ...SHORT, promise: 'x'.repeat(141) }]],
    ['a promise that is missing', [{ ...SHORT, promise: undefined }]],
    ['a price below $1.00', [{ ...SHORT, price: '0.99' }]],
    ['a price above $5,000.00', [{ ...SHORT, price: '5000.01' }]],
    ['a minimum below that of every answer', [{ ...SHORT, minimumLength: '199' }]],
    ['a minimum above 5,000 characters', [{ ...SHORT, minimumLength: '5001' }]],
    ['a text that is no list', '{"tiers":'],
    ['no list', undefined],
  ])('is refused with %s, and changes nothing', async (_name, tiers) => {
    const recipient = await recipientWithTiers([LONG]);
    const refused = await saveTiers(recipient, tiers);
    expect(refused).toMatchObject({ http: 400, body: { status: 'INVALID_INPUT' } });
    expect(Object.keys(refused.body.fields)).toEqual(['tiers']);
    expect((await settingsOf(recipient)).tiers).toHaveLength(1);
  });
});

describe('an order of a tier', () => {
  test('is held at its price, and both sides see what was bought after the tiers changed', async () => {
    const [sender, recipient] = [await newPerson(world), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const paid = await payWithCard(sender, recipient, 'pm_card_visa', { tierId, price: '50' });
    expect(paid.body.data[0]).toMatchObject({ price: 50, tier: BOUGHT_LONG });
    const id = String(paid.body.data[0].id);
    await saveTiers(recipient, [{ ...LONG, promise: 'Half a plan', minimumLength: '300' }]);
    expect((await seenBySender(world, sender, id)).tier).toEqual(BOUGHT_LONG);
    const inbox = await responseTo(recipient.calls('viewInbox', { id }));
    expect(inbox.body.data[0].tier).toEqual(BOUGHT_LONG);
    expect(intentsOf(world).at(-1)).toMatchObject({ amount: 5_000 });
    await expectLedgerMatchesStripe(world);
  });

  test('is answered, and after a claim improved, with at least the characters that were bought', async () => {
    const [sender, recipient] = [await newPerson(world), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const paid = await payWithCard(sender, recipient, 'pm_card_visa', { tierId, price: '50' });
    const id = String(paid.body.data[0].id);
    const tooShort = {
      status: 'INVALID_INPUT',
      fields: { messageBody: 'Your reply must be at least 1,000 characters' },
    };
    expect((await answer(recipient, id)).body).toMatchObject(tooShort);
    const long = ANSWER.repeat(4);
    await done(answer(recipient, id, 'OPEN', { messageBody: long }));
    await done(claim(sender, id));
    expect((await improve(recipient, id)).body).toMatchObject(tooShort);
    await done(improve(recipient, id, long));
  });

  test('of a tier that was changed or removed is refused, and nothing is pending', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const holds = intentsOf(world).length;
    for (const tiers of [[{ ...LONG, promise: 'Half a plan' }], [SHORT], []]) {
      await saveTiers(recipient, tiers);
      const refused = await pay(sender, recipient, { tierId, price: '50' });
      expect(refused.body).toMatchObject({
        status: 'PRICE_CHANGED',
        message:
          'What you chose was changed in the meantime. Nothing was charged; please choose again.',
      });
      expect(await lockedConversationOf(table, sender.user.id, recipient.user.id)).toBeUndefined();
    }
    expect(intentsOf(world)).toHaveLength(holds);
  });

  test('keeps its id if another tier is changed or moved', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    await saveTiers(recipient, [LONG, { ...SHORT, price: '12' }]);
    expect((await pay(sender, recipient, { tierId, price: '50' })).http).toBe(200);
  });

  test.each([
    { name: 'Longer' },
    { price: '51' },
    { promise: 'Half a plan' },
    { minimumLength: '999' },
  ])('has another id once the tier has changed to %j', async (change) => {
    const recipient = await recipientWithTiers([LONG]);
    const idOfTier = async () => (await profileOf(recipient)).tiers[0].id;
    const before = await idOfTier();
    await saveTiers(recipient, [{ ...LONG, ...change }]);
    expect(await idOfTier()).not.toBe(before);
  });

  test('at another price than that of the tier is refused with its price', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const refused = await pay(sender, recipient, { tierId, price: '10' });
    expect(refused.body).toMatchObject({ status: 'PRICE_CHANGED', price: 50 });
  });

  test('without an id, from a page that was opened before, buys the cheapest tier at its price only', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers([LONG, SHORT])];
    const refused = await pay(sender, recipient);
    expect(refused.body).toMatchObject({ status: 'PRICE_CHANGED', price: 10 });
    const paid = await pay(sender, recipient, { price: '10' });
    expect(paid.body.data[0]).toMatchObject({ price: 10, tier: { name: 'Short' } });
  });

  test('with an id that is not one is refused at its field', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const refused = await pay(sender, recipient, { tierId: 'Long', price: '50' });
    expect(refused.body.fields).toEqual({
      tierId: 'Please choose one of the answers that are offered',
    });
  });

  test('that races with a change of the tiers is bought as shown, or refused', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const [paid] = await Promise.all([
      pay(sender, recipient, { tierId, price: '50' }),
      saveTiers(recipient, [{ ...LONG, price: '60' }]),
    ]);
    if (paid.http === 200) expect(paid.body.data[0].price).toBe(50);
    else expect(paid.body.status).toBe('PRICE_CHANGED');
  });
});
