import { describe, expect, jest, test } from '@jest/globals';
import type Stripe from 'stripe';
import { payouts } from '#functions/gateways/payouts.ts';
import { type Statements, statements } from '#functions/gateways/statements.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { reconcile } from '#functions/ledger/reconciliation.ts';
import { logOf } from '#functions/log.ts';
import { continueRecovery } from '#functions/payouts/debt-recovery.ts';
import { payoutKey } from '#functions/storage/keys.ts';
import { book } from '#functions/storage/ledger/ledger.ts';
import { progressOf } from '#functions/storage/ledger/reconciliation.ts';
import { table } from '#functions/storage/table.ts';
import { RECONCILE_DIFFERENCES, RECONCILE_LAG } from '#shared/metrics.ts';
import { cents } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { DAY, dayOf, fromIso, HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { intentOf, operator } from '../../support/disputes.ts';
import { errorLines } from '../../support/error-lines.ts';
import { printedMetrics } from '../../support/metrics.ts';
import { intentsOf, postAllEvents, runSchedules } from '../../support/money.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { runPayOut } from '../../support/payouts.ts';
import { advanceWithWebhooks, onPlan } from '../../support/plans.ts';
import { lostAfter, paidOut, recover } from '../../support/reversals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const run = () => reconcileLedger({}, lambdaContext());

/** Writes an entry of some cents from one account to another, as a bug could book it. */
const plant = (
  cause: string,
  conversationId: string | undefined,
  by: number,
  from: 'card:clearing' | 'held',
  to: 'platform:fees' | 'platform:disputes' = 'platform:fees',
) =>
  table.write(
    book(
      {
        cause,
        ...(conversationId && { conversationId }),
        postings: [
          { account: from, amount: cents(-by) },
          { account: to, amount: cents(by) },
        ],
      },
      world.now(),
    ),
  );

test('reconciliation finds no difference in consistent books after every kind of payment', async () => {
  const orders = [];
  for (let nth = 0; nth < 5; nth += 1) orders.push(await pendingOrder(world));
  const [one, two, three, four] = orders;
  if (!one || !two || !three || !four) throw new Error('no orders');
  await one.recipient.answers(one);
  await two.sender.cancels(two);
  await three.recipient.reportsLetter(three);
  await four.recipient.answers(four);
  await world.bank.disputes(intentOf(world, four.id));
  await onPlan(world);
  await advanceWithWebhooks(world, HOUR);
  await postAllEvents(world);
  world.advance(2 * HOUR);
  await run();
  await run();
});

test('reconciliation ignores captures, cancellations and events that are in progress', async () => {
  const one = await pendingOrder(world);
  world.stripe.faults.next({
    kind: 'status-500',
    path: '/v1/payment_intents/:id/cancel',
    times: 9,
  });
  await one.sender.cancels(one);
  world.advance(2 * HOUR);
  await run();
  world.stripe.faults.clear();
  const two = await pendingOrder(world);
  await two.recipient.reportsLetter(two);
  await (await operator(world)).refunds.create({
    payment_intent: intentOf(world, two.id).id,
    amount: 1,
  });
  await postAllEvents(world);
  world.advance(2 * HOUR);
  await run();
  await runSchedules();
  await run();
});

test('reconciliation resumes where it ran out of time, and reports its delay', async () => {
  await world.startAgain();
  // At noon: windows end with the day, so a run in the first hour of a day would stop at the end of the day before.
  world.advance(1.5 * DAY - (world.now() % DAY));
  await pendingOrder(world);
  const late = { ...lambdaContext(), getRemainingTimeInMillis: () => 5_000 };
  const lags: (number | undefined)[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const figures = await printedMetrics(() => reconcileLedger({}, late));
    lags.push(figures[RECONCILE_LAG]);
  }
  expect(lags[0]).toBeGreaterThan((28 * DAY) / MINUTE - 24 * 60);
  expect(lags.at(-1)).toBe(0);
  expect(dayOf(fromIso((await progressOf(table))?.until ?? ''))).toBe(dayOf(world.now()));
});

test('a reconciliation run in which a Stripe request fails leaves the rest to the next run', async () => {
  await world.startAgain();
  await run();
  const { id } = await pendingOrder(world);
  await plant('slip', id, 1, 'card:clearing');
  await postAllEvents(world);
  world.advance(2 * HOUR);
  for (const path of ['/v1/events', '/v1/balance_transactions', '/v1/payment_intents/:id']) {
    const before = await progressOf(table);
    world.stripe.faults.next({ kind: 'status-500', path, times: 9 });
    await expect(run()).rejects.toThrow();
    world.stripe.faults.clear();
    expect(await progressOf(table)).toEqual(before);
  }
  await expect(run()).rejects.toThrow('differences between the ledger and Stripe: 1');
});

test('reconciliation reads in pages of a hundred, without single requests', async () => {
  await world.startAgain();
  await run();
  const asked: string[] = [];
  const realFetch = globalThis.fetch;
  const counted = jest.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    asked.push(new URL(String(address)).pathname);
    return realFetch(address, init);
  });
  const count = async (orders: number) => {
    for (let nth = 0; nth < orders; nth += 1) {
      const { order, sender, recipient } = await pendingOrder(world);
      if (nth % 3 === 1) await recipient.answers(order);
      if (nth % 3 === 2) await sender.cancels(order);
    }
    await postAllEvents(world);
    // No day and no reconciliation window ends between these orders.
    asked.length = 0;
    await run();
    return [...asked];
  };
  world.advance(DAY + 12 * HOUR - (world.now() % DAY));
  await run();
  const few = await count(3);
  // Requests grow by page, not by conversation: 1,000 conversations with a hold, a capture or a release each need 20
  // pages of events and 10 of balance transactions. One request per conversation would be 1,000.
  expect(new Set(few)).toEqual(new Set(['/v1/events', '/v1/balance_transactions']));
  expect(few).toHaveLength(2);
  expect(await count(21)).toEqual(few);
  counted.mockRestore();
});

/** Payments of $25.00 for an answered message and of a month of a plan; each returns the id of its PaymentIntent. */
const PAYMENTS: [of: string, pay: () => Promise<string>][] = [
  ['a conversation', async () => (await answeredOrder(world)).intent.id],
  [
    'a plan',
    async () => {
      await onPlan(world);
      return intentsOf(world).find(({ metadata }) => !metadata.conversationId)?.id ?? '';
    },
  ],
];

test.each<[string, () => Promise<(nth: number) => Promise<unknown>>]>([
  ...PAYMENTS.map(
    ([of, pay]) =>
      [
        `partial refunds of ${of}`,
        async () => {
          const payment_intent = await pay();
          const { refunds } = await operator(world);
          return () => refunds.create({ payment_intent, amount: 1 });
        },
      ] as [string, () => Promise<() => Promise<unknown>>],
  ),
  [
    'reversals of a payout',
    async () => {
      await paidOut(world, 3);
      const sold = intentsOf(world).filter(({ metadata }) => metadata.conversationId);
      return async (nth) => {
        const intent = sold[nth];
        if (!intent) throw new Error('no payment');
        await world.bank.decides(await world.bank.disputes(intent), 'lost');
        await recover(world);
      };
    },
  ],
])('reconciliation finds no difference after each of three %s', async (_what, prepare) => {
  await world.startAgain();
  const lose = await prepare();
  for (const nth of [0, 1, 2]) {
    await lose(nth);
    await postAllEvents(world);
    await runPayOut();
    world.advance(2 * HOUR);
    await run();
  }
});

describe('reconciliation reports what an operator made in the dashboard and no entry can book', () => {
  /** Runs the job and returns what its log tells an operator. */
  async function differences(): Promise<unknown[]> {
    await postAllEvents(world);
    world.advance(2 * HOUR);
    const lines = await errorLines(() => run().catch(() => undefined));
    return lines.filter(({ message }) => message === 'the ledger and the provider differ');
  }

  test('a payment by a person’s card, and not one of another product', async () => {
    await world.startAgain();
    const { sender, id } = await pendingOrder(world);
    const { customer } = intentOf(world, id);
    const stripe = await operator(world);
    const payment = {
      amount: 700,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
    };
    const { id: stripeId } = await stripe.paymentIntents.create({
      ...payment,
      ...(typeof customer === 'string' && { customer }),
    });
    await stripe.paymentIntents.create(payment);
    const other = await stripe.customers.create({});
    await stripe.paymentIntents.create({ ...payment, customer: other.id });
    expect(await differences()).toMatchObject([
      { account: 'card:clearing', userId: sender.user.id, stripeId, cents: 700 },
    ]);
  });

  test('a second payment for a conversation, also beside an event of its own', async () => {
    await world.startAgain();
    const { sender, order } = await pendingOrder(world);
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await run();
    const { amount, customer } = intentOf(world, order.id);
    const stripe = await operator(world);
    const second = await stripe.paymentIntents.create({
      amount,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...(typeof customer === 'string' && { customer }),
      metadata: { conversationId: order.id },
    });
    const reported = { account: 'card:clearing', conversationId: order.id, cents: amount };
    expect(await differences()).toMatchObject([reported]);
    await sender.cancels(order);
    await stripe.refunds.create({ payment_intent: second.id, amount: 1 });
    expect(await differences()).toMatchObject([{ ...reported, cents: amount - 1 }]);
  });

  test.each([
    ['together with the first one', 0],
    ['days after the first one', 3 * DAY],
  ])('a second transfer of a payout, %s', async (_when, since) => {
    await world.startAgain();
    const { recipient } = await paidOut(world);
    if (since > 0) {
      world.advance(since);
      await run();
    }
    const [paid] = world.stripe.read('transfers') as Stripe.Transfer[];
    if (!paid) throw new Error('there is no transfer');
    const { amount, currency, destination, transfer_group, metadata } = paid;
    const order = { amount, currency, destination: String(destination), metadata };
    // There is enough money for it.
    await answeredOrder(world);
    await (await operator(world)).transfers.create({
      ...order,
      ...(transfer_group && { transfer_group }),
    });
    expect(await differences()).toMatchObject([
      {
        account: 'card:clearing',
        userId: recipient.user.id,
        period: metadata.period,
        cents: -amount,
      },
    ]);
  });

  test('a transfer to a person, and not one to an account of another product', async () => {
    await world.startAgain();
    const { recipient } = await paidOut(world);
    const stripe = await operator(world);
    const [paid] = world.stripe.read('transfers') as Stripe.Transfer[];
    const send = (destination: string) =>
      stripe.transfers.create({ amount: 100, currency: 'usd', destination });
    const { id: stripeId } = await send(String(paid?.destination));
    const other = await stripe.accounts.create({
      type: 'express',
      business_type: 'individual',
      capabilities: { transfers: { requested: true } },
    });
    const { url } = await stripe.accountLinks.create({
      account: other.id,
      type: 'account_onboarding',
      return_url: 'https://other.test/done',
      refresh_url: 'https://other.test/again',
    });
    world.stripe.onboard(url.split('/').at(-1) ?? '', 'READY');
    await send(other.id);
    expect(await differences()).toMatchObject([
      { account: 'card:clearing', userId: recipient.user.id, stripeId, cents: -100 },
    ]);
  });

  /** Reverses $2.00 of a payout in the dashboard. */
  async function reversePart() {
    await world.startAgain();
    const { recipient } = await paidOut(world);
    const [paid] = world.stripe.read('transfers') as Stripe.Transfer[];
    const stripe = await operator(world);
    await stripe.transfers.createReversal(String(paid?.id), { amount: 200 });
    return { userId: recipient.user.id };
  }

  test('a reversal of a part of a payout', async () => {
    const { userId } = await reversePart();
    expect(await differences()).toMatchObject([{ account: 'card:clearing', userId, cents: 200 }]);
  });

  /**
   * A payout of $44.00 of which the product has decided to reverse $22.00 for a debt, and not booked it, because Stripe did
   * not answer. `isMade`: whether the reversal is made.
   */
  async function pendingReversal(isMade: boolean) {
    await world.startAgain();
    const { recipient, id } = await lostAfter(world, HOUR, 2);
    const reverse: typeof payouts.reverse = async (order) => {
      if (isMade) await payouts.reverse(order);
      throw new Refusal('UNAVAILABLE');
    };
    const context = { table, payouts: { ...payouts, reverse }, now: world.now() };
    await expect(continueRecovery(context, recipient.user.id, id)).rejects.toThrow();
    const [paid] = world.stripe.read('transfers') as Stripe.Transfer[];
    expect(paid?.amount_reversed).toBe(isMade ? 2_200 : 0);
    const { userId = '', period = '' } = paid?.metadata ?? {};
    expect(await table.get(payoutKey(userId, period))).toMatchObject({ reversingFor: id });
    return { userId, transferId: String(paid?.id) };
  }

  test.each([
    ['not made', false],
    ['made and not booked', true],
  ])('and not a reversal for a debt that is decided and %s yet', async (_, isMade) => {
    await pendingReversal(isMade);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ['not made', false],
    ['made and not booked', true],
  ])(
    'a partial reversal of a payout while another one for a debt is decided and %s yet',
    async (_, isMade) => {
      const { userId, transferId } = await pendingReversal(isMade);
      await (await operator(world)).transfers.createReversal(transferId, { amount: 200 });
      expect(await differences()).toMatchObject([{ account: 'card:clearing', userId, cents: 200 }]);
    },
  );
});

describe('reconciliation finds a difference of one cent', () => {
  /** Starts a new world with one answered order, because a difference remains in its ledger. */
  async function afresh() {
    await world.startAgain();
    const order = await pendingOrder(world);
    await order.recipient.answers(order);
    await postAllEvents(world);
    // After two hours every payment and webhook is complete.
    world.advance(2 * HOUR);
    await run();
    return order;
  }

  test('between a conversation’s payment and the ledger, and in the account of held money', async () => {
    const { id } = await afresh();
    await plant('slip', id, 1, 'card:clearing');
    // The metric that the alarm reads.
    expect(await printedMetrics(run, { fails: true })).toEqual({
      [RECONCILE_DIFFERENCES]: 1,
      [RECONCILE_LAG]: 0,
    });
    const other = await afresh();
    await plant('slip', other.id, 1, 'held');
    await expect(run()).rejects.toThrow('differences between the ledger and Stripe: 1');
  });

  test('and logs its account, conversation and amount', async () => {
    const { id } = await afresh();
    await plant('slip', id, 1, 'card:clearing');
    const lines = await errorLines(() =>
      expect(run()).rejects.toThrow('differences between the ledger and Stripe: 1'),
    );
    expect(lines.filter(({ account }) => account)).toMatchObject([
      { account: 'card:clearing', conversationId: id, cents: -1 },
      { account: 'platform:fees', conversationId: id, cents: 1 },
    ]);
  });

  test('also while a capture is pending: only a return changes what is at Stripe', async () => {
    await world.startAgain();
    await run();
    const { recipient, order } = await pendingOrder(world);
    await postAllEvents(world);
    world.stripe.faults.next({
      kind: 'status-500',
      path: '/v1/payment_intents/:id/capture',
      times: 9,
    });
    await recipient.answers(order);
    world.stripe.faults.clear();
    await plant('slip', order.id, -2_500, 'card:clearing', 'platform:disputes');
    world.advance(2 * HOUR);
    await expect(run()).rejects.toThrow('differences between the ledger and Stripe: 1');
  });

  test.each(PAYMENTS)('in a refund of %s, once its webhook is late', async (_of, pay) => {
    await world.startAgain();
    const payment_intent = await pay();
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await run();
    await (await operator(world)).refunds.create({ payment_intent, amount: 1 });
    await run();
    world.advance(55 * MINUTE);
    await run();
    world.advance(DAY);
    await expect(run()).rejects.toThrow('differences between the ledger and Stripe: 1');
    await postAllEvents(world);
    await run();
  });

  test('in each of several pages of the ledger', async () => {
    const { id } = await afresh();
    const other = await pendingOrder(world);
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await run();
    await plant('slip', id, 1, 'held');
    await plant('slip2', other.id, 1, 'held');
    await world.withSmallPages(() =>
      expect(run()).rejects.toThrow('differences between the ledger and Stripe: 2'),
    );
  });

  test('in each of several pages of Stripe', async () => {
    const { id } = await afresh();
    const other = await pendingOrder(world);
    await other.recipient.answers(other);
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await run();
    for (const one of [id, other.id]) {
      const { id: payment_intent } = intentOf(world, one);
      await (await operator(world)).refunds.create({ payment_intent, amount: 1 });
    }
    // Webhook events that are not delivered count as under way for some time.
    world.advance(DAY);
    const onePerPage =
      (read: Statements['touched']): Statements['touched'] =>
      async (window, after) => {
        const { touched } = await read(window, undefined);
        const nth = Number(after ?? 0);
        const next = nth + 1 < touched.length ? String(nth + 1) : undefined;
        return { touched: touched.slice(nth, nth + 1), next };
      };
    const { touched, moved } = statements;
    const paged = { ...statements, touched: onePerPage(touched), moved: onePerPage(moved) };
    const context = { table, statements: paged, now: world.now(), log: logOf('test') };
    await expect(reconcile(context, () => 60_000)).rejects.toThrow(
      'differences between the ledger and Stripe: 2',
    );
  });

  test('in a plan payment', async () => {
    await afresh();
    await onPlan(world);
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await run();
    const [invoice] = world.stripe.read('invoices') as { id: string }[];
    await plant(`takenBack:${invoice?.id}:1`, undefined, 1, 'card:clearing');
    await expect(run()).rejects.toThrow('differences between the ledger and Stripe: 1');
  });
});
