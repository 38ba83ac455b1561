import { describe, expect, test } from '@jest/globals';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import { expectLedgerMatchesStripe, intentsOf } from '../../support/money.ts';
import { LONG, SHORT } from '../../support/offers.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const BOUGHT_LONG = { name: 'Long', promise: 'A full plan', minimumLength: 1_000 };

async function idOf(recipient: Person, name: string): Promise<string> {
  const { tiers } = await visitor().profileOf(recipient);
  const tier = tiers?.find((one) => one.name === name);
  if (!tier) throw new Error(`there is no tier ${name}`);
  return tier.id;
}

async function recipientWithTiers(tiers: readonly object[] = [SHORT, LONG]) {
  const recipient = await newPerson(world, { price: PRICE });
  expect(await recipient.offersTiers(tiers)).toEqual({ status: 'SUCCESS' });
  return recipient;
}

/** A sender with a card on file. */
async function regular(): Promise<Person> {
  const sender = await newPerson(world);
  const paid = await sender.pays(await newPerson(world, { price: PRICE }), {
    card: 'pm_card_visa',
  });
  await sender.cancels(paid);
  return sender;
}

describe('updateTiers', () => {
  test('stores the tiers in their order, which the owner and the profile show', async () => {
    const recipient = await recipientWithTiers();
    expect(await recipient.offer()).toMatchObject({
      paidResponsePrice: 25,
      tiers: [
        { ...SHORT, price: 10, minimumLength: 200 },
        { ...BOUGHT_LONG, price: 50 },
      ],
    });
    const { tiers, paidResponsePrice, paidResponsePriceFormatted } =
      await visitor().profileOf(recipient);
    expect(tiers?.map(({ name }) => name)).toEqual(['Short', 'Long']);
    expect([paidResponsePrice, paidResponsePriceFormatted]).toEqual([10, '$10.00']);
  });

  test('accepts the list in JSON too', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const saved = await responseTo(
      recipient.calls('updateTiers', { tiers: [LONG] }, { json: true }),
    );
    expect(saved.body).toEqual({ status: 'SUCCESS' });
    expect((await recipient.offer()).tiers).toHaveLength(1);
  });

  test('with no tiers brings the single price back', async () => {
    const recipient = await recipientWithTiers();
    await recipient.offersTiers([]);
    expect(await recipient.offer()).not.toHaveProperty('tiers');
    const profile = await visitor().profileOf(recipient);
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
    const sent = typeof tiers === 'object' ? JSON.stringify(tiers) : tiers;
    const refused = await responseTo(recipient.calls('updateTiers', { tiers: sent }));
    expect(refused).toMatchObject({ http: 400, body: { status: 'INVALID_INPUT' } });
    expect(Object.keys(refused.body.fields)).toEqual(['tiers']);
    expect((await recipient.offer()).tiers).toHaveLength(1);
  });
});

describe('an order of a tier', () => {
  test('is held at its price, and both sides see what was bought after the tiers changed', async () => {
    const [sender, recipient] = [await newPerson(world), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const paid = await sender.pays(recipient, { card: 'pm_card_visa', tier: tierId, price: '50' });
    expect(paid).toMatchObject({ price: 50, tier: BOUGHT_LONG });
    const id = paid.id;
    await recipient.offersTiers([{ ...LONG, promise: 'Half a plan', minimumLength: '300' }]);
    expect((await sender.seesAsSender({ id })).tier).toEqual(BOUGHT_LONG);
    const inbox = await responseTo(recipient.seesAsRecipient({ id }));
    expect(inbox.body.data[0].tier).toEqual(BOUGHT_LONG);
    expect(intentsOf(world).at(-1)).toMatchObject({ amount: 5_000 });
    await expectLedgerMatchesStripe(world);
  });

  test('is answered, and after a claim improved, with at least the characters that were bought', async () => {
    const [sender, recipient] = [await newPerson(world), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const paid = await sender.pays(recipient, { card: 'pm_card_visa', tier: tierId, price: '50' });
    const id = paid.id;
    const tooShort = {
      status: 'INVALID_INPUT',
      fields: { messageBody: 'Your reply must be at least 1,000 characters' },
    };
    expect((await responseTo(recipient.answers({ id }))).body).toMatchObject(tooShort);
    const long = ANSWER.repeat(4);
    await recipient.answers({ id }, { text: long });
    await sender.claims({ id });
    expect((await responseTo(recipient.improves({ id }))).body).toMatchObject(tooShort);
    await recipient.improves({ id }, { text: long });
  });

  test('of a tier that was changed or removed is refused, and nothing is pending', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const holds = intentsOf(world).length;
    for (const tiers of [[{ ...LONG, promise: 'Half a plan' }], [SHORT], []]) {
      await recipient.offersTiers(tiers);
      const refused = await responseTo(sender.pays(recipient, { tier: tierId, price: '50' }));
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
    await recipient.offersTiers([LONG, { ...SHORT, price: '12' }]);
    await sender.pays(recipient, { tier: tierId, price: '50' });
  });

  test.each([
    { name: 'Longer' },
    { price: '51' },
    { promise: 'Half a plan' },
    { minimumLength: '999' },
  ])('has another id once the tier has changed to %j', async (change) => {
    const recipient = await recipientWithTiers([LONG]);
    const idOfTier = async () => (await visitor().profileOf(recipient)).tiers?.[0]?.id;
    const before = await idOfTier();
    await recipient.offersTiers([{ ...LONG, ...change }]);
    expect(await idOfTier()).not.toBe(before);
  });

  test('at another price than that of the tier is refused with its price', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const refused = await responseTo(sender.pays(recipient, { tier: tierId, price: '10' }));
    expect(refused.body).toMatchObject({ status: 'PRICE_CHANGED', price: 50 });
  });

  test('without an id, from a page that was opened before, buys the cheapest tier at its price only', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers([LONG, SHORT])];
    const refused = await responseTo(sender.pays(recipient));
    expect(refused.body).toMatchObject({ status: 'PRICE_CHANGED', price: 10 });
    const paid = await sender.pays(recipient, { price: '10' });
    expect(paid).toMatchObject({ price: 10, tier: { name: 'Short' } });
  });

  test('with an id that is not one is refused at its field', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const refused = await responseTo(sender.pays(recipient, { tier: 'Long', price: '50' }));
    expect(refused.body.fields).toEqual({
      tierId: 'Please choose one of the answers that are offered',
    });
  });

  test('that races with a change of the tiers is bought as shown, or refused', async () => {
    const [sender, recipient] = [await regular(), await recipientWithTiers()];
    const tierId = await idOf(recipient, 'Long');
    const [paid] = await Promise.all([
      responseTo(sender.pays(recipient, { tier: tierId, price: '50' })),
      responseTo(recipient.offersTiers([{ ...LONG, price: '60' }])),
    ]);
    if (paid.http === 200) expect(paid.body.data[0].price).toBe(50);
    else expect(paid.body.status).toBe('PRICE_CHANGED');
  });
});
