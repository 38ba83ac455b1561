import { expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import {
  deliverWebhooks,
  invoicesOf,
  onPlan,
  planRevenue,
  subscriptionsOf,
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
  const answers = await Promise.all([
    responseTo(person.choosesPlan()),
    responseTo(person.choosesPlan()),
    responseTo(person.choosesPlan()),
  ]);
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200]);
  expect(subscriptionsOf(world)).toHaveLength(1);
  expect(paid()).toHaveLength(1);
  expect(await planRevenue(world)).toBe(199);
});

test('two concurrent upgrades to different plans end on the larger one', async () => {
  const person = await withCard(world);
  const answers = await Promise.all([
    responseTo(person.choosesPlan()),
    responseTo(person.choosesPlan('PROFESSIONAL')),
  ]);
  // The smaller plan is refused if the larger one was stored first; UNAVAILABLE allows a retry.
  for (const { body } of answers)
    expect(['SUCCESS', 'WRONG_STATUS', 'UNAVAILABLE']).toContain(body.status);
  await person.choosesPlan('PROFESSIONAL');
  expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
  expect(subscriptionsOf(world)).toHaveLength(1);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('two concurrent upgrades from a paid plan are charged once', async () => {
  const person = await onPlan(world);
  const up = () => responseTo(person.choosesPlan('PROFESSIONAL'));
  const answers = await Promise.all([up(), up()]);
  expect(answers.map(({ http }) => http)).toEqual([200, 200]);
  expect(paid()).toHaveLength(2);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('a concurrent upgrade and cancellation leave the same plan in the account and at Stripe', async () => {
  const person = await onPlan(world);
  await Promise.all([
    responseTo(person.choosesPlan('PROFESSIONAL')),
    responseTo(person.endsPlan()),
  ]);
  await deliverWebhooks(world);
  const { licenseId, planEndsAt } = await person.account();
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
  const [answer] = await Promise.all([responseTo(person.choosesPlan()), webhooks(), webhooks()]);
  expect(answer.http).toBe(200);
  await postAllEvents(world);
  expect(await planRevenue(world)).toBe(199);
  expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
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

test('two concurrently saved cards leave the same single card in the account and at Stripe', async () => {
  const person = await withCard(world);
  await Promise.all([
    responseTo(person.savesCard('pm_card_amex')),
    responseTo(person.savesCard('pm_card_mastercard')),
  ]);
  await person.choosesPlan();
  expect(paid()).toHaveLength(1);
});
