import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as viewInbox } from '#functions/conversations/viewInbox.ts';
import { handler as viewOrder } from '#functions/conversations/viewOrder.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { call, lambdaContext } from '../support/call.ts';
import { crashAtEveryEffect, interceptEffects } from '../support/crash.ts';
import { decide, dispute, intentOf } from '../support/disputes.ts';
import { ledgerChanges, ledgerOf, postAllEvents, runSchedules } from '../support/money.ts';
import { auditEntriesAbout, runConfirmedOps, runOps } from '../support/ops.ts';
import { answer, pendingOrder, report } from '../support/orders.ts';
import { type Person, signedIn } from '../support/people.ts';
import { startWorld, type World } from '../support/world.ts';

/* npm run ops -- reports and review, for reported messages of $25.00 whose money is in review. */

let world: World;
beforeAll(async () => {
  interceptEffects();
  world = await startWorld();
});
afterAll(() => world.stop());

async function reported() {
  const order = await pendingOrder(world);
  await report(order.recipient, order.id, 'SPAM_PHISHING');
  await postAllEvents(world);
  return order;
}

async function movedSince(before: Record<string, number>) {
  await postAllEvents(world);
  return ledgerChanges(world, before);
}

const waiting = async () =>
  (await runOps(world, 'reports')).split('\n').map((line) => line.split(' ')[0]);
const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

async function lastTold(handler: unknown, { user }: Person, id: string) {
  const { token } = await signedIn(user, world.now());
  const { body } = await call(handler, { id }, { method: 'GET', token });
  const { moneyState, timeline } = body.data[0];
  return [moneyState, timeline.at(-1).event];
}

describe('the reports command', () => {
  test('lists reports whose payment is in review, the oldest first', async () => {
    expect(await runOps(world, 'reports')).toBe('Nothing is in review.');
    const first = await reported();
    world.advance(MINUTE);
    const second = await reported();
    // A report that refunds the sender at once and an answered message are not in review.
    const notMe = await pendingOrder(world);
    await report(notMe.recipient, notMe.id, 'NOT_ME');
    const other = await pendingOrder(world);
    await answer(other.recipient, other.id);
    expect(await waiting()).toEqual([first.id, second.id]);
    expect(await runOps(world, 'reports')).toMatch(
      /\$25\.00 {2}SPAM_PHISHING {2}@person_\d+ → @person_\d+/,
    );
    await runConfirmedOps(world, 'review', first.id, '--refund');
    expect(await waiting()).toEqual([second.id]);
    await runConfirmedOps(world, 'review', second.id, '--keep');
    expect(await runOps(world, 'reports')).toBe('Nothing is in review.');
  });

  test('marks a report whose payment is disputed, and omits it once the dispute is lost', async () => {
    const { id } = await reported();
    const opened = await dispute(world, intentOf(world, id));
    await postAllEvents(world);
    expect(await runOps(world, 'reports')).toMatch(/disputed: wait for the bank/);
    expect(await runConfirmedOps(world, 'review', id, '--keep')).toMatch(/is disputed\. Wait/);
    await decide(world, opened, 'lost');
    await postAllEvents(world);
    expect(await runOps(world, 'reports')).toBe('Nothing is in review.');
    expect(await runConfirmedOps(world, 'review', id, '--refund')).toMatch(/already refunded/);
    expect(await auditEntriesAbout(world, id)).toEqual([]);
  });
});

describe('the review command', () => {
  test('with --refund refunds the sender in full, once', async () => {
    const { id, sender, recipient } = await reported();
    const before = await ledgerOf(world);
    expect(await runConfirmedOps(world, 'review', id, '--refund')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      'platform:review': -2_500,
      'card:clearing': 2_500,
    });
    expect(await lastTold(viewOrder, sender, id)).toEqual(['REFUNDED', 'RETURNED']);
    expect(await lastTold(viewInbox, recipient, id)).toEqual(['REFUNDED', 'RETURNED']);
    expect(await runConfirmedOps(world, 'review', id, '--refund')).toMatch(/already/);
    expect(await runConfirmedOps(world, 'review', id, '--keep')).toMatch(/already/);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    await reconcileLedger({}, lambdaContext());
  });

  test('with --keep books the money to the platform once, and notifies sender and recipient', async () => {
    const { id, sender, recipient } = await reported();
    const before = await ledgerOf(world);
    expect(await runConfirmedOps(world, 'review', id, '--keep')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({ 'platform:review': -2_500, 'platform:fees': 2_500 });
    expect(await lastTold(viewOrder, sender, id)).toEqual(['CHARGED', 'KEPT']);
    expect(await lastTold(viewInbox, recipient, id)).toEqual(['CHARGED', 'KEPT']);
    expect(await runConfirmedOps(world, 'review', id, '--keep')).toMatch(/already kept the money/);
    expect(await runConfirmedOps(world, 'review', id, '--refund')).toBe(
      'This was decided before: the platform kept the money.',
    );
    expect(await movedSince(before)).toMatchObject({ 'platform:fees': 2_500 });
    expect(await auditEntriesAbout(world, id)).toMatchObject([{ command: `review ${id} --keep` }]);
    await reconcileLedger({}, lambdaContext());
  });

  test('a dispute that is lost after --keep is booked as a loss of the platform', async () => {
    const { id } = await reported();
    await runConfirmedOps(world, 'review', id, '--keep');
    const before = await ledgerOf(world);
    const opened = await dispute(world, intentOf(world, id));
    await decide(world, opened, 'lost');
    expect(await movedSince(before)).toEqual({
      'platform:disputes': -4_000,
      'card:clearing': 4_000,
    });
    expect(await moneyOf(id)).toMatchObject({ state: 'REFUNDED' });
    await reconcileLedger({}, lambdaContext());
  });

  test('is refused if no money is in review, or without exactly one of --refund and --keep', async () => {
    const { id, recipient } = await pendingOrder(world);
    expect(await runConfirmedOps(world, 'review', id, '--keep')).toBe(
      'This letter isn’t in review.',
    );
    await answer(recipient, id);
    expect(await runConfirmedOps(world, 'review', id, '--refund')).toBe(
      'This letter isn’t in review.',
    );
    expect(await runConfirmedOps(world, 'review', id)).toBe('Add either --refund or --keep.');
    expect(await runConfirmedOps(world, 'review', id, '--keep', '--refund')).toMatch(
      /--refund or --keep/,
    );
    const report = await reported();
    expect(await runConfirmedOps(world, 'refund', report.id)).toMatch(/its review decides/);
    expect(await auditEntriesAbout(world, id)).toEqual([]);
  });

  test('run with --refund and with --keep at the same time applies only one of them', async () => {
    const { id } = await reported();
    const before = await ledgerOf(world);
    await Promise.all([
      runConfirmedOps(world, 'review', id, '--keep'),
      runConfirmedOps(world, 'review', id, '--refund'),
    ]);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    const moved = await movedSince(before);
    expect(moved['platform:review']).toBe(-2_500);
    await reconcileLedger({}, lambdaContext());
  });
});

test('a review command that crashes at any effect stores its decision completely or not at all, and the sweep executes it once', async () => {
  for (const way of ['--refund', '--keep'])
    await crashAtEveryEffect(async (kill) => {
      const { id } = await reported();
      const before = await ledgerOf(world);
      await kill(() => runConfirmedOps(world, 'review', id, way));
      world.advance(2 * HOUR);
      await runSchedules();
      const decided = (await auditEntriesAbout(world, id)).length;
      const moved = await movedSince(before);
      expect(moved['platform:review'] ?? 0).toBe(decided ? -2_500 : 0);
      expect((await moneyOf(id))?.owed).toBeUndefined();
      const ended = way === '--keep' ? 'CHARGED' : 'REFUNDED';
      expect(await moneyOf(id)).toMatchObject({ state: decided ? ended : 'IN_REVIEW' });
    });
});
