import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { syncSubscription } from '#functions/billing/subscriptions.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { entryKey, userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR } from '#shared/time.ts';
import {
  expectLedgerMatchesStripe,
  ledgerOf,
  postAllEvents,
  postEvent,
} from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import {
  advanceWithWebhooks,
  invoicesOf,
  MONTH,
  onPlan,
  planRevenue,
  saveAskingCard,
} from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

const world = worldOfEachTest();

/** Creates a person on STARTER whose card will be declined. */
async function withFailingCard() {
  const person = await onPlan(world);
  await person.savesCard('pm_card_chargeCustomerFail');
  return person;
}

describe('a plan renewal', () => {
  test('is paid and booked every month', async () => {
    const person = await onPlan(world);
    await advanceWithWebhooks(world, 100 * DAY);
    expect(await person.account()).toMatchObject({
      licenseId: 'STARTER',
      planPaymentFailed: false,
    });
    expect(await planRevenue(world)).toBe(4 * 199);
    await postAllEvents(world);
    expect(await planRevenue(world)).toBe(4 * 199);
    await expectLedgerMatchesStripe(world);
  });

  test('is booked once if its webhooks arrive late, twice and in reverse', async () => {
    const person = await onPlan(world, 'PROFESSIONAL');
    // Four months pass without a webhook.
    for (let hour = 0; hour < 100 * 24; hour += 12) {
      world.advance(12 * HOUR);
      await world.stripe.runDue();
    }
    expect(await planRevenue(world)).toBe(499);
    await postAllEvents(world);
    await postAllEvents(world);
    expect(await planRevenue(world)).toBe(4 * 499);
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
    await expectLedgerMatchesStripe(world);
  });

  test('is charged to the saved card, even if the card was saved by paying for a message', async () => {
    const person = await onPlan(world);
    await person.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_mastercard' });
    await advanceWithWebhooks(world, MONTH);
    const [charge] = world.stripe.read('charges') as Stripe.Charge[];
    expect(charge?.payment_method_details?.card?.brand).toBe('mastercard');
  });
});

describe('a declined plan renewal', () => {
  test('keeps the plan during Stripe’s retries, and then ends it', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH);
    const { planRenewsAt, ...failing } = await person.account();
    expect(failing).toMatchObject({ licenseId: 'STARTER', planPaymentFailed: true });
    // The end of the last paid month; the later months are unpaid.
    expect(Date.parse(String(planRenewsAt))).toBeLessThan(world.now());
    await advanceWithWebhooks(world, 10 * DAY);
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    await advanceWithWebhooks(world, 8 * DAY);
    expect(await person.account()).toMatchObject({
      licenseId: 'FREE',
      planPaymentFailed: false,
      planEndsAt: null,
    });
    expect(await planRevenue(world)).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('succeeds at the next retry with another card', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH);
    await person.savesCard();
    await advanceWithWebhooks(world, 4 * DAY);
    expect(await person.account()).toMatchObject({
      licenseId: 'STARTER',
      planPaymentFailed: false,
    });
    expect(await planRevenue(world)).toBe(2 * 199);
    await expectLedgerMatchesStripe(world);
  });

  test('is paid immediately by choosing the plan again', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH);
    await expectRefused(person.choosesPlan(), 402, 'CARD_DECLINED');
    await person.savesCard();
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ planPaymentFailed: false });
    expect(await planRevenue(world)).toBe(2 * 199);
    await expectLedgerMatchesStripe(world);
  });

  test('is paid before an upgrade is charged', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH);
    await person.savesCard();
    await person.choosesPlan('PROFESSIONAL');
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
    await advanceWithWebhooks(world, HOUR);
    await expectLedgerMatchesStripe(world);
  });

  test('of a canceled plan ends it immediately, without further charges', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH);
    await person.endsPlan();
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
    const tries = invoicesOf(world)[0]?.attempt_count;
    await advanceWithWebhooks(world, 20 * DAY);
    expect(invoicesOf(world)[0]?.attempt_count).toBe(tries);
  });

  /** Creates a person on STARTER whose bank asks them to confirm the renewal. */
  async function askedByBank() {
    const person = await onPlan(world);
    await saveAskingCard(world, person);
    await advanceWithWebhooks(world, MONTH);
    expect(await person.account()).toMatchObject({ planPaymentFailed: true });
    const asked = await responseTo(person.choosesPlan());
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    return { person, asked };
  }

  test('that requires authentication is paid with another card instead', async () => {
    const { person } = await askedByBank();
    await person.savesCard();
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ planPaymentFailed: false });
    expect(await planRevenue(world)).toBe(2 * 199);
    await expectLedgerMatchesStripe(world);
  });

  test('that requires authentication is confirmed by choosing the plan again', async () => {
    const { person, asked } = await askedByBank();
    await world.bank.hears(asked.body, 'authenticated');
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ planPaymentFailed: false });
    expect(await planRevenue(world)).toBe(2 * 199);
  });
});

describe('a subscription event', () => {
  test('of an earlier subscription does not affect the current one', async () => {
    const person = await onPlan(world);
    await person.endsPlan();
    await advanceWithWebhooks(world, MONTH);
    await person.choosesPlan('PROFESSIONAL');
    const deleted = (world.stripe.read('events') as Stripe.Event[]).find(
      ({ type }) => type === 'customer.subscription.deleted',
    );
    await postEvent(world, { ...deleted, id: 'evt_late' });
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
  });

  test('of an invoice that cost nothing books nothing', async () => {
    const { user } = await onPlan(world);
    await postAllEvents(world);
    const [subscription] = world.stripe.read('subscriptions') as Stripe.Subscription[];
    const details = { metadata: { userId: user.id }, subscription: subscription?.id };
    const invoice = { amount_paid: 0, parent: { subscription_details: details } };
    const object = { id: 'in_nothing', ...invoice };
    const event = { id: 'evt_nothing', type: 'invoice.paid', data: { object } };
    expect((await postEvent(world, event)).statusCode).toBe(200);
    expect(await table.get(entryKey('subscription:in_nothing'))).toBeUndefined();
  });

  test('of another product’s subscription is accepted and ignored', async () => {
    const before = await ledgerOf(world);
    const about = (type: string, object: object) =>
      postEvent(world, { id: `evt_${type}`, type, data: { object } });
    const subscription = { id: 'sub_other', metadata: {} };
    const invoice = { id: 'in_other', amount_paid: 500, parent: null };
    for (const answer of [
      await about('customer.subscription.updated', subscription),
      await about('invoice.paid', invoice),
      await about('invoice.payment_failed', invoice),
      await about('invoice.created', { ...invoice, status: 'draft' }),
    ])
      expect(answer.statusCode).toBe(200);
    expect(await ledgerOf(world)).toEqual(before);
  });
});

test('a subscription event that other changes of the account overtake is given up after five tries', async () => {
  const { user } = await onPlan(world);
  const { membership } = (await userById(table, user.id, world.now())) ?? {};
  const id = String(membership?.subscriptionId);
  const ending = { ...(await subscriptions.status(id)), ending: true };
  const atStripe = { ...subscriptions, status: async () => ending };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const context = { table, log, now: world.now(), subscriptions: atStripe } as never;
  const sync = () => syncSubscription(context, user.id, id);
  expect(await world.losingEveryWrite(userKey(user.id), sync)).toMatchObject({
    result: { code: 'UNAVAILABLE' },
    tries: 5,
  });
});
