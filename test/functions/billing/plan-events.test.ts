import { expect, test } from '@jest/globals';
import { handler as measureBusiness } from '#functions/events/measureBusiness.ts';
import { alertsIn, raiseAlert } from '#functions/storage/accounts/alerts.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { alertsKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { ZERO } from '#shared/money.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { operator } from '../../support/disputes.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { printedMetrics } from '../../support/metrics.ts';
import { intentsOf, postAllEvents } from '../../support/money.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { advanceWithWebhooks, invoicesOf, MONTH, onPlan, withCard } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* The contents of the domain events, alerts and metrics of each change of a plan. */

const world = worldOfEachTest();

const FAILING = 'pm_card_chargeCustomerFail';

const free = () => withCard(world);
const starter = () => onPlan(world, 'STARTER');
const professional = () => onPlan(world, 'PROFESSIONAL');
const unregistered = () => newPerson(world, { licenseId: 'NONE' });
const month = () => advanceWithWebhooks(world, MONTH);

/** A person on STARTER whose renewal was declined. */
async function unpaid(): Promise<Person> {
  const person = await starter();
  await person.savesCard(FAILING);
  await month();
  return person;
}

const toProfessional = (person: Person) => person.choosesPlan('PROFESSIONAL');
const cancel = (person: Person) => person.endsPlan();

async function cancelled(): Promise<Person> {
  const person = await starter();
  await person.endsPlan();
  return person;
}

/** A person who pays less for STARTER than it costs today, as subscribers keep their price when it changes. */
async function onOldPrice(): Promise<Person> {
  const stripe = await operator(world);
  await stripe.prices.create({
    currency: 'usd',
    unit_amount: 149,
    recurring: { interval: 'month' },
    product_data: { name: 'ReplyPaid Starter' },
    metadata: { plan: 'STARTER' },
    lookup_key: `replypaid_starter_${PLAN_TERMS.STARTER.price}_monthly`,
  });
  return starter();
}

/** An invited person in the second paid month, which has earned their inviter a bonus. */
async function invited(): Promise<Person> {
  const { user } = await newPerson(world);
  const person = await onPlan(world, 'STARTER', { invitedByUserId: user.id });
  await month();
  return person;
}

/** A person in the second paid month. */
async function renewed(): Promise<Person> {
  const person = await starter();
  await month();
  return person;
}

async function refund(amount?: number): Promise<void> {
  const [{ id } = { id: '' }] = intentsOf(world);
  await (await operator(world)).refunds.create({ payment_intent: id, ...(amount && { amount }) });
  await postAllEvents(world);
}

async function disputeNewest(): Promise<void> {
  const [intent] = intentsOf(world);
  if (intent) await world.bank.disputes(intent);
  await postAllEvents(world);
}

/** Puts a card on file whose payments are declined, and asks for the larger plan. */
async function upgradeDeclined(person: Person): Promise<void> {
  await person.savesCard(FAILING);
  await expectRefused(person.choosesPlan('PROFESSIONAL'), 402, 'CARD_DECLINED');
  await advanceWithWebhooks(world, DAY);
}

/** Chooses a plan with another card while the renewal is unpaid. */
async function payDebt(person: Person, plan: string): Promise<void> {
  await person.savesCard();
  await person.choosesPlan(plan);
  await advanceWithWebhooks(world, HOUR);
}

async function failRenewal(person: Person): Promise<void> {
  await person.savesCard(FAILING);
  await month();
}

async function monthsWithoutWebhooks() {
  for (let day = 0; day < 70; day += 1) {
    world.advance(DAY);
    await world.stripe.runDue();
  }
  await postAllEvents(world);
}

type Told = readonly [type: string, detail: Readonly<Record<string, unknown>>];
const charged = (plan: string | undefined, amountCents: number | undefined): Told => [
  'plan.charged',
  { userId: 'PERSON', ...(plan && { plan }), amountCents },
];
const FAILED: readonly Told[] = [['plan.renewalFailed', { userId: 'PERSON', plan: 'STARTER' }]];
const OVER: readonly Told[] = [['plan.ended', { userId: 'PERSON', plan: 'STARTER' }]];
const LOST: readonly Told[] = [
  ['referral.takenBack', { userId: 'INVITER', invitedUserId: 'PERSON', amountCents: 100 }],
];
const NAMED: Told = ['user.named', { userId: 'PERSON' }];

const byText = (one: unknown, other: unknown) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

/** A person, a change of their plan, and the domain events of that change. A plan that ends raises an alert too. */
type Row = readonly [
  what: string,
  from: () => Promise<Person>,
  change: (person: Person) => Promise<unknown>,
  told: readonly Told[] | (() => readonly Told[]),
];

test.each<Row>([
  ['a first month of Starter', free, (p) => p.choosesPlan(), [charged('STARTER', 199)]],
  ['a first month of Professional', free, toProfessional, [charged('PROFESSIONAL', 499)]],
  [
    'a registration',
    unregistered,
    (p) => p.choosesPaid('STARTER', { nameOnCard: p.user.fullName }),
    [charged('STARTER', 199), NAMED],
  ],
  ['a first month that is declined', () => withCard(world, FAILING), upgradeDeclined, []],
  ['an upgrade on the first day', starter, toProfessional, [charged('PROFESSIONAL', 300)]],
  ['an upgrade that is declined', starter, upgradeDeclined, []],
  ['a renewal of Starter', starter, month, [charged('STARTER', 199)]],
  ['a renewal of Professional', professional, month, [charged('PROFESSIONAL', 499)]],
  ['a renewal at an old price', onOldPrice, month, [charged('STARTER', 149)]],
  [
    'a renewal whose webhook comes after that of the next one',
    professional,
    monthsWithoutWebhooks,
    [charged('PROFESSIONAL', 499), charged(undefined, 499)],
  ],
  ['a renewal that fails', starter, failRenewal, FAILED],
  ['a renewal that fails again', unpaid, () => advanceWithWebhooks(world, 6 * DAY), []],
  ['a renewal that is paid late', unpaid, (p) => payDebt(p, 'STARTER'), [charged('STARTER', 199)]],
  [
    'an upgrade while the renewal is unpaid',
    unpaid,
    (p) => payDebt(p, 'PROFESSIONAL'),
    // The unused part of the month that has just been paid is deducted.
    () => [charged('STARTER', 199), charged('PROFESSIONAL', invoicesOf(world)[0]?.amount_paid)],
  ],
  ['the last try of a renewal', unpaid, () => advanceWithWebhooks(world, 20 * DAY), OVER],
  ['the cancellation of an unpaid plan', unpaid, cancel, OVER],
  ['a cancellation', starter, cancel, []],
  ['a cancellation that is revoked', cancelled, (p) => p.choosesPlan(), []],
  ['the end of a cancelled plan', cancelled, month, OVER],
  ['a refund of a month', renewed, () => refund(), []],
  ['a dispute of a month', renewed, disputeNewest, []],
  ['a refund of a month that earned a bonus', invited, () => refund(1), LOST],
  ['a dispute of a month that earned a bonus', invited, disputeNewest, LOST],
])('%s is told by its events, alert and metrics, and by no others', async (...row) => {
  const [, from, change, told] = row;
  const person = await from();
  const { id } = person.user;
  await table.write(raiseAlert(id, { kind: 'BADGE_LOST' }, world.now()));
  const before = new Set((await domainEventsOf(world)).map((event) => event.id));
  await change(person);

  const { invitedByUserId: inviter } = (await userById(table, id, world.now())) ?? {};
  const named = (value: unknown) =>
    value === id ? 'PERSON' : value === inviter ? 'INVITER' : value;
  const events = (await domainEventsOf(world)).filter((event) => !before.has(event.id));
  const heard = events.map(({ type, detail }) => [
    type,
    Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, named(value)])),
  ]);
  const expected = typeof told === 'function' ? told() : told;
  expect(heard.sort(byText)).toEqual(expected.toSorted(byText));

  const raised = alertsIn(await table.get(alertsKey(id)));
  const ended = { kind: 'PLAN_ENDED', about: 'STARTER', count: 1, amount: ZERO };
  expect(raised).toMatchObject([told === OVER ? ended : { kind: 'BADGE_LOST' }]);

  const metrics: Record<string, number> = {};
  const add = (name: string, by: number) => {
    metrics[name] = (metrics[name] ?? 0) + by;
  };
  for (const [type, { amountCents }] of expected) {
    add(type, 1);
    if (amountCents) add(`${type}.cents`, Number(amountCents));
  }
  const printed = await printedMetrics(async () => {
    for (const event of events) await measureBusiness({ detail: event } as never, lambdaContext());
  });
  expect(printed).toEqual(metrics);
});
