import { describe, expect, jest, test } from '@jest/globals';
import type Stripe from 'stripe';
import { userKey } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Badge } from '#shared/rules/profiles/badge.ts';
import { DAY } from '#shared/time.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import {
  advanceWithWebhooks,
  badgeHeld,
  invoicesOf,
  onPlan,
  withCard,
} from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

const world = worldOfEachTest();

const customers = () => world.stripe.read('customers') as Stripe.Customer[];
const defaultCard = () => customers()[0]?.invoice_settings.default_payment_method;

test('saving a card again after a crash at any effect ends with one customer and one default card', async () => {
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await newPerson(world);
    await crash(() => responseTo(person.savesCard()));
    const kept = await responseTo(person.savesCard());
    expect(kept.http).toBe(200);
    expect(defaultCard()).toBe(kept.body.data[0].id);
    expect(await person.card()).toEqual(kept.body.data[0]);
    const mine = customers().filter(({ metadata }) => metadata.userId === person.user.id);
    expect(mine).toHaveLength(1);
  });
});

test('saving a card while Stripe does not respond changes nothing, and can be repeated', async () => {
  const person = await newPerson(world);
  await person.savesCard();
  world.stripe.faults.next({ kind: 'refuse-connection', path: '/v1/setup_intents', times: 3 });
  const silent = await responseTo(person.savesCard('pm_card_amex'));
  expect(silent).toMatchObject({ http: 503, body: { status: 'UNAVAILABLE' } });
  expect(await person.card()).toMatchObject({ cardBrand: 'visa' });
  await person.savesCard('pm_card_amex');
});

describe('a saved card', () => {
  test('is stored, and pays the next message', async () => {
    const person = await newPerson(world);
    const kept = await responseTo(person.savesCard());
    expect(kept).toMatchObject({
      http: 200,
      body: { data: [{ cardBrand: 'visa', cardLastFour: '4242' }] },
    });
    expect(await person.card()).toEqual(kept.body.data[0]);
    await person.pays(await newPerson(world, { price: PRICE }));
    await expectLedgerMatchesStripe(world);
  });

  test('is the default of its Stripe customer, for renewals', async () => {
    const person = await newPerson(world);
    await person.savesCard();
    const other = await responseTo(person.savesCard('pm_card_mastercard'));
    expect(defaultCard()).toBe(other.body.data[0].id);
    expect(await person.card()).toMatchObject({ cardBrand: 'mastercard' });
    expect(customers()).toHaveLength(1);
  });

  test('can be charged without its holder present', async () => {
    await (await newPerson(world)).savesCard();
    const [setup] = world.stripe.read('setupIntents') as Stripe.SetupIntent[];
    expect(setup).toMatchObject({ status: 'succeeded', usage: 'off_session' });
  });
});

describe('a declined card', () => {
  test('leaves the previously saved card in place', async () => {
    const person = await newPerson(world);
    await person.savesCard();
    expect(await responseTo(person.savesCard('pm_card_chargeDeclined'))).toMatchObject({
      http: 402,
      body: {
        status: 'CARD_DECLINED',
        message: 'Your card was declined. The card wasn’t saved.',
      },
    });
    expect(await person.card()).toMatchObject({ cardLastFour: '4242' });
  });

  test('is not saved if there was no card before', async () => {
    const person = await newPerson(world);
    const refused = await responseTo(person.savesCard('pm_card_chargeDeclinedInsufficientFunds'));
    expect(refused.body.message).toBe('Your card has insufficient funds. The card wasn’t saved.');
    expect(await person.card()).toBeUndefined();
  });

  test('gets the same status as a payment method that does not exist', async () => {
    const refused = await responseTo((await newPerson(world)).savesCard('pm_unknown'));
    expect(refused).toMatchObject({ http: 402, body: { status: 'CARD_DECLINED' } });
  });
});

describe('a card that requires authentication', () => {
  test('is saved once its holder authenticated and the request is repeated', async () => {
    const person = await newPerson(world);
    const asked = await responseTo(person.savesCard('pm_card_authenticationRequiredOnSetup'));
    expect(asked).toMatchObject({ http: 402, body: { status: 'CARD_ACTION_REQUIRED' } });
    expect(asked.body.clientSecret).toMatch(/^seti_\w+_secret_\w+$/);
    expect(await person.card()).toBeUndefined();
    await world.bank.hears(asked.body, 'authenticated');
    await person.savesCard('pm_card_authenticationRequiredOnSetup');
    expect(await person.card()).toMatchObject({ cardLastFour: '3155' });
  });

  test('is not saved if the authentication failed', async () => {
    const person = await newPerson(world);
    const asked = await responseTo(person.savesCard('pm_card_authenticationRequired'));
    await world.bank.hears(asked.body, 'failed');
    expect(await responseTo(person.savesCard('pm_card_authenticationRequired'))).toMatchObject({
      http: 402,
      body: { status: 'CARD_DECLINED', message: /didn’t confirm/ },
    });
    expect(await person.card()).toBeUndefined();
  });
});

describe('saving a card', () => {
  test('is refused if the card belongs to another customer', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const mine = (await one.savesCard()).id;
    await expectRefused(other.savesCard(mine), 402, 'CARD_DECLINED');
    expect(await other.card()).toBeUndefined();
  });

  test('is refused without a card', async () => {
    const person = await newPerson(world);
    for (const paymentMethodId of ['', 'tok_visa', undefined]) {
      const refused = await responseTo(person.calls('updatePaymentMethod', { paymentMethodId }));
      expect(refused.body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { paymentMethodId: 'Please enter a credit card number' },
      });
    }
  });
});

describe('a new card for the payment of a message', () => {
  async function payAs(person: Person, creditCardName: string): Promise<Badge | undefined> {
    await person.pays(await newPerson(world, { price: PRICE }), {
      card: 'pm_card_visa',
      nameOnCard: creditCardName,
    });
    return badgeHeld(world, person);
  }

  test('is saved, and the profile shows whether its name matches', async () => {
    const person = await onPlan(world, 'STARTER', { fullName: 'Zoë Quill' });
    expect(await payAs(person, 'Somebody Else')).toBe('NONE');
    expect(await payAs(person, 'ZOE  QUILL')).toBe('CARD_NAME');
    expect(await payAs(person, 'Somebody Else')).toBe('NONE');
  });

  test('is not shown on the profile of a person on the free plan', async () => {
    const person = await newPerson(world, { fullName: 'Zoë Quill' });
    expect(await payAs(person, 'Zoë Quill')).toBe('NONE');
  });

  test('is not saved if it was declined', async () => {
    const person = await onPlan(world, 'STARTER', { fullName: 'Zoë Quill' });
    expect(await payAs(person, 'Zoë Quill')).toBe('CARD_NAME');
    const before = await person.card();
    const recipient = await newPerson(world, { price: PRICE });
    const refused = await responseTo(
      person.pays(recipient, { card: 'pm_card_chargeDeclined', nameOnCard: 'Somebody Else' }),
    );
    expect(refused.body.status).toBe('CARD_DECLINED');
    expect(await person.card()).toEqual(before);
    expect(await badgeHeld(world, person)).toBe('CARD_NAME');
  });
});

describe('removePaymentMethod', () => {
  const attached = () => {
    const methods = world.stripe.read('paymentMethods') as Stripe.PaymentMethod[];
    return methods.filter(({ customer }) => customer !== null);
  };

  test('removes the card here and at Stripe, also after a crash at any effect and when it is repeated', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const person = await withCard(world);
      await crash(() => responseTo(person.removesCard()));
      for (let time = 0; time < 2; time += 1) await person.removesCard();
      expect(await person.card()).toBeUndefined();
      expect(attached()).toEqual([]);
    });
  });

  test('is refused while the plan renews, and possible once it is cancelled', async () => {
    const person = await onPlan(world);
    expect((await responseTo(person.removesCard())).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringMatching(/^It pays your plan/),
    });
    await person.endsPlan();
    await person.removesCard();
    expect(await person.card()).toBeUndefined();
  });

  test('is refused while a message that was paid with it waits', async () => {
    const person = await withCard(world);
    const paid = await person.pays(await newPerson(world, { price: PRICE }));
    expect((await responseTo(person.removesCard())).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringMatching(/^A letter you paid for/),
    });
    expect(await person.card()).toMatchObject({ cardBrand: 'visa' });
    await person.cancels(paid);
    await person.removesCard();
    await expectLedgerMatchesStripe(world);
  });

  test('makes a late repetition of saving the same card a refusal', async () => {
    const person = await newPerson(world);
    const { id } = await person.savesCard();
    await person.removesCard();
    // The key at Stripe is that of the first call, so its response is the same.
    expect((await responseTo(person.savesCard())).body).toMatchObject({ status: 'CARD_DECLINED' });
    expect(attached().map((one) => one.id)).not.toContain(id);
    expect(await person.card()).toBeUndefined();
  });

  test('leaves a card that was saved meanwhile', async () => {
    const person = await withCard(world);
    const removed = await world.overtaken(() => responseTo(person.removesCard()), {
      at: userKey(person.user.id),
      by: () => responseTo(person.savesCard('pm_card_mastercard')),
    });
    expect(removed).toMatchObject({ http: 200 });
    const kept = await person.card();
    expect(kept).toMatchObject({ cardBrand: 'mastercard' });
    expect(attached().map(({ id }) => id)).toEqual([kept?.id]);
    await person.pays(await newPerson(world, { price: PRICE }));
  });

  /** Removes the card, while `meanwhile` runs after the check and before Stripe is asked. */
  async function removeAfter(person: Person, meanwhile: () => Promise<unknown>) {
    const send = globalThis.fetch;
    const sent = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      if (!String(request[0]).endsWith('/detach')) return send(...request);
      sent.mockRestore();
      await meanwhile();
      return send(...request);
    });
    return responseTo(person.removesCard());
  }

  test('leaves the payment of a message that was paid between the check and the removal', async () => {
    const [person, recipient] = [await withCard(world), await newPerson(world, { price: PRICE })];
    let id = '';
    const removed = await removeAfter(person, async () => {
      id = (await person.pays(recipient)).id;
    });
    expect(removed).toMatchObject({ http: 200 });
    expect(await person.card()).toBeUndefined();
    await recipient.answers({ id });
    await expectLedgerMatchesStripe(world);
  });

  test('leaves a plan that began between the check and the removal, which another card can pay', async () => {
    const person = await withCard(world);
    const removed = await removeAfter(person, () => person.choosesPlan());
    expect(removed).toMatchObject({ http: 200 });
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(await person.card()).toBeUndefined();
    await advanceWithWebhooks(world, 32 * DAY);
    const failing = { licenseId: 'STARTER', planPaymentFailed: true };
    expect(await person.account()).toMatchObject(failing);
    await person.savesCard('pm_card_mastercard');
    await advanceWithWebhooks(world, 5 * DAY);
    const paid = { licenseId: 'STARTER', planPaymentFailed: false };
    expect(await person.account()).toMatchObject(paid);
    await expectLedgerMatchesStripe(world);
  });

  test('makes an upgrade that is under way a refusal', async () => {
    const person = await withCard(world);
    const send = globalThis.fetch;
    const sent = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      if (!String(request[0]).endsWith('/v1/subscriptions')) return send(...request);
      if (request[1]?.method !== 'POST') return send(...request);
      sent.mockRestore();
      await person.removesCard();
      return send(...request);
    });
    await expectRefused(person.choosesPlan(), 402, 'CARD_DECLINED');
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
    await expectLedgerMatchesStripe(world);
  });

  test('changes nothing while Stripe does not respond', async () => {
    const person = await withCard(world);
    const saved = await person.card();
    const path = `/v1/payment_methods/${saved?.id}/detach`;
    world.stripe.faults.next({ kind: 'refuse-connection', path, times: 3 });
    await expectRefused(person.removesCard(), 503, 'UNAVAILABLE');
    expect(await person.card()).toMatchObject({ cardBrand: 'visa' });
  });
});

const paid = () => invoicesOf(world).filter(({ status }) => status === 'paid');

test('two concurrently saved cards leave the same single card in the account and at Stripe', async () => {
  const person = await withCard(world);
  await Promise.all([
    responseTo(person.savesCard('pm_card_amex')),
    responseTo(person.savesCard('pm_card_mastercard')),
  ]);
  await person.choosesPlan();
  expect(paid()).toHaveLength(1);
});
