import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { handler as expireConversations } from '../../../functions/jobs/expireConversations.ts';
import { handler as reconcileLedger } from '../../../functions/jobs/reconcileLedger.ts';
import { conversationById } from '../../../functions/storage/conversations.ts';
import { table } from '../../../functions/storage/table.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { decide, dispute, intentOf } from '../../support/disputes.ts';
import { agree, postAllEvents, runSchedules } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

/** Charged before its hold lapsed; then the bank asks for a part of it, and nobody answers. */
async function expiredAndDisputed() {
  const { id } = await pendingOrder(world);
  world.advance(7 * DAY - 11 * HOUR);
  await expireConversations({}, lambdaContext());
  const opened = await dispute(world, intentOf(world, id), 400);
  await postAllEvents(world);
  world.advance(4 * DAY);
  await runSchedules();
  return { id, opened };
}

test('what a bank took of an order that expires meanwhile is not booked twice', async () => {
  const { id, opened } = await expiredAndDisputed();
  expect(await moneyOf(id)).toMatchObject({ owed: 'giveBack', back: { gone: 0, cost: 1_500 } });
  world.advance(2 * HOUR);
  await expect(reconcileLedger({}, lambdaContext())).resolves.toBeUndefined();
  await decide(world, opened, 'won');
  await postAllEvents(world);
  // The provider repeats its refusal for a day, under the key that lets no refund happen twice.
  world.advance(DAY + 2 * HOUR);
  await runSchedules();
  expect(await moneyOf(id)).toMatchObject({ state: 'REFUNDED' });
  expect(await moneyOf(id)).not.toHaveProperty('owed');
  await agree(world);
});

test('a refund that waits for a bank is not asked for in every run', async () => {
  const { id } = await expiredAndDisputed();
  for (let run = 0; run < 8; run += 1) {
    world.advance(5 * MINUTE);
    await runSchedules();
  }
  const { owed, tryAt = 0, tries } = (await moneyOf(id)) ?? {};
  expect({ owed, waits: tryAt > world.now() }).toEqual({ owed: 'giveBack', waits: true });
  expect(tries).toBeLessThan(6);
});
