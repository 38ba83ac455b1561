import { AsyncResource } from 'node:async_hooks';
import { payouts } from '../../functions/gateways/payouts.ts';
import { handler as reconcileLedger } from '../../functions/jobs/reconcileLedger.ts';
import { table } from '../../functions/storage/table.ts';
import { HOUR, MINUTE } from '../../shared/time.ts';
import { lambdaContext } from './call.ts';
import { decide, dispute, intentOf, operator } from './disputes.ts';
import { agree, postAllEvents } from './money.ts';
import { answeredOrder } from './orders.ts';
import { earn, nextPayday, passTo, runPayOut, setUp } from './payouts.ts';
import type { World } from './world.ts';

/* Debts of people who were paid out, and their recovery by transfer reversals. */

/** An answer of $22.00 that was paid out just now, together with as many more as make `answers`. */
export async function paidOut(world: World, answers = 1) {
  const order = await answeredOrder(world);
  for (let nth = 1; nth < answers; nth += 1) await earn(world, order.recipient);
  await setUp(world, order.recipient);
  // More than $100.00 of somebody new is held for a check first.
  for (let month = 0; month < (answers > 4 ? 2 : 1); month += 1) {
    passTo(world, nextPayday(world));
    await runPayOut();
  }
  await postAllEvents(world);
  return order;
}

/** The same, paid out this long ago and then charged back; the schedule has not run since. */
export async function lostAfter(world: World, since: number, answers = 1) {
  const order = await paidOut(world, answers);
  world.advance(since);
  const opened = await dispute(world, order.intent);
  await decide(world, opened, 'lost');
  await postAllEvents(world);
  return { ...order, opened };
}

export async function refundAsFraud(world: World, id: string, amount?: number) {
  const order = { payment_intent: intentOf(world, id).id, ...(amount && { amount }) };
  await (await operator(world)).refunds.create({ ...order, reason: 'fraudulent' });
  await postAllEvents(world);
}

/** What one run sees while `meanwhile` happens in another process, right before its first reversal reaches Stripe. */
export function deskWhile(world: World, meanwhile: () => Promise<void>, refused?: 'REFUSED') {
  let first = true;
  // A process that a test kills does not take the other one with it.
  const elsewhere = AsyncResource.bind(meanwhile);
  const reverse: typeof payouts.reverse = async (order) => {
    const isFirst = first;
    first = false;
    if (isFirst) await elsewhere();
    return isFirst && refused ? refused : payouts.reverse(order);
  };
  return { table, payouts: { ...payouts, reverse }, now: world.now() };
}

/** Runs the payout schedule a quarter of an hour later and delivers the webhooks. */
export async function recover(world: World) {
  world.advance(15 * MINUTE);
  await runPayOut();
  await postAllEvents(world);
}

export async function reconciled(world: World) {
  await agree(world);
  world.advance(2 * HOUR);
  await reconcileLedger({}, lambdaContext());
}
