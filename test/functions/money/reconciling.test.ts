import { Logger } from '@aws-lambda-powertools/logger';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { reconcile } from '../../../functions/flows/reconciling.ts';
import { statements } from '../../../functions/gateways/statements.ts';
import { handler as reconcileLedger } from '../../../functions/jobs/reconcileLedger.ts';
import { book } from '../../../functions/storage/ledger.ts';
import { progressOf } from '../../../functions/storage/reconciled.ts';
import { table } from '../../../functions/storage/table.ts';
import { RECONCILE_DIFFERENCES } from '../../../shared/metrics.ts';
import { cents } from '../../../shared/money.ts';
import { DAY, dayOf, HOUR } from '../../../shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { dispute, intentOf, operator } from '../../support/disputes.ts';
import { figuresPrinted } from '../../support/figures.ts';
import { postAllEvents, runSchedules } from '../../support/money.ts';
import { answer, cancel, pendingOrder, report } from '../../support/orders.ts';
import { onPlan, pass } from '../../support/plans.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const run = () => reconcileLedger({}, lambdaContext());

/** One cent from one account to another, as a bug would book it. */
const plant = (
  cause: string,
  conversationId: string | undefined,
  by: number,
  from: 'card:clearing' | 'held',
) =>
  table.write(
    book(
      {
        cause,
        ...(conversationId && { conversationId }),
        postings: [
          { account: from, amount: cents(-by) },
          { account: 'platform:fees', amount: cents(by) },
        ],
      },
      world.now(),
    ),
  );

test('finds nothing where everything is as it should be, whatever happened', async () => {
  const orders = [];
  for (let nth = 0; nth < 5; nth += 1) orders.push(await pendingOrder(world));
  const [one, two, three, four] = orders;
  if (!one || !two || !three || !four) throw new Error('no orders');
  await answer(one.recipient, one.id);
  await cancel(two.sender, two.id);
  await report(three.recipient, three.id);
  await answer(four.recipient, four.id);
  await dispute(world, intentOf(world, four.id));
  await onPlan(world);
  await pass(world, HOUR);
  await postAllEvents(world);
  world.advance(2 * HOUR);
  await run();
  await run();
});

test('a capture, a release and an event that are on their way are no difference', async () => {
  const one = await pendingOrder(world);
  world.stripe.faults.next({
    kind: 'status-500',
    path: '/v1/payment_intents/:id/cancel',
    times: 9,
  });
  await cancel(one.sender, one.id);
  world.advance(2 * HOUR);
  await run();
  world.stripe.faults.clear();
  const two = await pendingOrder(world);
  await report(two.recipient, two.id);
  await (await operator(world)).refunds.create({
    payment_intent: intentOf(world, two.id).id,
    amount: 1,
  });
  await postAllEvents(world);
  world.advance(2 * HOUR);
  await run();
  await runSchedules();
  await run();
});

describe('a difference of one cent', () => {
  /** The world is made anew after each, because a difference stays one. */
  async function afresh() {
    await world.stop();
    world = await startWorld();
    const order = await pendingOrder(world);
    await answer(order.recipient, order.id);
    await postAllEvents(world);
    // Nothing is on its way any more.
    world.advance(2 * HOUR);
    await run();
    return order;
  }

  test('in the ledger is found, of a conversation and between its accounts', async () => {
    const { id } = await afresh();
    await plant('slip', id, 1, 'card:clearing');
    // What the alarm watches.
    expect(await figuresPrinted(run, { fails: true })).toEqual({ [RECONCILE_DIFFERENCES]: 1 });
    const other = await afresh();
    await plant('slip', other.id, 1, 'held');
    await expect(run()).rejects.toThrow('1 of what was compared');
  });

  test('is named in the log by its account, its conversation and its cents', async () => {
    const { id } = await afresh();
    await plant('slip', id, 1, 'card:clearing');
    const lines: string[] = [];
    const streams = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((line) => {
        lines.push(String(line));
        return true;
      }),
    );
    const desk = { table, statements, now: world.now(), log: new Logger({ logLevel: 'ERROR' }) };
    await expect(reconcile(desk, () => 60_000)).rejects.toThrow('1 of what was compared');
    for (const stream of streams) stream.mockRestore();
    const named = lines.filter((line) => line.includes('"level":"ERROR"'));
    expect(named.map((line) => JSON.parse(line))).toMatchObject([
      { account: 'card:clearing', conversationId: id, cents: -1 },
      { account: 'platform:fees', conversationId: id, cents: 1 },
    ]);
  });

  test('that the provider gave back and never told of is found the next day', async () => {
    const { id } = await afresh();
    const { id: intentId } = intentOf(world, id);
    await (await operator(world)).refunds.create({ payment_intent: intentId, amount: 1 });
    await run();
    world.advance(DAY);
    await expect(run()).rejects.toThrow('1 of what was compared');
    await postAllEvents(world);
    await run();
  });

  test('of a payment for a plan is found', async () => {
    await afresh();
    await onPlan(world);
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await run();
    const [invoice] = world.stripe.read('invoices') as { id: string }[];
    await plant(`takenBack:${invoice?.id}:1`, undefined, 1, 'card:clearing');
    await expect(run()).rejects.toThrow('1 of what was compared');
  });
});

test('goes on where it stopped for want of time', async () => {
  await world.stop();
  world = await startWorld();
  await pendingOrder(world);
  const late = { ...lambdaContext(), getRemainingTimeInMillis: () => 1_000 };
  const days = [];
  for (let nth = 0; nth < 62; nth += 1) {
    await reconcileLedger({}, late);
    days.push((await progressOf(table))?.day);
  }
  expect(days.at(-1)).toBe(dayOf(world.now()));
});
