import { expect, test } from '@jest/globals';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import {
  accountOf,
  cancelPlan,
  deliverWebhooks,
  invoicesOf,
  onPlan,
  planRevenue,
  putOnFile,
  registerOn,
  subscriptionsOf,
  upgrade,
  withCard,
} from '../../support/plans.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/*
 * Concurrent plan operations: in any order they end with one subscription, each month paid once, and consistent
 * books.
 */

const world = worldOfEachTest();

const paid = () => invoicesOf(world).filter(({ status }) => status === 'paid');

test('two concurrent upgrades create one subscription and one charge', async () => {
  const person = await withCard(world);
  const answers = await Promise.all([upgrade(person), upgrade(person), upgrade(person)]);
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200]);
  expect(subscriptionsOf(world)).toHaveLength(1);
  expect(paid()).toHaveLength(1);
  expect(await planRevenue(world)).toBe(199);
});

test('two concurrent upgrades to different plans end on the larger one', async () => {
  const person = await withCard(world);
  const answers = await Promise.all([upgrade(person), upgrade(person, 'PROFESSIONAL')]);
  // The smaller plan is refused if the larger one was stored first; UNAVAILABLE allows a retry.
  for (const { body } of answers)
    expect(['SUCCESS', 'WRONG_STATUS', 'UNAVAILABLE']).toContain(body.status);
  expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
  expect(await accountOf(world, person)).toMatchObject({ licenseId: 'PROFESSIONAL' });
  expect(subscriptionsOf(world)).toHaveLength(1);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('two concurrent upgrades from a paid plan are charged once', async () => {
  const person = await onPlan(world);
  const up = () => upgrade(person, 'PROFESSIONAL');
  const answers = await Promise.all([up(), up()]);
  expect(answers.map(({ http }) => http)).toEqual([200, 200]);
  expect(paid()).toHaveLength(2);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('a concurrent upgrade and cancellation leave the same plan in the account and at Stripe', async () => {
  const person = await onPlan(world);
  await Promise.all([upgrade(person, 'PROFESSIONAL'), cancelPlan(person)]);
  await deliverWebhooks(world);
  const { licenseId, planEndsAt } = await accountOf(world, person);
  const [subscription] = subscriptionsOf(world);
  expect(licenseId).toBe('PROFESSIONAL');
  expect(planEndsAt !== null).toBe(subscription?.cancel_at_period_end);
  await expectLedgerMatchesStripe(world);
});

test('an upgrade that is concurrent with all its webhooks is booked once', async () => {
  const person = await withCard(world);
  const webhooks = async () => {
    for (let round = 1; round <= 5; round += 1) await postAllEvents(world);
  };
  const [answer] = await Promise.all([upgrade(person), webhooks(), webhooks()]);
  expect(answer.http).toBe(200);
  await postAllEvents(world);
  expect(await planRevenue(world)).toBe(199);
  expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
});

test('two concurrent registrations complete once', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  await Promise.all([registerOn(person), registerOn(person)]);
  expect((await registerOn(person)).http).toBe(200);
  expect(subscriptionsOf(world)).toHaveLength(1);
  expect(await planRevenue(world)).toBe(199);
});

test('two concurrently saved cards leave the same single card in the account and at Stripe', async () => {
  const person = await withCard(world);
  await Promise.all([putOnFile(person, 'pm_card_amex'), putOnFile(person, 'pm_card_mastercard')]);
  expect((await upgrade(person)).http).toBe(200);
  expect(paid()).toHaveLength(1);
});
