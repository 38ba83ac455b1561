import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dispute, intentOf, operator } from '../../support/disputes.ts';
import { answer, pendingOrder } from '../../support/orders.ts';
import { startWorld, type World } from '../../support/world.ts';

/* The balance transactions of the emulator: one for each movement of money, with its source, in pages. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('the list of balance transactions', () => {
  test('has an entry for a capture, a refund and a dispute, and none for a hold', async () => {
    const client = await operator(world);
    const { id, recipient } = await pendingOrder(world);
    expect((await client.balanceTransactions.list()).data).toEqual([]);
    await answer(recipient, id);
    await client.refunds.create({ payment_intent: intentOf(world, id).id, amount: 100 });
    await dispute(world, intentOf(world, id));
    const { data } = await client.balanceTransactions.list({ expand: ['data.source'] });
    const charge = intentOf(world, id).latest_charge;
    expect(data.map(({ type, source }) => [type, (source as { object: string }).object])).toEqual([
      ['adjustment', 'dispute'],
      ['refund', 'refund'],
      ['charge', 'charge'],
    ]);
    expect(data[1]).toMatchObject({ amount: -100, source: { amount: 100, charge } });
    expect(data[2]).toMatchObject({
      amount: intentOf(world, id).amount_received,
      source: { id: charge, metadata: { conversationId: id } },
    });
    const line = data[2]?.id ?? '';
    expect(await client.balanceTransactions.retrieve(line)).toMatchObject({ source: charge });
  });

  test('is read newest first, in pages, by time and by type', async () => {
    const client = await operator(world);
    const all = (await client.balanceTransactions.list({ limit: 100 })).data;
    const [first] = (await client.balanceTransactions.list({ limit: 1 })).data;
    const rest = await client.balanceTransactions.list({
      limit: 1,
      starting_after: first?.id ?? '',
    });
    expect([first?.id, rest.data[0]?.id, rest.has_more]).toEqual([all[0]?.id, all[1]?.id, true]);
    const refunds = await client.balanceTransactions.list({ type: 'refund' });
    expect(refunds.data.map(({ type }) => type)).toEqual(['refund']);
    const later = { gte: Math.floor(world.now() / 1_000) + 60 };
    expect((await client.balanceTransactions.list({ created: later })).data).toEqual([]);
    await expect(client.balanceTransactions.list({ limit: 101 })).rejects.toThrow(
      /less than or equal to 100/,
    );
    await expect(client.balanceTransactions.retrieve('txn_none')).rejects.toThrow(/No such/);
  });
});
