import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { cardDetailsOf } from '#functions/gateways/card-details.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { DAY } from '#shared/time.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { onPlan } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';
import { choosesIn } from '../../support/wallets.ts';

const SHEET_NEEDED =
  'Your saved wallet has to be opened for each payment. Your letter wasn’t sent and you weren’t charged.';

/* Letters that are paid in the sheet of a wallet. docs/product/billing.md#wallets */

const world = worldOfEachTest();

const intents = () => world.stripe.read('paymentIntents') as Stripe.PaymentIntent[];

async function twoPeople() {
  return { sender: await newPerson(world), ana: await newPerson(world, { price: PRICE }) };
}

describe('a letter that is paid by wallet', () => {
  test.each([
    ['apple_pay', {}, 'visa', '4242'],
    ['google_pay', { card: 'pm_card_mastercard' }, 'mastercard', '4444'],
    ['link', {}, 'link', ''],
    ['link', { asLink: false }, 'visa', '4242'],
  ] as const)(
    'with %s %j names it on the order and keeps it',
    async (wallet, chosen, brand, four) => {
      const { sender, ana } = await twoPeople();
      const card = await choosesIn(world, wallet, chosen);
      const order = await sender.pays(ana, { card, byWallet: true });
      const named = { cardBrand: brand, cardLastFour: four, wallet };
      expect(order.paidWith).toEqual(named);
      expect(await sender.card()).toEqual({ id: card, ...named });
      expect(intents()).toMatchObject([
        { status: 'requires_capture', setup_future_usage: 'off_session', payment_method: card },
      ]);
      await expectLedgerMatchesStripe(world);
    },
  );

  test('is paid again with the saved wallet, without its sheet, and names it again', async () => {
    const { sender, ana } = await twoPeople();
    const card = await choosesIn(world, 'apple_pay');
    await sender.cancels(await sender.pays(ana, { card, byWallet: true }));
    const again = await sender.pays(ana);
    expect(again.paidWith).toMatchObject({ wallet: 'apple_pay', cardLastFour: '4242' });
  });

  test('is charged by the answer like any other', async () => {
    const { sender, ana } = await twoPeople();
    const card = await choosesIn(world, 'link');
    const order = await sender.pays(ana, { card, byWallet: true });
    await ana.answers(order);
    expect(intents()).toMatchObject([{ status: 'succeeded', amount_received: PRICE }]);
    await expectLedgerMatchesStripe(world);
  });

  test('is not sent if the card in the wallet is declined', async () => {
    const { sender, ana } = await twoPeople();
    const card = await choosesIn(world, 'apple_pay', { card: 'pm_card_chargeDeclined' });
    await expectRefused(sender.pays(ana, { card, byWallet: true }), 402, 'CARD_DECLINED');
    expect(await sender.card()).toBeUndefined();
  });

  test('tells its sender when the hold ends, and its recipient neither that nor what paid', async () => {
    const { sender, ana } = await twoPeople();
    const card = await choosesIn(world, 'apple_pay');
    const order = await sender.pays(ana, { card, byWallet: true });
    const [charge] = world.stripe.read('charges') as Stripe.Charge[];
    const { capture_before: ends = 0 } = charge?.payment_method_details?.card ?? {};
    expect(order.chargesAt).toBe(new Date(ends * 1_000 - DAY / 2).toISOString());
    const inbox = await ana.makes('viewInbox', { id: order.id });
    expect(inbox).not.toHaveProperty('paidWith');
    expect(inbox).not.toHaveProperty('chargesAt');
  });

  test('needs no name, which a typed card does', async () => {
    const { sender, ana } = await twoPeople();
    const card = await choosesIn(world, 'google_pay');
    await sender.pays(ana, { card, byWallet: true });
    const ben = await newPerson(world, { price: PRICE });
    const letter = { recipientId: ben.id, messageSubject: 'Hello', price: '25.00' };
    const typed = { ...letter, messageText: '<p>A letter.</p>', paymentMethodId: 'pm_card_visa' };
    await expectRefused(sender.calls('createInboxWithPayment', typed), 400, 'INVALID_INPUT');
  });
});

test('a wallet without a name does not replace the card whose name a profile shows', async () => {
  const sender = await onPlan(world);
  const ana = await newPerson(world, { price: PRICE });
  const named = { card: 'pm_card_mastercard', nameOnCard: sender.user.fullName };
  await sender.cancels(await sender.pays(ana, named));
  const card = await choosesIn(world, 'apple_pay');
  const order = await sender.pays(ana, { card, byWallet: true });
  expect(order.paidWith).toMatchObject({ wallet: 'apple_pay' });
  expect(await sender.card()).toMatchObject({ cardBrand: 'mastercard' });
});

test('a decision about the money of a letter names the wallet that paid', async () => {
  const { sender, ana } = await twoPeople();
  const card = await choosesIn(world, 'apple_pay');
  const order = await sender.pays(ana, { card, byWallet: true });
  await ana.answers(order);
  await postAllEvents(world);
  const staff = await newPerson(world, { staff: 'all' });
  await staff.refunds(order, { bearer: 'platform' });
  const [statement] = (await sender.statements()).data;
  expect(statement?.facts).toMatch(/We refund all \$[\d.]+ to Apple Pay, Visa 4242\.$/);
});

describe('a saved wallet that cannot be charged without its sheet', () => {
  test('is one whose bank is in India', () => {
    const inIndia = {
      id: 'pm_1',
      type: 'card',
      card: { brand: 'visa', last4: '4242', country: 'IN', wallet: { type: 'google_pay' } },
      billing_details: { name: null },
    } as unknown as Stripe.PaymentMethod;
    expect(cardDetailsOf(inIndia)).toMatchObject({ wallet: 'google_pay', needsSheet: true });
  });

  test('is refused as the saved one, before anything is held', async () => {
    const { sender, ana } = await twoPeople();
    const paid = await sender.pays(ana, {
      card: await choosesIn(world, 'apple_pay'),
      byWallet: true,
    });
    await sender.cancels(paid);
    const kept = await userById(table, sender.id, world.now());
    if (!kept?.card) throw new Error('No wallet was saved');
    const card = { ...kept.card, needsSheet: true as const };
    await table.write(update(userKey(sender.id), { set: { card } }));
    expect(await sender.card()).toMatchObject({ needsSheet: true });
    const refused = sender.pays(ana);
    await expectRefused(refused, 409, 'PAYMENT_METHOD_REQUIRED', SHEET_NEEDED);
    expect(intents()).toHaveLength(1);
  });
});
