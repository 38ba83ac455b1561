import { expect, test } from '@jest/globals';
import { settlePlanPayment } from '#functions/billing/plan-invoices.ts';
import { syncSubscription } from '#functions/billing/subscriptions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { bookPayment } from '#functions/storage/billing/plans.ts';
import { entryKey, planPaymentKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents, ZERO } from '#shared/money.ts';
import { DAY, later } from '#shared/time.ts';
import { operator } from '../../support/disputes.ts';
import { postAllEvents } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import { advanceWithWebhooks, onPlan } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* What a person paid for plans. docs/product/billing.md#payments-of-plans */

const world = worldOfEachTest();

test('viewPlanPayments lists the first month and the renewal of the caller, newest first', async () => {
  expect((await (await newPerson(world)).planPayments()).data).toEqual([]);
  const person = await onPlan(world);
  await onPlan(world, 'PROFESSIONAL');
  await advanceWithWebhooks(world, 32 * DAY);
  const { data } = await person.planPayments();
  expect(data).toHaveLength(2);
  const [renewal, first] = data;
  expect(renewal).toMatchObject({ status: 'PAID', amount: first?.amount, returned: 0 });
  expect(renewal?.from).toBe(first?.to);
  expect(Date.parse(String(renewal?.at))).toBeGreaterThan(Date.parse(String(first?.at)));
  expect(first?.description).toBe('1 × ReplyPaid Starter (at $1.99 / month)');
});

test('viewPlanPayments says what of a payment went back to the card', async () => {
  const person = await onPlan(world);
  await postAllEvents(world);
  const [{ id } = { id: '' }] = (await person.planPayments()).data;
  const stripe = await operator(world);
  const { data } = await stripe.invoicePayments.list({ invoice: id, limit: 1 });
  const intent = String(data[0]?.payment.payment_intent);
  await stripe.refunds.create({ payment_intent: intent, amount: 100 });
  // Another delivery of the webhooks books the refund first.
  const deliver = () => postAllEvents(world);
  await world.overtaken(deliver, { at: planPaymentKey(id), by: deliver });
  expect((await person.planPayments()).data).toMatchObject([{ status: 'PAID', returned: 1 }]);
});

test('viewPlanPayments succeeds if Stripe responds to the third try', async () => {
  const person = await onPlan(world);
  world.stripe.faults.next({ kind: 'refuse-connection', path: '/v1/invoices', times: 2 });
  await person.planPayments();
});

test('viewPlanPayments is refused while Stripe does not respond', async () => {
  const person = await onPlan(world);
  world.stripe.faults.next({ kind: 'refuse-connection', path: '/v1/invoices', times: 3 });
  await expectRefused(person.planPayments(), 503, 'UNAVAILABLE');
});

test('a payment of nothing, as for a plan that is free for a month, is not booked', async () => {
  const { user } = await newPerson(world);
  const payment = async () => ({ invoiceId: 'in_free', userId: user.id, amount: ZERO });
  const context = { table, now: world.now(), subscriptions: { payment } };
  await settlePlanPayment(context as never, { invoiceId: 'in_free' });
  expect(await table.get(entryKey('subscription:in_free'))).toBeUndefined();
});

test('a month that a webhook has booked already changes the plan, and is not booked again', async () => {
  const { user } = await newPerson(world);
  const now = world.now();
  const paid = { invoiceId: 'in_booked', amount: cents(199) };
  await bookPayment(table, user.id, paid, now);
  const entry = await table.get(entryKey('subscription:in_booked'));
  const subscription = {
    subscriptionId: 'sub',
    userId: user.id,
    plan: 'STARTER',
    is: 'active',
    ending: false,
    periodStart: now,
    periodEnd: later(now, 30 * DAY),
    paid,
  };
  const logged: unknown[] = [];
  const log = { info: (...line: unknown[]) => logged.push(line) };
  const context = { table, now, log, subscriptions: { status: async () => subscription } };
  const after = await syncSubscription(context as never, user.id, 'sub');
  expect(after).toMatchObject({ licenseId: 'STARTER', membership: { invoiceId: 'in_booked' } });
  expect(await userById(table, user.id, now)).toMatchObject({ licenseId: 'STARTER' });
  expect(logged).toEqual([['plan changed', { from: 'FREE', to: 'STARTER' }]]);
  expect(await table.get(entryKey('subscription:in_booked'))).toEqual(entry);
});

test('a refund of a plan payment that other changes overtake is given up after five tries', async () => {
  const [received, refunded, none] = [cents(199), cents(199), ZERO];
  const returned = { received, refunded, chargedBack: none, fees: none, disputed: none };
  const invoiceId = newId(world.now());
  const amount = received;
  const payment = { userId: newId(world.now()), invoiceId, amount, chargeSummary: returned };
  const subscriptions = { payment: async () => payment };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const context = { table, log, now: world.now(), subscriptions } as never;
  const settle = () => settlePlanPayment(context, { invoiceId });
  expect(await world.losingEveryWrite(planPaymentKey(invoiceId), settle)).toMatchObject({
    result: { code: 'UNAVAILABLE' },
    tries: 5,
  });
});
