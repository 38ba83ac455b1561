import { describe, expect, test } from '@jest/globals';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { expectLedgerMatchesStripe, ledgerOf } from '../../support/money.ts';
import { newPerson, visitor } from '../../support/people.ts';
import {
  accountOf,
  answerBank,
  cardOf,
  deliverWebhooks,
  registerOn,
  subscriptionsOf,
} from '../../support/plans.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

const world = worldOfEachTest();

const verified = (more = {}) => newPerson(world, { licenseId: 'NONE', ...more });

describe('a registration on a paid plan', () => {
  test('completes with plan, saved card, price and commitment', async () => {
    const person = await verified({ fullName: 'Ana Marković' });
    const done = await registerOn(person, { creditCardName: ' ana  markovic ' });
    expect(done).toMatchObject({ http: 200, body: { status: 'SUCCESS', trusted: false } });
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(await cardOf(world, person)).toMatchObject({ cardLastFour: '4242' });
    const { body } = await responseTo(person.calls('viewInboundSettings'));
    expect(body.data[0]).toMatchObject({ paidResponsePrice: 12, paidResponseCommitment: 7 });
    expect((await ledgerOf(world))['platform:subscriptions']).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('makes the person public, with one event', async () => {
    const person = await verified();
    const look = () => responseTo(visitor().calls('viewUserProfile', { id: person.user.id }));
    expect((await look()).http).toBe(404);
    await registerOn(person);
    expect((await look()).body.data[0]).toMatchObject({ badge: 'CARD_NAME', trusted: false });
    await deliverWebhooks(world);
    const items = await scanTable(world.tableName);
    expect(items.map(domainEventIn).filter((event) => event?.type === 'user.named')).toHaveLength(
      1,
    );
  });

  test('with another person’s card does not show the card name on the profile', async () => {
    const person = await verified();
    expect((await registerOn(person, { creditCardName: 'Ben Okafor' })).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ badge: 'NONE' });
  });

  test('on PROFESSIONAL costs $4.99', async () => {
    await registerOn(await verified(), { license: 'PROFESSIONAL' });
    expect((await ledgerOf(world))['platform:subscriptions']).toBe(499);
  });

  test('succeeds again if its response was lost', async () => {
    const person = await verified();
    const [one, two] = [await registerOn(person), await registerOn(person)];
    expect(two.body).toEqual({ ...one.body, access_token: expect.any(String) });
    expect(subscriptionsOf(world)).toHaveLength(1);
  });
});

describe('a registration on a paid plan does not complete', () => {
  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    'with a declined card (%s); another card or the free plan is possible',
    async (paymentMethodId) => {
      const person = await verified();
      expect(await registerOn(person, { paymentMethodId })).toMatchObject({
        http: 402,
        body: { status: 'CARD_DECLINED' },
      });
      expect(await accountOf(world, person)).toMatchObject({ licenseId: 'NONE' });
      expect((await registerOn(person)).http).toBe(200);
      const other = await verified();
      await registerOn(other, { paymentMethodId });
      const free = { license: 'FREE', paidResponsePrice: '2', paidResponseCommitment: '3' };
      expect((await responseTo(other.calls('saveFreeRegistration', free))).http).toBe(200);
      await deliverWebhooks(world);
      expect(await accountOf(world, other)).toMatchObject({ licenseId: 'FREE' });
    },
  );

  test('before the bank has authenticated the payment; the same request then completes it', async () => {
    const person = await verified();
    const card = { paymentMethodId: 'pm_card_authenticationRequired' };
    const asked = await registerOn(person, card);
    expect(asked).toMatchObject({ http: 402, body: { status: 'CARD_ACTION_REQUIRED' } });
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'NONE' });
    answerBank(world, asked, 'authenticated');
    expect(await registerOn(person, card)).toMatchObject({ http: 200 });
    expect(subscriptionsOf(world)).toHaveLength(1);
  });

  test('for a person who is already registered', async () => {
    const refused = await registerOn(await newPerson(world));
    expect(refused).toMatchObject({ http: 409, body: { status: 'WRONG_STATUS' } });
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
    const refused = await registerOn(await verified(), { [field]: value });
    expect(refused.body).toMatchObject({ status: 'INVALID_INPUT', fields: { [field]: sentence } });
    expect(subscriptionsOf(world)).toEqual([]);
  });
});
