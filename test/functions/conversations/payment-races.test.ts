import { describe, expect, jest, test } from '@jest/globals';
import { payments } from '#functions/gateways/payments.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { saveCustomer, userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { operator } from '../../support/disputes.ts';
import { expectLedgerMatchesStripe, intentsOf, runSchedules } from '../../support/money.ts';
import { LONG } from '../../support/offers.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const PROMPT = { question: 'What did you try?', required: true };

test('two concurrent first payments of one person use one Stripe customer', async () => {
  const sender = await newPerson(world);
  const recipients = [
    await newPerson(world, { price: PRICE }),
    await newPerson(world, { price: PRICE }),
  ];
  const paid = await Promise.all(
    recipients.map((one) => responseTo(sender.pays(one, { card: 'pm_card_visa' }))),
  );
  expect(paid.map(({ body }) => body.status)).toEqual(['SUCCESS', 'SUCCESS']);
  const customers = (world.stripe.read('customers') as { metadata: { userId?: string } }[]).filter(
    ({ metadata }) => metadata.userId === sender.user.id,
  );
  expect(customers).toHaveLength(1);
});

test('a payment uses the Stripe customer that a concurrent call has saved', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { id: saved } = await (await operator(world)).customers.create();
  const { customer } = payments;
  const meanwhile = jest.spyOn(payments, 'customer').mockImplementationOnce(async (userId) => {
    await saveCustomer(table, userId, saved);
    return customer(userId);
  });
  await sender.pays(recipient, { card: 'pm_card_visa' });
  meanwhile.mockRestore();
  const [intent] = world.stripe.read('paymentIntents') as { customer: string }[];
  expect(intent?.customer).toBe(saved);
});

test('a payment succeeds although the recipient changes something else than the price at the same time', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { paidResponsePrice: price } = recipient.user;
  const settings = { paidResponsePrice: (price / 100).toFixed(2), paidResponseCommitment: '3' };
  const { body } = await world.overtaken(
    () => responseTo(sender.pays(recipient, { card: 'pm_card_visa' })),
    {
      at: userKey(recipient.user.id),
      by: async () => {
        const { http } = await responseTo(recipient.calls('updateInboundSettings', settings));
        expect(http).toBe(200);
      },
    },
  );
  expect(body.status).toBe('SUCCESS');
});

test.each<[string, string, (recipient: Person, sender: Person) => Promise<unknown>]>([
  ['asks for the deletion of the account', 'NOT_FOUND', (recipient) => recipient.asksForDeletion()],
  ['blocks the sender', 'NOT_ACCEPTING', (recipient, sender) => recipient.blocks(sender)],
  ['pauses', 'NOT_ACCEPTING', (recipient) => recipient.setsAvailability({ paused: 'true' })],
  ['saves tiers', 'PRICE_CHANGED', (recipient) => recipient.offersTiers([LONG])],
  ['asks senders a question', 'INVALID_INPUT', (recipient) => recipient.asksSenders([PROMPT])],
  [
    'gives the sender a price of their own',
    'PRICE_CHANGED',
    (recipient, { id }) =>
      recipient.calls('updateContactPrice', { userContactId: id, terms: 'OWN', price: '30' }),
  ],
])(
  'a payment is refused, and nothing is held, if the recipient %s just before the order is stored',
  async (_change, status, change) => {
    const licenseId = 'STARTER';
    const sender = await newPerson(world, { licenseId });
    const recipient = await newPerson(world, { price: PRICE, licenseId });
    await becomeContacts(sender, recipient);
    const { length } = intentsOf(world);
    const { body } = await world.overtaken(
      () => responseTo(sender.pays(recipient, { card: 'pm_card_visa' })),
      { at: userKey(recipient.user.id), by: () => change(recipient, sender) },
    );
    expect(body.status).toBe(status);
    expect(intentsOf(world)).toHaveLength(length);
  },
);

describe('concurrent calls for one message:', () => {
  test('one of answering, canceling, reporting and expiring succeeds, the others get the new status, and the money moves once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { sender, recipient, order } = await pendingOrder(world);
      const [held, deadline] = [world.now(), 10 * DAY];
      world.advance(6.6 * DAY);
      await runSchedules();
      // In even rounds a minute before the deadline, so that the three calls race; otherwise at the deadline, with
      // the sweep.
      world.advance(held + deadline - world.now() - (round % 2 === 0 ? MINUTE : 0));
      const again = {
        sender: sender,
        recipient: recipient,
      };
      const [answered, cancelled, reported] = await Promise.all([
        responseTo(again.recipient.answers(order)),
        responseTo(again.sender.cancels(order)),
        responseTo(again.recipient.reportsLetter(order, { reason: 'IGNORE' })),
        expireConversations({}, lambdaContext()),
      ]);
      const outcomes = [answered, cancelled, reported].map(({ body }) => body.status);
      const { status } = await sender.sees(order);
      expect(outcomes.filter((code) => code === 'SUCCESS').length).toBe(
        status === 'EXPIRED' ? 0 : 1,
      );
      for (const { body } of [answered, cancelled, reported])
        if (body.status !== 'SUCCESS')
          expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: status });
      world.advance(3 * MINUTE);
      await runSchedules();
      await expectLedgerMatchesStripe(world);
    }
  });

  test('two answers book one earning', async () => {
    const { recipient, order } = await pendingOrder(world);
    const answers = await Promise.all([
      responseTo(recipient.answers(order, { closes: true })),
      responseTo(recipient.answers(order, { closes: true })),
    ]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['SUCCESS', 'WRONG_STATUS']);
    expect(await recipient.balance()).toEqual({
      userId: recipient.user.id,
      messageCount: 1,
      totalMessages: 1,
      transactionCount: 1,
      totalEarnings: 22,
      grossRevenue: 25,
      platformFees: 3,
      accountBalance: 22,
      debtAmount: 0,
      frozenAmount: 0,
      outgoingAmount: 0,
      waitingAmount: 0,
    });
    await expectLedgerMatchesStripe(world);
  });
});

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
