import { describe, expect, test } from '@jest/globals';
import { payouts } from '#functions/gateways/payouts.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { cancelForDebt } from '#functions/payouts/debt-recovery.ts';
import { balanceOf, changeBalance } from '#functions/storage/ledger/ledger.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { operator, owedTo, postEventsShuffled } from '../../support/disputes.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
} from '../../support/money.ts';
import { answeredOrder } from '../../support/orders.ts';
import { earn, NET, runPayday, runPayOut, transfersOf } from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { refundAsFraud } from '../../support/reversals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* Debts: an earning is taken back after its payout, and later earnings repay it. */

const world = worldOfEachTest();

type Order = Awaited<ReturnType<typeof answeredOrder>>;

/** Adds other income to the Stripe balance, so that it can pay people out after a chargeback. */
async function fund() {
  const stripe = await operator(world);
  await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
}

async function payday() {
  await runPayday(world);
  await postAllEvents(world);
}

/** Creates an answered message whose earning of $22.00 was paid out. */
async function paidOut(): Promise<Order> {
  const order = await answeredOrder(world);
  await order.recipient.setsUpPayouts(world.stripe);
  await payday();
  expect(await owedTo(order.recipient)).toBe(0);
  return order;
}

async function lose({ intent }: Pick<Order, 'intent'>, amount?: number) {
  const opened = await world.bank.disputes(intent, { part: amount });
  await postAllEvents(world);
  await world.bank.decides(opened, 'lost');
  await postAllEvents(world);
}

async function seenBy(person: Person) {
  const balance = await person.balance();
  const { alerts } = await person.dashboard();
  const { data: lines } = await person.ledger();
  return {
    owed: balance.accountBalance,
    debt: balance.debtAmount,
    alerts: alerts.map(({ kind, amount }) => [kind, amount]),
    lines: lines.map(({ what, net }) => [what, net]),
  };
}

test.each([
  ['the schedule', runPayOut],
  ['the webhook of the account', () => postAllEvents(world)],
])('a payout that waits for an account repays the debt if %s comes first', async (_what, first) => {
  const order = await answeredOrder(world);
  await payday();
  await lose(order);
  await order.recipient.setsUpPayouts(world.stripe);
  await first();
  await postAllEvents(world);
  await runPayOut();
  expect(transfersOf(world)).toEqual([]);
  const { body } = await responseTo(order.recipient.payouts());
  expect(body.data).toMatchObject([{ status: 'CANCELLED', amount: 22 }]);
  expect(await balanceOf(table, order.recipient.user.id)).toMatchObject({
    balance: 0,
    outgoing: 0,
    waiting: 0,
  });
  expect(await payoutsOf(table, order.recipient.user.id)).toHaveLength(1);
  await expectLedgerMatchesStripe(world);
});

test('a waiting payout whose transfer arrived late at Stripe is not cancelled for a debt', async () => {
  const order = await answeredOrder(world);
  await payday();
  await lose(order);
  const { id: userId } = order.recipient.user;
  const findTransfer = async () => ({ is: 'paid', transferId: 'tr', paidAt: world.now() }) as const;
  const context = { table, payouts: { ...payouts, findTransfer }, now: world.now() };
  await cancelForDebt(context, userId);
  expect(await payoutsOf(table, userId)).toMatchObject([{ status: 'SENDING' }]);
});

test('of two payouts that wait, a debt cancels the newer one', async () => {
  const order = await answeredOrder(world);
  await payday();
  await earn(world, order.recipient);
  await payday();
  await lose(order);
  await fund();
  await order.recipient.setsUpPayouts(world.stripe);
  await runPayOut();
  await postAllEvents(world);
  await runPayOut();
  const { body } = await responseTo(order.recipient.payouts());
  expect(body.data).toMatchObject([{ status: 'CANCELLED' }, { status: 'PAID' }]);
  expect(await owedTo(order.recipient)).toBe(0);
});

test('a payout that a debt has cancelled causes no further reminder', async () => {
  const order = await answeredOrder(world);
  await payday();
  await lose(order);
  await payday();
  expect(await domainEventsAbout(world, 'payout.waiting', order.recipient)).toHaveLength(1);
});

test('a lost dispute creates one debt after a crash of the webhook handler at any effect', async () => {
  await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const order = await paidOut();
      const opened = await world.bank.disputes(order.intent);
      await world.bank.decides(opened, 'lost');
      await crash(() => postAllEvents(world));
      await postAllEvents(world);
      expect(await owedTo(order.recipient)).toBe(-NET);
      expect((await seenBy(order.recipient)).alerts).toEqual([['EARNING_TAKEN_BACK', 22]]);
      await expectLedgerMatchesStripe(world);
    },
    { inNewWorlds: true },
  );
});

describe('a dispute that is lost after the payout', () => {
  test('creates a debt of the answer’s earning, and notifies the person', async () => {
    const order = await paidOut();
    const before = await ledgerOf(world);
    await lose(order);
    expect(await seenBy(order.recipient)).toEqual({
      owed: 0,
      debt: 22,
      alerts: [['EARNING_TAKEN_BACK', 22]],
      lines: [
        ['CLAWED_BACK', -22],
        ['PAYOUT', -22],
        ['ANSWERED', 22],
      ],
    });
    expect(await ledgerChanges(world, before)).toEqual({
      [`user:${order.recipient.user.id}`]: -NET,
      'platform:disputes': NET - 4_000,
      'card:clearing': 4_000,
    });
    const { timeline } = await order.recipient.sees(order);
    expect(timeline.at(-1)).toMatchObject({ event: 'DISPUTE_LOST', amount: 22 });
    await expectLedgerMatchesStripe(world);
    world.advance(2 * HOUR);
    await reconcileLedger({}, lambdaContext());
  });

  test('creates no debt while the bank has not decided, and none if it is won', async () => {
    const order = await paidOut();
    const opened = await world.bank.disputes(order.intent);
    await postAllEvents(world);
    expect(await seenBy(order.recipient)).toMatchObject({ debt: 0, alerts: [] });
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    expect(await seenBy(order.recipient)).toMatchObject({ owed: 0, debt: 0, alerts: [] });
  });

  test('creates a debt that later earnings repay; only the rest of them is paid out', async () => {
    const order = await paidOut();
    await fund();
    await lose(order);
    await earn(world, order.recipient);
    expect(await seenBy(order.recipient)).toMatchObject({ owed: 0, debt: 0 });
    await earn(world, order.recipient, {});
    const made = transfersOf(world).length;
    await payday();
    const fresh = transfersOf(world).slice(0, transfersOf(world).length - made);
    expect(fresh.map(({ amount }) => amount)).toEqual([NET]);
    expect(await owedTo(order.recipient)).toBe(0);
  });

  test('prevents a payout while the debt is larger than later earnings', async () => {
    const order = await paidOut();
    await lose(order);
    const made = transfersOf(world).length;
    for (let month = 0; month < 3; month += 1) await payday();
    expect(transfersOf(world)).toHaveLength(made);
    expect(await seenBy(order.recipient)).toMatchObject({ owed: 0, debt: 22 });
  });

  test('takes the balance first and makes the rest a debt, once, for any order of the webhooks', async () => {
    const order = await answeredOrder(world);
    await order.recipient.setsUpPayouts(world.stripe);
    await payday();
    const left = 500;
    const earned = changeBalance(order.recipient.user.id, cents(left), world.now(), { entries: 0 });
    if (earned) await table.write(earned);
    const opened = await world.bank.disputes(order.intent);
    await postAllEvents(world);
    expect(await owedTo(order.recipient)).toBe(0);
    await world.bank.decides(opened, 'lost');
    for (const seed of [3, 5]) await postEventsShuffled(world, seed);
    expect(await owedTo(order.recipient)).toBe(left - NET);
    expect((await seenBy(order.recipient)).lines.slice(0, 2)).toEqual([
      ['CLAWED_BACK', -17],
      ['DISPUTE_LOST', -5],
    ]);
  });

  test('over a part of the payment creates a debt of the earning from that part', async () => {
    const order = await paidOut();
    await lose(order, 1_000);
    expect(await seenBy(order.recipient)).toMatchObject({ debt: 9 });
  });
});

describe('a refund that was marked as fraudulent', () => {
  test('takes back the earning of the answer, also after its payout', async () => {
    const [waiting, gone] = [await answeredOrder(world), await paidOut()];
    for (const order of [waiting, gone]) await refundAsFraud(world, order.id);
    expect(await seenBy(waiting.recipient)).toMatchObject({
      owed: 0,
      alerts: [['EARNING_TAKEN_BACK', 22]],
    });
    expect(await seenBy(gone.recipient)).toMatchObject({ owed: 0, debt: 22 });
    const { timeline } = await gone.recipient.sees(gone);
    expect(timeline).toContainEqual(expect.objectContaining({ event: 'TAKEN_BACK', amount: 22 }));
    await expectLedgerMatchesStripe(world);
  });

  test('in parts takes each part back once', async () => {
    const order = await answeredOrder(world);
    await refundAsFraud(world, order.id, 1_000);
    await postEventsShuffled(world, 7);
    expect(await owedTo(order.recipient)).toBe(1_300);
    await refundAsFraud(world, order.id);
    await postEventsShuffled(world, 9);
    expect(await owedTo(order.recipient)).toBe(0);
  });
});
