import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import {
  advanceWithWebhooks,
  deliverWebhooks,
  invoicesOf,
  MONTH,
  onPlan,
  planRevenue,
  subscriptionsOf,
  withCard,
} from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';
import { choosesIn } from '../../support/wallets.ts';

/* Plans that are paid in the sheet of a wallet. docs/product/billing.md#wallets */

const world = worldOfEachTest();

const paidInvoices = () => invoicesOf(world).filter(({ status }) => status === 'paid');
const chargedCards = () =>
  (world.stripe.read('charges') as Stripe.Charge[])
    .filter(({ paid }) => paid)
    .map((charge) => charge.payment_method);

describe('a plan that is paid by wallet', () => {
  test.each([
    ['apple_pay', {}, 'visa', '4242'],
    ['google_pay', { card: 'pm_card_mastercard' }, 'mastercard', '4444'],
    ['link', {}, 'link', ''],
  ] as const)(
    'with %s begins at once, and its wallet is on file',
    async (wallet, chosen, cardBrand, cardLastFour) => {
      const person = await newPerson(world);
      const card = await choosesIn(world, wallet, chosen);
      const { amount, pricedAt } = await person.priceOfPlan('STARTER');
      await person.choosesPlan('STARTER', { card, price: amount, pricedAt });
      expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
      expect(await person.card()).toEqual({ id: card, cardBrand, cardLastFour, wallet });
      expect(await planRevenue(world)).toBe(199);
      const types = { payment_method_types: ['card', 'link'] };
      expect(subscriptionsOf(world)).toMatchObject([{ payment_settings: types }]);
      await deliverWebhooks(world);
      await expectLedgerMatchesStripe(world);
    },
  );

  test('is renewed with that wallet, which is the one on file', async () => {
    const person = await withCard(world);
    const card = await choosesIn(world, 'link');
    await person.choosesPlan('STARTER', { card });
    await advanceWithWebhooks(world, MONTH);
    expect(paidInvoices()).toHaveLength(2);
    expect(chargedCards()).toEqual([card, card]);
    expect(await person.card()).toMatchObject({ id: card, wallet: 'link' });
  });

  test('is a larger one that takes what the rest of the month is worth', async () => {
    const person = await onPlan(world);
    const card = await choosesIn(world, 'google_pay');
    const { amount, pricedAt } = await person.priceOfPlan('PROFESSIONAL');
    await person.choosesPlan('PROFESSIONAL', { card, price: amount, pricedAt });
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
    expect(await person.card()).toMatchObject({ id: card });
    await expectLedgerMatchesStripe(world);
  });

  test('is paid once if its response was lost and it is repeated', async () => {
    const person = await newPerson(world);
    const card = await choosesIn(world, 'apple_pay');
    await world.losingTheReply((key) => person.choosesPlan('STARTER', { card, key }));
    expect(paidInvoices()).toHaveLength(1);
    expect(subscriptionsOf(world)).toHaveLength(1);
  });

  test('is paid once, with its wallet on file, wherever the process dies', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const person = await withCard(world);
      const card = await choosesIn(world, 'apple_pay');
      const before = paidInvoices().length;
      await crash(() => person.choosesPlan('STARTER', { card }));
      await person.choosesPlan('STARTER', { card });
      expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
      expect(await person.card()).toMatchObject({ id: card, wallet: 'apple_pay' });
      expect(paidInvoices()).toHaveLength(before + 1);
    });
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });

  test('is confirmed with the bank by the same request', async () => {
    const person = await newPerson(world);
    const card = await choosesIn(world, 'apple_pay', {
      card: 'pm_card_authenticationRequiredOnSetup',
    });
    const asked = await responseTo(person.choosesPlan('STARTER', { card }));
    expect(asked).toMatchObject({ http: 402, body: { status: 'CARD_ACTION_REQUIRED' } });
    await world.bank.hears(asked.body, 'authenticated');
    await person.choosesPlan('STARTER', { card });
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(paidInvoices()).toHaveLength(1);
  });
});

describe('a wallet that does not pay for a plan', () => {
  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    'because its card is declined (%s) leaves plan and card as they were',
    async (declined) => {
      const person = await withCard(world);
      const before = await person.card();
      const card = await choosesIn(world, 'apple_pay', { card: declined });
      const { body } = await responseTo(person.choosesPlan('STARTER', { card }));
      expect(body).toMatchObject({ status: 'CARD_DECLINED' });
      expect(body.message).toContain('Nothing was charged');
      expect(await person.card()).toEqual(before);
      await person.choosesPlan('STARTER');
      expect(chargedCards()).toEqual([before?.id]);
      await expectLedgerMatchesStripe(world);
    },
  );

  test('leaves nobody with a card who had none', async () => {
    const person = await newPerson(world);
    const card = await choosesIn(world, 'link', { card: 'pm_card_chargeCustomerFail' });
    await expectRefused(person.choosesPlan('STARTER', { card }), 402, 'CARD_DECLINED');
    expect(await person.card()).toBeUndefined();
  });

  test('because the amount is another by now charges and saves nothing', async () => {
    const person = await withCard(world);
    const before = await person.card();
    const card = await choosesIn(world, 'apple_pay');
    const { pricedAt } = await person.priceOfPlan('STARTER');
    const shown = { card, price: 1, pricedAt };
    await expectRefused(person.choosesPlan('STARTER', shown), 409, 'PRICE_CHANGED');
    expect(await person.card()).toEqual(before);
    expect(subscriptionsOf(world)).toEqual([]);
  });

  test('before the registration is finished, or for a smaller plan, is not saved', async () => {
    const card = await choosesIn(world, 'apple_pay');
    const beginner = await newPerson(world, { licenseId: 'NONE' });
    await expectRefused(beginner.choosesPlan('STARTER', { card }), 409, 'WRONG_STATUS');
    expect(await beginner.card()).toBeUndefined();
    const professional = await onPlan(world, 'PROFESSIONAL');
    const before = await professional.card();
    await expectRefused(professional.choosesPlan('STARTER', { card }), 409, 'WRONG_STATUS');
    expect(await professional.card()).toEqual(before);
  });

  test('because it has to be opened for each payment charges nothing', async () => {
    const person = await withCard(world);
    const kept = await userById(table, person.id, world.now());
    if (!kept?.card) throw new Error('No card was saved');
    const card = { ...kept.card, wallet: 'google_pay' as const, needsSheet: true as const };
    await table.write(update(userKey(person.id), { set: { card } }));
    await expectRefused(person.choosesPlan(), 409, 'PAYMENT_METHOD_REQUIRED');
    expect(subscriptionsOf(world)).toEqual([]);
  });
});

describe('a registration that is paid by wallet', () => {
  test.each(['apple_pay', 'google_pay', 'link'] as const)(
    'with %s completes without a name on the card',
    async (wallet) => {
      const person = await newPerson(world, { licenseId: 'NONE' });
      const card = await choosesIn(world, wallet);
      const done = await responseTo(person.choosesPaid('STARTER', { card, byWallet: true }));
      expect(done).toMatchObject({ http: 200, body: { status: 'SUCCESS', trusted: false } });
      expect(await person.account()).toMatchObject({ licenseId: 'STARTER', badge: 'NONE' });
      expect(await person.card()).toMatchObject({ id: card, wallet });
      await deliverWebhooks(world);
      await expectLedgerMatchesStripe(world);
    },
  );

  test('needs no name, which a typed card does', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const input = { creditCardName: undefined };
    const refused = await responseTo(person.choosesPaid('STARTER', { input }));
    expect(refused.body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { creditCardName: 'Please enter the name on card' },
    });
  });

  test('does not complete with a card that is declined', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const card = await choosesIn(world, 'link', { card: 'pm_card_chargeCustomerFail' });
    const paying = person.choosesPaid('STARTER', { card, byWallet: true });
    await expectRefused(paying, 402, 'CARD_DECLINED');
    expect(await person.account()).toMatchObject({ licenseId: 'NONE' });
    expect(await planRevenue(world)).toBe(0);
  });
});
