import { AsyncResource } from 'node:async_hooks';
import { payouts } from '#functions/gateways/payouts.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { table } from '#functions/storage/table.ts';
import { CASH_OUT_HOLD } from '#shared/rules/payouts/cash-out.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import { intentOf, operator } from './disputes.ts';
import { expectLedgerMatchesStripe, postAllEvents } from './money.ts';
import { answeredOrder } from './orders.ts';
import { earn, runPayday, runPayOut } from './payouts.ts';
import type { World } from './world.ts';

/* Debts of users after a payout, and their recovery by transfer reversals. */

/** Creates earnings of $22.00 for each of `answers` answers, and pays them out. */
export async function paidOut(world: World, answers = 1) {
  const order = await answeredOrder(world);
  for (let nth = 1; nth < answers; nth += 1) await earn(world, order.recipient);
  await order.recipient.setsUpPayouts(world.stripe);
  await runPayday(world);
  if (answers > 4) {
    // More than $100.00 of a new user is held for a review first.
    world.advance(CASH_OUT_HOLD);
    await runPayOut();
  }
  await postAllEvents(world);
  return order;
}

/**
 * Creates paid-out earnings, advances the clock by `since`, and charges the payment back; the schedule has not run
 * since.
 */
export async function lostAfter(world: World, since: number, answers = 1) {
  const order = await paidOut(world, answers);
  world.advance(since);
  const opened = await world.bank.disputes(order.intent);
  await world.bank.decides(opened, 'lost');
  await postAllEvents(world);
  return { ...order, opened };
}

export async function refundAsFraud(world: World, id: string, amount?: number) {
  const order = { payment_intent: intentOf(world, id).id, ...(amount && { amount }) };
  await (await operator(world)).refunds.create({ ...order, reason: 'fraudulent' });
  await postAllEvents(world);
}

/**
 * The dependencies of a run during which `meanwhile` happens in another process, right before the first reversal
 * reaches Stripe.
 */
export function contextInterruptedBy(
  world: World,
  meanwhile: () => Promise<void>,
  refused?: 'REFUSED',
) {
  let first = true;
  // A simulated crash of this process must not affect the other process.
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
  await expectLedgerMatchesStripe(world);
  world.advance(2 * HOUR);
  await reconcileLedger({}, lambdaContext());
}
