import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import { newPerson, type Person } from '../../support/people.ts';
import {
  advanceWithWebhooks,
  deliverWebhooks,
  invoicesOf,
  MONTH,
  onPlan,
  subscriptionsOf,
  withCard,
} from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* What an upgrade charges is what was shown before. docs/product/billing.md#changing-the-plan */

const world = worldOfEachTest();

const charged = () =>
  invoicesOf(world)
    .filter(({ status }) => status === 'paid')
    .map(({ amount_paid }) => amount_paid / 100);

/** The month that is paid, in milliseconds. */
function month() {
  const [item] = subscriptionsOf(world)[0]?.items.data ?? [];
  if (!item) throw new Error('there is no subscription');
  return { start: item.current_period_start * 1_000, end: item.current_period_end * 1_000 };
}

/**
 * Advances to the moment at which the rest of the month is worth this many cents. A cent takes more than three hours, so that whole
 * cents are far from those that Stripe rounds otherwise: the half of a month is worth 99.5, and a second later 99.
 */
function advanceToRest(cents: number): void {
  const { start, end } = month();
  world.advance(end - (end - start) * (cents / 199) - world.now());
}

/** The price that is shown, as the page sends it with the upgrade. */
async function shownTo(person: Person, licenseId = 'PROFESSIONAL') {
  const { amount, pricedAt } = await person.priceOfPlan(licenseId);
  return { price: Number(amount), pricedAt };
}

describe('previewUpgrade', () => {
  test('shows the whole price from the free plan', async () => {
    const { body } = await responseTo((await withCard(world)).priceOfPlan('STARTER'));
    expect(body.data).toMatchObject([{ amount: 1.99, owed: 0, credit: 0 }]);
  });

  test('shows the price less what the rest of the paid month is worth, and changes nothing', async () => {
    const person = await onPlan(world);
    advanceToRest(100);
    const before = invoicesOf(world);
    const { body } = await responseTo(person.priceOfPlan());
    expect(body.data).toMatchObject([{ amount: 3.99, owed: 0, credit: 1 }]);
    expect(invoicesOf(world)).toEqual(before);
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
  });

  test('adds the month that a failed renewal owes', async () => {
    const person = await onPlan(world);
    await person.savesCard('pm_card_chargeCustomerFail');
    await advanceWithWebhooks(world, MONTH);
    const [{ amount, owed, credit }] = (await responseTo(person.priceOfPlan())).body.data;
    expect(owed).toBe(1.99);
    expect(amount).toBeCloseTo(4.99 - credit + owed, 5);
  });

  test('costs nothing for the plan that the person has', async () => {
    const { body } = await responseTo((await onPlan(world)).priceOfPlan('STARTER'));
    expect(body.data).toMatchObject([{ amount: 0, owed: 0, credit: 0 }]);
  });

  test('counts a subscription that the account does not know yet, as the upgrade does', async () => {
    const person = await onPlan(world);
    world.advance(10 * DAY);
    await table.write(
      update(userKey(person.user.id), { set: { licenseId: 'FREE' }, remove: ['membership'] }),
    );
    const shown = await shownTo(person);
    expect(shown.price).toBeLessThan(4.99);
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
    await person.choosesPlan('PROFESSIONAL', shown);
    expect(charged()).toEqual([shown.price, 1.99]);
  });

  test('refuses a smaller plan, and any before the registration is finished', async () => {
    const larger = await onPlan(world, 'PROFESSIONAL');
    await expectRefused(larger.priceOfPlan('STARTER'), 409, 'WRONG_STATUS');
    const unregistered = await newPerson(world, { licenseId: 'NONE' });
    await expectRefused(unregistered.priceOfPlan(), 409, 'WRONG_STATUS');
  });

  test('is refused while Stripe does not respond', async () => {
    const person = await onPlan(world);
    const path = '/v1/invoices/create_preview';
    world.stripe.faults.next({ kind: 'refuse-connection', path, times: 3 });
    await expectRefused(person.priceOfPlan(), 503, 'UNAVAILABLE');
  });
});

describe('an upgrade with the price that was shown', () => {
  test('charges exactly that, also when the rest of the month has lost a cent since', async () => {
    const person = await onPlan(world);
    advanceToRest(100.5);
    world.advance(-30 * MINUTE);
    const shown = await shownTo(person);
    world.advance(HOUR - MINUTE);
    expect((await shownTo(person)).price).toBeCloseTo(shown.price + 0.01, 5);
    await person.choosesPlan('PROFESSIONAL', shown);
    expect(charged()[0]).toBe(shown.price);
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });

  test('is refused with the new amount, before anything is charged, if it would cost another', async () => {
    const person = await onPlan(world);
    world.advance(15 * DAY);
    const shown = await shownTo(person);
    const other = { ...shown, price: shown.price - 0.01 };
    expect(await responseTo(person.choosesPlan('PROFESSIONAL', other))).toMatchObject({
      http: 409,
      body: { status: 'PRICE_CHANGED', price: shown.price, message: /Nothing was charged/ },
    });
    expect(charged()).toEqual([1.99]);
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
  });

  test('is refused if it was shown more than an hour ago, or in the month before', async () => {
    const person = await onPlan(world);
    const shown = await shownTo(person);
    world.advance(HOUR + MINUTE);
    const old = await responseTo(person.choosesPlan('PROFESSIONAL', shown));
    expect(old.body.status).toBe('PRICE_CHANGED');
    world.advance(month().end - 10 * MINUTE - world.now());
    const before = await shownTo(person);
    await advanceWithWebhooks(world, 20 * MINUTE);
    const other = await responseTo(person.choosesPlan('PROFESSIONAL', before));
    expect(other.body.status).toBe('PRICE_CHANGED');
    expect(charged()).toEqual([1.99]);
  });

  test('pays a failed renewal and the upgrade, which together are what was shown', async () => {
    const person = await onPlan(world);
    await person.savesCard('pm_card_chargeCustomerFail');
    await advanceWithWebhooks(world, MONTH);
    await person.savesCard();
    const shown = await shownTo(person);
    const paidBefore = charged().length;
    await person.choosesPlan('PROFESSIONAL', shown);
    const paid = charged().slice(0, charged().length - paidBefore);
    expect(paid.reduce((sum, one) => sum + one, 0)).toBeCloseTo(shown.price, 5);
  });

  test('succeeds again, without another charge, if the response was lost', async () => {
    const person = await onPlan(world);
    const shown = await shownTo(person);
    await world.losingTheReply((key) => person.choosesPlan('PROFESSIONAL', { ...shown, key }));
    expect(charged()).toHaveLength(2);
  });

  test('from the free plan succeeds however long ago its price was shown, because no month is counted', async () => {
    const person = await withCard(world);
    const shown = await shownTo(person, 'STARTER');
    world.advance(HOUR + MINUTE);
    await person.choosesPlan('STARTER', shown);
    expect(charged()).toEqual([1.99]);
  });

  test('from the free plan is refused if the plan costs another amount now', async () => {
    const person = await withCard(world);
    const shown = await shownTo(person, 'STARTER');
    const refused = await responseTo(person.choosesPlan('STARTER', { ...shown, price: 0.99 }));
    expect(refused.body).toMatchObject({ status: 'PRICE_CHANGED', price: 1.99 });
    await person.choosesPlan('STARTER', shown);
    expect(charged()).toEqual([1.99]);
  });
});
