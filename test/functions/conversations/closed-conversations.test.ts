import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { expectLedgerMatchesStripe, ledgerOf } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

const write = (sender: Person, orderId: string) => {
  const reply = { orderId, conversationStatus: 'OPEN', messageBody: '<p>One more thing</p>' };
  return responseTo(sender.calls('createOrderMessage', reply));
};

async function open() {
  const order = await pendingOrder(world);
  await order.recipient.answers(order);
  return order;
}

test('two concurrent closes and a reply close the conversation once; the reply is stored before that or refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { sender, recipient, id } = await open();
    const [first, second, reply] = await Promise.all([
      responseTo(recipient.closes({ id })),
      responseTo(recipient.closes({ id })),
      write(sender, id),
    ]);
    expect([first, second].filter(({ http }) => http === 200)).toHaveLength(1);
    expect(['SUCCESS', 'WRONG_STATUS']).toContain(reply.body.status);
    const seen = await sender.seesAsSender({ id });
    const told = seen.timeline.map(({ event }: { event: string }) => event);
    expect(told.filter((event: string) => event === 'CLOSED')).toHaveLength(1);
    expect(told.includes('REPLIED')).toBe(reply.http === 200);
  }
});

test('a help ticket can be closed by support, and earns nothing', async () => {
  const { sender, support, order } = await pendingTicket(world, await newPerson(world));
  await support.answers(order);
  await support.closes(order);
  expect(await sender.sees(order)).toMatchObject({
    status: 'COMPLETED',
    price: 0,
    moneyState: 'RELEASED',
  });
  expect(await support.balance()).toMatchObject({ accountBalance: 0 });
});

describe('closing a conversation', () => {
  test('is refused to the sender', async () => {
    const { sender, id } = await open();
    await expectRefused(sender.closes({ id }), 403, 'FORBIDDEN');
    expect(await sender.seesAsSender({ id })).toMatchObject({ status: 'OPEN' });
  });
});

describe('a closed conversation', () => {
  test('refuses messages, and shows when it was closed', async () => {
    const { sender, recipient, id } = await open();
    await recipient.closes({ id });
    expect((await write(sender, id)).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'COMPLETED',
    });
    const seen = await sender.seesAsSender({ id });
    expect(seen).toMatchObject({
      status: 'COMPLETED',
      moneyState: 'CHARGED',
      allowResponse: false,
    });
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'CLOSED', moneyState: 'CHARGED' });
  });

  test('keeps the earnings', async () => {
    const { recipient, id } = await open();
    const before = await ledgerOf(world);
    await recipient.closes({ id });
    expect(await ledgerOf(world)).toEqual(before);
    expect(await recipient.balance()).toMatchObject({
      totalMessages: 1,
      totalEarnings: 22,
      accountBalance: 22,
    });
    await expectLedgerMatchesStripe(world);
  });

  test('moves from the open to the closed ones in both lists', async () => {
    const { sender, recipient, id } = await open();
    await recipient.closes({ id });
    for (const list of [recipient.inbox, sender.outbox]) {
      expect(await list({ filter: 'OPEN' })).toMatchObject({ pageTotal: 0, data: [] });
      expect(await list({ filter: 'COMPLETED' })).toMatchObject({
        pageTotal: 1,
        data: [{ id, status: 'COMPLETED' }],
      });
    }
  });

  test('does not prevent a new message', async () => {
    const { sender, recipient, id } = await open();
    await recipient.closes({ id });
    await sender.pays(recipient, { card: 'pm_card_visa' });
  });
});

describe('a conversation that is not open', () => {
  type Order = Awaited<ReturnType<typeof pendingOrder>>;
  test.each([
    ['waits for its answer', 'PENDING', async () => undefined],
    [
      'is closed already',
      'COMPLETED',
      ({ recipient, order }: Order) => recipient.answers(order, { closes: true }),
    ],
    ['was cancelled', 'CANCELLED', ({ sender, order }: Order) => sender.cancels(order)],
    ['was reported', 'REPORTED', ({ recipient, order }: Order) => recipient.reportsLetter(order)],
  ])('because it %s cannot be closed', async (_how, inboxStatus, act) => {
    const order = await pendingOrder(world);
    await act(order);
    expect((await responseTo(order.recipient.closes(order))).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus,
    });
  });
});
