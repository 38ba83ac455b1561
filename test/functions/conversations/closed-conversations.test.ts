import { describe, expect, test } from '@jest/globals';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { handler as viewAccountBalance } from '#functions/ledger/viewAccountBalance.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { call } from '../../support/call.ts';
import { expectLedgerMatchesStripe, ledgerOf } from '../../support/money.ts';
import {
  answer,
  cancel,
  close,
  payWithCard,
  pendingOrder,
  report,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

const write = (sender: Person, orderId: string) => {
  const reply = { orderId, conversationStatus: 'OPEN', messageBody: '<p>One more thing</p>' };
  return responseTo(sender.calls('createOrderMessage', reply));
};
const get = async (handler: unknown, { token }: Person, query = {}) =>
  (await call(handler, query, { method: 'GET', token })).body;

async function open() {
  const order = await pendingOrder(world);
  await answer(order.recipient, order.id);
  return order;
}

test('two concurrent closes and a reply close the conversation once; the reply is stored before that or refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { sender, recipient, id } = await open();
    const [first, second, reply] = await Promise.all([
      close(recipient, id),
      close(recipient, id),
      write(sender, id),
    ]);
    expect([first, second].filter(({ http }) => http === 200)).toHaveLength(1);
    expect(['SUCCESS', 'WRONG_STATUS']).toContain(reply.body.status);
    const seen = await seenBySender(world, sender, id);
    const told = seen.timeline.map(({ event }: { event: string }) => event);
    expect(told.filter((event: string) => event === 'CLOSED')).toHaveLength(1);
    expect(told.includes('REPLIED')).toBe(reply.http === 200);
  }
});

test('a help ticket can be closed by support, and earns nothing', async () => {
  const { sender, support, id } = await pendingTicket(world, await newPerson(world));
  await answer(support, id);
  expect((await close(support, id)).http).toBe(200);
  expect(await seenBySender(world, sender, id)).toMatchObject({
    status: 'COMPLETED',
    price: 0,
    moneyState: 'RELEASED',
  });
  expect((await get(viewAccountBalance, support)).data[0]).toMatchObject({ accountBalance: 0 });
});

describe('closing a conversation', () => {
  test('is refused to the sender', async () => {
    const { sender, id } = await open();
    expect((await close(sender, id)).body.status).toBe('FORBIDDEN');
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'OPEN' });
  });
});

describe('a closed conversation', () => {
  test('refuses messages, and shows when it was closed', async () => {
    const { sender, recipient, id } = await open();
    await close(recipient, id);
    expect((await write(sender, id)).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'COMPLETED',
    });
    const seen = await seenBySender(world, sender, id);
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
    await close(recipient, id);
    expect(await ledgerOf(world)).toEqual(before);
    expect((await get(viewAccountBalance, recipient)).data[0]).toMatchObject({
      totalMessages: 1,
      totalEarnings: 22,
      accountBalance: 22,
    });
    await expectLedgerMatchesStripe(world);
  });

  test('moves from the open to the closed ones in both lists', async () => {
    const { sender, recipient, id } = await open();
    await close(recipient, id);
    for (const [handler, who] of [
      [viewInboxList, recipient],
      [viewOrderList, sender],
    ] as const) {
      expect(await get(handler, who, { filter: 'OPEN' })).toMatchObject({ pageTotal: 0, data: [] });
      expect(await get(handler, who, { filter: 'COMPLETED' })).toMatchObject({
        pageTotal: 1,
        data: [{ id, status: 'COMPLETED' }],
      });
    }
  });

  test('does not prevent a new message', async () => {
    const { sender, recipient, id } = await open();
    await close(recipient, id);
    expect((await payWithCard(sender, recipient)).http).toBe(200);
  });
});

describe('a conversation that is not open', () => {
  type Order = Awaited<ReturnType<typeof pendingOrder>>;
  test.each([
    ['waits for its answer', 'PENDING', async () => undefined],
    [
      'is closed already',
      'COMPLETED',
      ({ recipient, id }: Order) => answer(recipient, id, 'COMPLETED'),
    ],
    ['was cancelled', 'CANCELLED', ({ sender, id }: Order) => cancel(sender, id)],
    ['was reported', 'REPORTED', ({ recipient, id }: Order) => report(recipient, id)],
  ])('because it %s cannot be closed', async (_how, inboxStatus, act) => {
    const order = await pendingOrder(world);
    await act(order);
    expect((await close(order.recipient, order.id)).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus,
    });
  });
});
