import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { holdOf, secretKey, startEmulator, type TestEmulator } from './emulator.ts';

/* The balance transactions of the emulator: one for each movement of money, with its source, in pages. */

/** A captured payment of $50.00, of which $1.00 was refunded and the rest is disputed. */
async function capturedPayment({
  stripe,
  emulator,
  clock,
}: TestEmulator): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create({
    ...holdOf(5_000),
    metadata: { order: 'an order' },
  });
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  clock.now += 60_000;
  const intent = await stripe.paymentIntents.capture(id);
  clock.now += 1_000;
  await stripe.refunds.create({ payment_intent: id, amount: 100 });
  clock.now += 1_000;
  await fetch(`${emulator.url}/_bank/charges/${intent.latest_charge}/dispute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return intent;
}

describe('the list of balance transactions', () => {
  test('has an entry for a capture, a refund and a dispute, and none for a hold', async () => {
    const world = await startEmulator();
    const { latest_charge: charge } = await capturedPayment(world);
    const { balanceTransactions } = world.stripe;
    const { data } = await balanceTransactions.list({ expand: ['data.source'] });
    expect(data.map(({ type, source }) => [type, (source as { object: string }).object])).toEqual([
      ['adjustment', 'dispute'],
      ['refund', 'refund'],
      ['charge', 'charge'],
    ]);
    expect(data[1]).toMatchObject({ amount: -100, source: { amount: 100, charge } });
    expect(data[2]).toMatchObject({
      amount: 5_000,
      source: { id: charge, metadata: { order: 'an order' } },
    });
    const line = data[2]?.id ?? '';
    expect(await balanceTransactions.retrieve(line)).toMatchObject({ source: charge });
  });

  test('is read newest first, in pages, by time and by type', async () => {
    const world = await startEmulator();
    await capturedPayment(world);
    const { balanceTransactions } = world.stripe;
    const all = (await balanceTransactions.list({ limit: 100 })).data;
    const [first] = (await balanceTransactions.list({ limit: 1 })).data;
    const rest = await balanceTransactions.list({ limit: 1, starting_after: first?.id ?? '' });
    expect([first?.id, rest.data[0]?.id, rest.has_more]).toEqual([all[0]?.id, all[1]?.id, true]);
    const refunds = await balanceTransactions.list({ type: 'refund' });
    expect(refunds.data.map(({ type }) => type)).toEqual(['refund']);
    const later = { gte: Math.floor(world.clock.now / 1_000) + 60 };
    expect((await balanceTransactions.list({ created: later })).data).toEqual([]);
    await expect(balanceTransactions.list({ limit: 101 })).rejects.toThrow(
      /less than or equal to 100/,
    );
    await expect(balanceTransactions.retrieve('txn_none')).rejects.toThrow(/No such/);
  });
});
