import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as viewInbox } from '../../functions/conversations/viewInbox.ts';
import { handler as viewOrder } from '../../functions/conversations/viewOrder.ts';
import { handler as reconcileLedger } from '../../functions/jobs/reconcileLedger.ts';
import { conversationById } from '../../functions/storage/conversations/conversations.ts';
import { table } from '../../functions/storage/table.ts';
import { HOUR, MINUTE } from '../../shared/time.ts';
import { call, lambdaContext } from '../support/call.ts';
import { interceptEffects, runProcess } from '../support/crash.ts';
import { decide, dispute, intentOf } from '../support/disputes.ts';
import { ledgerOf, movedInLedger, postAllEvents, runSchedules } from '../support/money.ts';
import { actsAbout, done, typed } from '../support/ops.ts';
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
  return movedInLedger(world, before);
}

const waiting = async () =>
  (await typed(world, 'reports')).split('\n').map((line) => line.split(' ')[0]);
const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

async function lastTold(handler: unknown, { user }: Person, id: string) {
  const { token } = await signedIn(user, world.now());
  const { body } = await call(handler, { id }, { method: 'GET', token });
  const { moneyState, timeline } = body.data[0];
  return [moneyState, timeline.at(-1).event];
}

describe('the reports command', () => {
  test('lists reports whose money is in review, the oldest first', async () => {
    expect(await typed(world, 'reports')).toBe('Nothing is in review.');
    const first = await reported();
    world.advance(MINUTE);
    const second = await reported();
    // A report that refunds the sender at once and an answered message are not in review.
    const notMe = await pendingOrder(world);
    await report(notMe.recipient, notMe.id, 'NOT_ME');
    const other = await pendingOrder(world);
    await answer(other.recipient, other.id);
    expect(await waiting()).toEqual([first.id, second.id]);
    expect(await typed(world, 'reports')).toMatch(
      /\$25\.00 {2}SPAM_PHISHING {2}@person_\d+ → @person_\d+/,
    );
    await done(world, 'review', first.id, '--give-back');
    expect(await waiting()).toEqual([second.id]);
    await done(world, 'review', second.id, '--keep');
    expect(await typed(world, 'reports')).toBe('Nothing is in review.');
  });

  test('marks those with an open dispute, and omits them once it is lost', async () => {
    const { id } = await reported();
    const opened = await dispute(world, intentOf(world, id));
    await postAllEvents(world);
    expect(await typed(world, 'reports')).toMatch(/the bank decides first/);
    expect(await done(world, 'review', id, '--keep')).toMatch(/it decides first/);
    await decide(world, opened, 'lost');
    await postAllEvents(world);
    expect(await typed(world, 'reports')).toBe('Nothing is in review.');
    expect(await done(world, 'review', id, '--give-back')).toMatch(/has it back already/);
    expect(await actsAbout(world, id)).toEqual([]);
  });
});

describe('the review command', () => {
  test('with --give-back refunds the sender in full, once', async () => {
    const { id, sender, recipient } = await reported();
    const before = await ledgerOf(world);
    expect(await done(world, 'review', id, '--give-back')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      'platform:review': -2_500,
      'card:clearing': 2_500,
    });
    expect(await lastTold(viewOrder, sender, id)).toEqual(['REFUNDED', 'RETURNED']);
    expect(await lastTold(viewInbox, recipient, id)).toEqual(['REFUNDED', 'RETURNED']);
    expect(await done(world, 'review', id, '--give-back')).toMatch(/already/);
    expect(await done(world, 'review', id, '--keep')).toMatch(/already/);
    expect(await actsAbout(world, id)).toHaveLength(1);
    await reconcileLedger({}, lambdaContext());
  });

  test('with --keep gives the money to the platform, once, and notifies both', async () => {
    const { id, sender, recipient } = await reported();
    const before = await ledgerOf(world);
    expect(await done(world, 'review', id, '--keep')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({ 'platform:review': -2_500, 'platform:fees': 2_500 });
    expect(await lastTold(viewOrder, sender, id)).toEqual(['CHARGED', 'KEPT']);
    expect(await lastTold(viewInbox, recipient, id)).toEqual(['CHARGED', 'KEPT']);
    expect(await done(world, 'review', id, '--keep')).toMatch(/kept it already/);
    expect(await done(world, 'review', id, '--give-back')).toBe(
      'The platform has kept it: that was decided before.',
    );
    expect(await movedSince(before)).toMatchObject({ 'platform:fees': 2_500 });
    expect(await actsAbout(world, id)).toMatchObject([{ command: `review ${id} --keep` }]);
    await reconcileLedger({}, lambdaContext());
  });

  test('with --keep before a dispute that is lost books the loss to the platform', async () => {
    const { id } = await reported();
    await done(world, 'review', id, '--keep');
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

  test('is refused if no money is in review, and requires one of its options', async () => {
    const { id, recipient } = await pendingOrder(world);
    expect(await done(world, 'review', id, '--keep')).toBe('No money of it is under review.');
    await answer(recipient, id);
    expect(await done(world, 'review', id, '--give-back')).toBe('No money of it is under review.');
    expect(await done(world, 'review', id)).toBe('Add either --give-back or --keep.');
    expect(await done(world, 'review', id, '--keep', '--give-back')).toMatch(
      /--give-back or --keep/,
    );
    const report = await reported();
    expect(await done(world, 'refund', report.id)).toMatch(/use the review command/);
    expect(await actsAbout(world, id)).toEqual([]);
  });

  test('with both options concurrently applies one of them', async () => {
    const { id } = await reported();
    const before = await ledgerOf(world);
    await Promise.all([
      done(world, 'review', id, '--keep'),
      done(world, 'review', id, '--give-back'),
    ]);
    expect(await actsAbout(world, id)).toHaveLength(1);
    const moved = await movedSince(before);
    expect(moved['platform:review']).toBe(-2_500);
    await reconcileLedger({}, lambdaContext());
  });
});

test('after a crash of the review command at any effect, the decision is complete or absent, and the sweep performs it once', async () => {
  for (const way of ['--give-back', '--keep'])
    for (const when of ['before', 'after'] as const)
      for (let dieAt = 1, lived = false; !lived; dieAt += 1) {
        const { id } = await reported();
        const before = await ledgerOf(world);
        lived =
          (await runProcess(dieAt, when, () => done(world, 'review', id, way))).is === 'lived';
        world.advance(2 * HOUR);
        await runSchedules();
        const decided = (await actsAbout(world, id)).length;
        const moved = await movedSince(before);
        expect(moved['platform:review'] ?? 0).toBe(decided ? -2_500 : 0);
        expect((await moneyOf(id))?.owed).toBeUndefined();
        const ended = way === '--keep' ? 'CHARGED' : 'REFUNDED';
        expect(await moneyOf(id)).toMatchObject({ state: decided ? ended : 'IN_REVIEW' });
      }
}, 180_000);
