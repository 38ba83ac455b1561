import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import { HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { intentOf } from '../../support/disputes.ts';
import { refundManually, reviewManually } from '../../support/manual-decisions.ts';
import { ledgerChanges, ledgerOf, postAllEvents, runSchedules } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { pendingOrder } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

/* What staff decide about reported letters of $25.00 whose money is in review. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function reported() {
  const order = await pendingOrder(world);
  await order.recipient.reportsLetter(order);
  await postAllEvents(world);
  return order;
}

async function movedSince(before: Record<string, number>) {
  await postAllEvents(world);
  return ledgerChanges(world, before);
}

const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

async function lastTold(side: Person, order: Order) {
  const { moneyState, timeline } = await side.sees(order);
  return [moneyState, timeline.at(-1)?.event];
}

describe('a payment in review', () => {
  test('is refunded to the sender in full, once', async () => {
    const { id, sender, recipient, order } = await reported();
    const before = await ledgerOf(world);
    expect(await reviewManually(world, id, 'GIVE_BACK')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      'platform:review': -2_500,
      'card:clearing': 2_500,
    });
    expect(await lastTold(sender, order)).toEqual(['REFUNDED', 'RETURNED']);
    expect(await lastTold(recipient, order)).toEqual(['REFUNDED', 'RETURNED']);
    expect(await reviewManually(world, id, 'GIVE_BACK')).toMatch(/already/);
    expect(await reviewManually(world, id, 'KEEP')).toMatch(/already/);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    await reconcileLedger({}, lambdaContext());
  });

  test('is kept by the platform once, and sender and recipient are notified', async () => {
    const { id, sender, recipient, order } = await reported();
    const before = await ledgerOf(world);
    expect(await reviewManually(world, id, 'KEEP')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({ 'platform:review': -2_500, 'platform:fees': 2_500 });
    expect(await lastTold(sender, order)).toEqual(['CHARGED', 'KEPT']);
    expect(await lastTold(recipient, order)).toEqual(['CHARGED', 'KEPT']);
    expect(await reviewManually(world, id, 'KEEP')).toMatch(/already kept the money/);
    expect(await reviewManually(world, id, 'GIVE_BACK')).toBe(
      'This was decided before: the platform kept the money.',
    );
    expect(await movedSince(before)).toMatchObject({ 'platform:fees': 2_500 });
    expect(await auditEntriesAbout(world, id)).toMatchObject([{ command: `review ${id} KEEP` }]);
    await reconcileLedger({}, lambdaContext());
  });

  test('that was kept loses a later dispute, which is booked as a loss of the platform', async () => {
    const { id } = await reported();
    await reviewManually(world, id, 'KEEP');
    const before = await ledgerOf(world);
    const opened = await world.bank.disputes(intentOf(world, id));
    await world.bank.decides(opened, 'lost');
    expect(await movedSince(before)).toEqual({
      'platform:disputes': -4_000,
      'card:clearing': 4_000,
    });
    expect(await moneyOf(id)).toMatchObject({ state: 'REFUNDED' });
    await reconcileLedger({}, lambdaContext());
  });

  test('is decided only while it is in review, and by no refund', async () => {
    const { order, recipient } = await pendingOrder(world);
    expect(await reviewManually(world, order.id, 'KEEP')).toBe('This letter isn’t in review.');
    await recipient.answers(order);
    expect(await reviewManually(world, order.id, 'GIVE_BACK')).toBe('This letter isn’t in review.');
    const report = await reported();
    expect(await refundManually(world, report.id)).toMatch(/its review decides/);
    expect(await auditEntriesAbout(world, order.id)).toEqual([]);
  });

  test('that is refunded and kept at the same time gets only one of the decisions', async () => {
    const { id } = await reported();
    const before = await ledgerOf(world);
    await Promise.all([reviewManually(world, id, 'KEEP'), reviewManually(world, id, 'GIVE_BACK')]);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    const moved = await movedSince(before);
    expect(moved['platform:review']).toBe(-2_500);
    await reconcileLedger({}, lambdaContext());
  });
});

test('a decision about a payment in review that crashes at any effect stores its decision completely or not at all, and the sweep executes it once', async () => {
  for (const way of ['GIVE_BACK', 'KEEP'] as const)
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { id } = await reported();
      const before = await ledgerOf(world);
      await crash(() => reviewManually(world, id, way));
      world.advance(2 * HOUR);
      await runSchedules();
      const decided = (await auditEntriesAbout(world, id)).length;
      const moved = await movedSince(before);
      expect(moved['platform:review'] ?? 0).toBe(decided ? -2_500 : 0);
      expect((await moneyOf(id))?.owed).toBeUndefined();
      const ended = way === 'KEEP' ? 'CHARGED' : 'REFUNDED';
      expect(await moneyOf(id)).toMatchObject({ state: decided ? ended : 'IN_REVIEW' });
    });
});
