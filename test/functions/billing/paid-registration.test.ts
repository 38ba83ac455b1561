import { describe, expect, test } from '@jest/globals';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { expectLedgerMatchesStripe, ledgerOf } from '../../support/money.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { deliverWebhooks, planRevenue, subscriptionsOf } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

const world = worldOfEachTest();

const verified = (more = {}) => newPerson(world, { licenseId: 'NONE', ...more });

describe('a registration on a paid plan', () => {
  test('completes with plan, saved card, price and commitment', async () => {
    const person = await verified({ fullName: 'Ana Marković' });
    const done = await responseTo(person.choosesPaid('STARTER', { nameOnCard: ' ana  markovic ' }));
    expect(done).toMatchObject({ http: 200, body: { status: 'SUCCESS', trusted: false } });
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(await person.card()).toMatchObject({ cardLastFour: '4242' });
    const { body } = await responseTo(person.calls('viewInboundSettings'));
    expect(body.data[0]).toMatchObject({ paidResponsePrice: 12, paidResponseCommitment: 7 });
    expect((await ledgerOf(world))['platform:subscriptions']).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('makes the person public, with one event', async () => {
    const person = await verified();
    const look = () => responseTo(visitor().calls('viewUserProfile', { id: person.user.id }));
    expect((await look()).http).toBe(404);
    await person.choosesPaid('STARTER', { nameOnCard: person.user.fullName });
    expect((await look()).body.data[0]).toMatchObject({ badge: 'CARD_NAME', trusted: false });
    await deliverWebhooks(world);
    const items = await scanTable(world.tableName);
    expect(items.map(domainEventIn).filter((event) => event?.type === 'user.named')).toHaveLength(
      1,
    );
  });

  test('with another person’s card does not show the card name on the profile', async () => {
    const person = await verified();
    await person.choosesPaid('STARTER', { nameOnCard: 'Ben Okafor' });
    expect(await person.account()).toMatchObject({ badge: 'NONE' });
  });

  test('on PROFESSIONAL costs $4.99', async () => {
    await (await verified()).choosesPaid('PROFESSIONAL');
    expect((await ledgerOf(world))['platform:subscriptions']).toBe(499);
  });

  test('succeeds again if its response was lost', async () => {
    const person = await verified();
    const { lost, result } = await world.losingTheReply(() =>
      responseTo(person.choosesPaid('STARTER')),
    );
    expect(result.body).toEqual({ ...lost.body, access_token: expect.any(String) });
    expect(subscriptionsOf(world)).toHaveLength(1);
  });
});

describe('a registration on a paid plan does not complete', () => {
  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    'with a declined card (%s); another card or the free plan is possible',
    async (card) => {
      const person = await verified();
      await expectRefused(person.choosesPaid('STARTER', { card }), 402, 'CARD_DECLINED');
      expect(await person.account()).toMatchObject({ licenseId: 'NONE' });
      await person.choosesPaid('STARTER');
      const other = await verified();
      await expectRefused(other.choosesPaid('STARTER', { card }), 402, 'CARD_DECLINED');
      await other.choosesFree({ price: '2', perMonth: '3' });
      await deliverWebhooks(world);
      expect(await other.account()).toMatchObject({ licenseId: 'FREE' });
    },
  );

  test('before the bank has authenticated the payment; the same request then completes it', async () => {
    const person = await verified();
    const card = { card: 'pm_card_authenticationRequired' };
    const asked = await responseTo(person.choosesPaid('STARTER', card));
    expect(asked).toMatchObject({ http: 402, body: { status: 'CARD_ACTION_REQUIRED' } });
    expect(await person.account()).toMatchObject({ licenseId: 'NONE' });
    await world.bank.hears(asked.body, 'authenticated');
    await person.choosesPaid('STARTER', card);
    expect(subscriptionsOf(world)).toHaveLength(1);
  });

  test('for a person who is already registered', async () => {
    await expectRefused((await newPerson(world)).choosesPaid(), 409, 'WRONG_STATUS');
  });
});

describe('a registration on a paid plan requires', () => {
  test.each([
    ['license', 'FREE', 'Please choose a plan'],
    ['creditCardName', 'Ana', 'Please enter the name on card'],
    ['paymentMethodId', '', 'Please enter a credit card number'],
    ['paidResponsePrice', '0.50', 'Please enter a dollar value of a $1.00 or more'],
    ['paidResponseCommitment', '-1', 'Please enter a value of zero or more'],
  ])('a valid %s', async (field, value, sentence) => {
    const refused = await responseTo(
      (await verified()).choosesPaid('STARTER', { input: { [field]: value } }),
    );
    expect(refused.body).toMatchObject({ status: 'INVALID_INPUT', fields: { [field]: sentence } });
    expect(subscriptionsOf(world)).toEqual([]);
  });
});

test('two concurrent registrations complete once', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  await Promise.all([
    responseTo(person.choosesPaid('STARTER')),
    responseTo(person.choosesPaid('STARTER')),
  ]);
  await person.choosesPaid('STARTER');
  expect(subscriptionsOf(world)).toHaveLength(1);
  expect(await planRevenue(world)).toBe(199);
});
