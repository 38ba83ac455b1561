import { describe, expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

describe('capturing the payment of an accepted answer', () => {
  test('is retried by the schedule; the answer is accepted either way', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    world.stripe.faults.next({
      kind: 'status-500',
      method: 'POST',
      path: '/v1/payment_intents/:id/capture',
      times: 3,
    });
    await recipient.answers(order);
    expect((await sender.sees(order)).moneyState).toBe('HELD');
    world.advance(3 * MINUTE);
    await runSchedules();
    expect((await sender.sees(order)).moneyState).toBe('CHARGED');
    await expectLedgerMatchesStripe(world);
  });

  test('that fails permanently is booked as a loss of the platform, with an event', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    world.advance(7 * DAY - 10 * MINUTE);
    world.stripe.faults.next({
      kind: 'refuse-connection',
      method: 'POST',
      path: '/v1/payment_intents/:id/capture',
      times: 3,
    });
    await recipient.answers(order);
    world.advance(20 * MINUTE);
    await world.stripe.runDue();
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({
      status: 'OPEN',
      moneyState: 'RELEASED',
    });
    await expectLedgerMatchesStripe(world);
    expect((await recipient.balance()).accountBalance).toBe(22);
  });

  test('is impossible after the hold has lapsed, so the conversation ends without a charge', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    world.advance(8 * DAY);
    await world.stripe.runDue();
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'HOLD_LAPSED',
      moneyState: 'RELEASED',
    });
    const user = await userById(table, recipient.user.id, world.now());
    expect(user?.endedCount ?? 0).toBe(0);
    await expectLedgerMatchesStripe(world);
  });
});

describe('the dashboard', () => {
  test('shows pending earnings after fees, which decrease when a message is answered or ends', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const [one, two] = [await newPerson(world), await newPerson(world)];
    const first = (await one.pays(recipient, { card: 'pm_card_visa' })).id;
    const second = (await two.pays(recipient, { card: 'pm_card_visa' })).id;
    expect(await recipient.dashboard()).toMatchObject({
      pendingPayments: 44,
      accountBalance: 0,
      unreadInbox: 2,
    });
    await recipient.answers({ id: first });
    expect(await recipient.dashboard()).toMatchObject({
      pendingPayments: 22,
      accountBalance: 22,
      unreadInbox: 1,
    });
    expect(await one.dashboard()).toMatchObject({ unreadOutbox: 1 });
    await two.cancels({ id: second });
    expect(await recipient.dashboard()).toMatchObject({ pendingPayments: 0, unreadInbox: 0 });
    const user = await userById(table, recipient.user.id, world.now());
    expect(user).toMatchObject({ answeredCount: 1, endedCount: 1 });
  });
});

test('a hold is not captured twice if a stale index still lists it', async () => {
  await pendingOrder(world);
  world.advance(6.6 * DAY);
  await expectNothingTwice(world, runSchedules);
  await expectLedgerMatchesStripe(world);
});
