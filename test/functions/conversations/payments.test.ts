import { describe, expect, jest, test } from '@jest/globals';
import { payments } from '#functions/gateways/payments.ts';
import { saveCustomer, userById } from '#functions/storage/accounts/users.ts';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { intentIdIn } from '#lib/local/deeds/bank.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { newId } from '#shared/ids.ts';
import { MINUTE } from '#shared/time.ts';
import { operator } from '../../support/disputes.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { LONG } from '../../support/offers.ts';
import { orderFor, PRICE, pendingOrder } from '../../support/orders.ts';
import { bearer, newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** Creates a sender with a card on file, and a recipient to whom they never wrote. */
async function regulars() {
  const { sender, order } = await pendingOrder(world);
  await sender.cancels(order);
  return { sender, recipient: await newPerson(world, { price: PRICE }) };
}

const isPending = async ({ token }: Person, { user }: Person): Promise<boolean> =>
  (await bearer(token).looksForPendingLetter(user)).hasPendingInbox;

async function nothingIsPending(sender: Person, recipient: Person) {
  expect(await lockedConversationOf(table, sender.user.id, recipient.user.id)).toBeUndefined();
  expect(await isPending(sender, recipient)).toBe(false);
}

describe('paying for a message', () => {
  test('with a new card succeeds, saves the card, and uses it for the next payment', async () => {
    const [sender, recipient, other] = [
      await newPerson(world),
      await newPerson(world, { price: PRICE }),
      await newPerson(world, { price: PRICE }),
    ];
    await expectRefused(sender.pays(recipient), 409, 'PAYMENT_METHOD_REQUIRED');
    const first = await sender.pays(recipient, { card: 'pm_card_visa' });
    expect(first).toMatchObject({
      status: 'PENDING',
      price: 25,
      netEarnings: 22,
      moneyState: 'HELD',
      senderId: sender.user.id,
      recipientId: recipient.user.id,
      allowResponse: false,
      timeline: [{ event: 'PAID', moneyState: 'HELD' }],
    });
    const second = await responseTo(sender.calls('createOrder', orderFor(other)));
    expect(second.body.status).toBe('SUCCESS');
    await expectLedgerMatchesStripe(world);
  });

  test.each([
    ['an unknown recipient', { recipientId: newId(0 as never) }, 'NOT_FOUND'],
    ['a price that was shown differently', { price: '24.99' }, 'PRICE_CHANGED'],
    ['a price that is left out', { price: undefined }, 'INVALID_INPUT'],
    ['a price that is empty', { price: '' }, 'INVALID_INPUT'],
    ['a short subject', { messageSubject: 'Hey' }, 'INVALID_INPUT'],
    ['a short message', { messageText: '<p>Hello</p>' }, 'INVALID_INPUT'],
    [
      'text that only a script carries',
      { messageText: `<script>${QUESTION}</script><p>x</p>` },
      'INVALID_INPUT',
    ],
  ])('is refused with %s, and nothing is pending', async (_name, more, status) => {
    const { sender, recipient } = await regulars();
    const refused = await responseTo(sender.pays(recipient, { input: more }));
    expect(refused.body.status).toBe(status);
    if (status === 'PRICE_CHANGED') expect(refused.body.price).toBe(25);
    await nothingIsPending(sender, recipient);
  });

  test.each(['createInbox', 'createOrder', 'createInboxWithPayment'] as const)(
    'with %s requires the price that was shown',
    async (operation) => {
      const { sender, recipient } = await regulars();
      const card = { creditCardName: 'Person Number', paymentMethodId: 'pm_card_visa' };
      const input = orderFor(recipient, { ...card, price: undefined });
      await expectRefused(sender.calls(operation, input), 400, 'INVALID_INPUT', {
        price: 'Please confirm the price that you were shown',
      });
      await nothingIsPending(sender, recipient);
    },
  );

  test('is refused if the recipient is the sender, support, or a person who accepts no messages', async () => {
    const { sender } = await regulars();
    expect((await responseTo(sender.pays(sender))).body.fields).toEqual({
      recipientId: 'You can’t send a letter to yourself',
    });
    const support = await newPerson(world, { price: PRICE, username: 'support' });
    await expectRefused(sender.pays(support), 409, 'NOT_ACCEPTING');
    const closed = await newPerson(world, { price: PRICE, paidResponseCommitment: 0 });
    await expectRefused(sender.pays(closed), 409, 'NOT_ACCEPTING');
    const unfinished = await newPerson(world, { price: PRICE, licenseId: 'NONE' });
    await expectRefused(sender.pays(unfinished), 404, 'NOT_FOUND');
  });

  test('is limited to the monthly commitment, and a canceled order frees its place', async () => {
    const recipient = await newPerson(world, { price: PRICE, paidResponseCommitment: 2 });
    const senders = await Promise.all([0, 1, 2, 3].map(() => newPerson(world)));
    const answers = await Promise.all(
      senders.map((sender) => responseTo(sender.pays(recipient, { card: 'pm_card_visa' }))),
    );
    const codes = answers.map(({ body }) => body.status).sort();
    expect(codes).toEqual(['NOT_ACCEPTING', 'NOT_ACCEPTING', 'SUCCESS', 'SUCCESS']);
    const first = answers.findIndex(({ http }) => http === 200);
    await (senders[first] as Person).cancels(answers[first]?.body.data[0]);
    const last = senders[answers.findIndex(({ http }) => http !== 200)] as Person;
    await last.pays(recipient, { card: 'pm_card_visa' });
    await expectLedgerMatchesStripe(world);
  });

  test('charges the shown price or is refused while the recipient changes the price', async () => {
    const { sender, recipient } = await regulars();
    const settings = { paidResponsePrice: '30', paidResponseCommitment: '100' };
    const [paid] = await Promise.all([
      responseTo(sender.pays(recipient)),
      responseTo(recipient.calls('updateInboundSettings', settings)),
    ]);
    if (paid.http === 200) expect(paid.body.data[0].price).toBe(25);
    else expect(paid.body).toMatchObject({ status: 'PRICE_CHANGED', price: 30 });
  });
});

describe('a failed card payment', () => {
  test.each([
    [
      'pm_card_chargeDeclined',
      'Your card was declined. Your letter wasn’t sent and you weren’t charged.',
    ],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'Your card has insufficient funds. Your letter wasn’t sent and you weren’t charged.',
    ],
    [
      'pm_nobodyknows',
      'This card can’t be used. Please enter it again. Your letter wasn’t sent and you weren’t charged.',
    ],
  ])(
    'with %s leaves no pending message, saves no card and allows a new attempt',
    async (card, message) => {
      const { sender, recipient } = await regulars();
      const before = (await userById(table, sender.user.id, world.now()))?.card;
      const declined = await responseTo(sender.pays(recipient, { card }));
      expect(declined.body).toEqual({ status: 'CARD_DECLINED', message });
      expect(declined.http).toBe(402);
      await nothingIsPending(sender, recipient);
      expect((await userById(table, sender.user.id, world.now()))?.card).toEqual(before);
      await sender.pays(recipient, { card: 'pm_card_visa' });
      await expectLedgerMatchesStripe(world);
    },
  );

  test('because Stripe does not respond gets an error that says so, and any hold is canceled', async () => {
    for (const kind of ['refuse-connection', 'status-500', 'lose-reply'] as const) {
      const { sender, recipient } = await regulars();
      world.stripe.faults.next({ kind, method: 'POST', path: '/v1/payment_intents', times: 3 });
      await expectRefused(sender.pays(recipient), 503, 'UNAVAILABLE');
      await nothingIsPending(sender, recipient);
      world.advance(3 * MINUTE);
      await runSchedules();
      await expectLedgerMatchesStripe(world);
    }
  });

  test('because Stripe hangs is UNAVAILABLE before the function times out', async () => {
    const { sender, recipient } = await regulars();
    const path = '/v1/payment_intents';
    const held = [1, 2, 3].map(() => world.stripe.faults.next({ kind: 'hold', path }));
    const timeout = 6_000;
    const began = performance.now();
    const answer = await responseTo(sender.calls('createInbox', orderFor(recipient), { timeout }));
    expect(performance.now() - began).toBeLessThan(timeout);
    expect({ http: answer.http, status: answer.body.status }).toEqual({
      http: 503,
      status: 'UNAVAILABLE',
    });
    for (const one of held) one.release();
    world.stripe.faults.clear();
    world.advance(3 * MINUTE);
    await runSchedules();
    await expectLedgerMatchesStripe(world);
  });

  test('whose hold appears at Stripe after the order was undone gets the hold canceled by the webhook', async () => {
    const { sender, recipient } = await regulars();
    world.stripe.faults.next({
      kind: 'lose-reply',
      method: 'POST',
      path: '/v1/payment_intents',
      times: 3,
    });
    await expectRefused(sender.pays(recipient), 503, 'UNAVAILABLE');
    expect(intentsOf(world)[0]?.status).toBe('requires_capture');
    await postAllEvents(world);
    expect(intentsOf(world)[0]?.status).toBe('canceled');
    await expectLedgerMatchesStripe(world);
  });

  test('is not caused by one lost response of Stripe', async () => {
    const { sender, recipient } = await regulars();
    world.stripe.faults.next({ kind: 'lose-reply', method: 'POST', path: '/v1/payment_intents' });
    await sender.pays(recipient);
    await expectLedgerMatchesStripe(world);
  });
});

describe('a payment that is submitted twice', () => {
  test('without a key makes one order; the other call is refused', async () => {
    const { sender, recipient } = await regulars();
    const intents = intentsOf(world).length;
    const answers = await Promise.all([1, 2, 3].map(() => responseTo(sender.pays(recipient))));
    const codes = answers.map(({ body }) => body.status).sort();
    expect(codes).toEqual(['PENDING_INBOX_EXISTS', 'PENDING_INBOX_EXISTS', 'SUCCESS']);
    expect(intentsOf(world)).toHaveLength(intents + 1);
    await expectLedgerMatchesStripe(world);
  });

  test('with a key returns the same order with one charge', async () => {
    const { sender, recipient } = await regulars();
    const intents = intentsOf(world).length;
    const answers = await Promise.all(
      [1, 2, 3].map(() => responseTo(sender.pays(recipient, { key: 'tap-1' }))),
    );
    const again = await responseTo(sender.pays(recipient, { key: 'tap-1' }));
    const ids = new Set([...answers, again].map(({ body }) => body.data?.[0].id));
    expect(ids.size).toBe(1);
    expect(intentsOf(world)).toHaveLength(intents + 1);
    const other = await responseTo(
      sender.pays(recipient, { subject: 'Something else', key: 'tap-1' }),
    );
    expect(other.body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { 'Idempotency-Key': 'This Idempotency-Key was used for another message.' },
    });
    await expectLedgerMatchesStripe(world);
  });

  test('after a decline can use the same key', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const tap = (card: string) => sender.pays(recipient, { card, key: 'tap-2' });
    await expectRefused(tap('pm_card_chargeDeclined'), 402, 'CARD_DECLINED');
    await tap('pm_card_visa');
  });
});

describe('a payment that requires authentication', () => {
  const confirm = (sender: Person, inboxId: string) =>
    responseTo(sender.confirmsPayment({ id: inboxId }));

  async function asked() {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const answer = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired' }),
    );
    expect(answer.http).toBe(402);
    expect(answer.body.status).toBe('CARD_ACTION_REQUIRED');
    return { sender, recipient, answer, inboxId: String(answer.body.inboxId) };
  }

  test('completes once the sender confirmed, and saves the card', async () => {
    const { sender, recipient, inboxId, answer } = await asked();
    expect((await confirm(sender, inboxId)).body.status).toBe('CARD_ACTION_REQUIRED');
    expect(await isPending(sender, recipient)).toBe(false);
    await world.bank.hears(answer.body, 'authenticated');
    const confirmed = await confirm(sender, inboxId);
    expect(confirmed.body.data[0]).toMatchObject({
      id: inboxId,
      status: 'PENDING',
      moneyState: 'HELD',
    });
    expect(await isPending(sender, recipient)).toBe(true);
    expect((await confirm(sender, inboxId)).body).toEqual(confirmed.body);
    expect((await userById(table, sender.user.id, world.now()))?.card?.lastFour).toBe('3184');
    await expectLedgerMatchesStripe(world);
  });

  test('is declined if the authentication fails', async () => {
    const { sender, recipient, inboxId, answer } = await asked();
    await world.bank.hears(answer.body, 'failed');
    expect((await confirm(sender, inboxId)).body).toMatchObject({
      status: 'CARD_DECLINED',
      message:
        'Your bank didn’t confirm this payment. Your letter wasn’t sent and you weren’t charged.',
    });
    expect((await confirm(sender, inboxId)).body.status).toBe('CARD_DECLINED');
    await nothingIsPending(sender, recipient);
  });

  test('is replaced by a new attempt', async () => {
    const { sender, recipient, answer } = await asked();
    await sender.pays(recipient, { card: 'pm_card_visa' });
    const first = intentsOf(world).find((one) => one.id === intentIdIn(answer.body));
    expect(first?.status).toBe('canceled');
    await expectLedgerMatchesStripe(world);
  });

  test('completes through the webhook if the sender does not return', async () => {
    const { sender, recipient, answer } = await asked();
    await world.bank.hears(answer.body, 'authenticated');
    await postAllEvents(world);
    await expectRefused(sender.pays(recipient), 409, 'PENDING_INBOX_EXISTS');
    await expectLedgerMatchesStripe(world);
  });

  test('is undone after half an hour', async () => {
    const { sender, recipient, inboxId } = await asked();
    world.advance(31 * MINUTE);
    await runSchedules();
    expect((await confirm(sender, inboxId)).body).toMatchObject({
      status: 'CARD_DECLINED',
      message: 'This payment wasn’t confirmed. Your letter wasn’t sent and you weren’t charged.',
    });
    expect(await lockedConversationOf(table, sender.user.id, recipient.user.id)).toBeUndefined();
    expect(await ledgerOf(world)).toBeDefined();
    await expectLedgerMatchesStripe(world);
  });
});

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

test('a payment that changes of the recipient overtake each time is refused after four tries', async () => {
  const sender = await newPerson(world);
  const recipient = await newPerson(world, { price: PRICE });
  const pay = () => responseTo(sender.pays(recipient, { card: 'pm_card_visa' }));
  expect(await world.losingEveryWrite(userKey(recipient.user.id), pay)).toMatchObject({
    result: { body: { status: 'UNAVAILABLE' } },
    tries: 4,
  });
});

describe('a payment while the table refuses writes', () => {
  test('succeeds, with one charge, if each write is refused once', async () => {
    const { sender, recipient } = await regulars();
    const intents = intentsOf(world).length;
    const pay = () => sender.pays(recipient);
    const { refused } = await world.throttled(pay, { tries: 1 });
    expect(refused).toBeGreaterThan(0);
    expect(await isPending(sender, recipient)).toBe(true);
    expect(intentsOf(world)).toHaveLength(intents + 1);
    await expectLedgerMatchesStripe(world);
  });

  test('is refused, without a charge, if every write is refused', async () => {
    const { sender, recipient } = await regulars();
    const intents = intentsOf(world).length;
    const pay = () => responseTo(sender.pays(recipient));
    const { result } = await world.throttled(pay);
    expect(result).toMatchObject({ http: 503, body: { status: 'UNAVAILABLE' } });
    expect(await isPending(sender, recipient)).toBe(false);
    expect(intentsOf(world)).toHaveLength(intents);
    await expectLedgerMatchesStripe(world);
  });
});
