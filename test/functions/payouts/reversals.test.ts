import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { handler as viewLedger } from '../../../functions/account/viewLedger.ts';
import { handler as reconcileLedger } from '../../../functions/jobs/reconcileLedger.ts';
import { balanceOf } from '../../../functions/storage/ledger.ts';
import { table } from '../../../functions/storage/table.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { call, lambdaContext } from '../../support/call.ts';
import { runProcess, watchEffects } from '../../support/crash.ts';
import { decide, dispute, operator } from '../../support/disputes.ts';
import { agree, postAllEvents } from '../../support/money.ts';
import { answeredOrder } from '../../support/orders.ts';
import {
  earn,
  NET,
  nextPayday,
  passTo,
  payoutsSeenBy,
  runPayOut,
  setUp,
  transfersOf,
} from '../../support/payouts.ts';
import { type Person, signedIn } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

/* Recoveries: a debt is recovered by reversing the transfers of earlier payouts, while the connected account has the money. */

let world: World;
beforeAll(watchEffects);
beforeEach(async () => {
  await world?.stop();
  world = await startWorld();
});
afterAll(() => world.stop());

/** An answer of $22.00 that was paid out this long ago and then charged back; the schedule has not run since. */
async function lostAfter(since: number, answers = 1) {
  const order = await answeredOrder(world);
  for (let nth = 1; nth < answers; nth += 1) await earn(world, order.recipient);
  await setUp(world, order.recipient);
  passTo(world, nextPayday(world));
  await runPayOut();
  await postAllEvents(world);
  world.advance(since);
  const opened = await dispute(world, order.intent);
  await decide(world, opened, 'lost');
  await postAllEvents(world);
  return order;
}

/** Runs the payout schedule a quarter of an hour later and delivers the webhooks. */
async function recover() {
  world.advance(15 * MINUTE);
  await runPayOut();
  await postAllEvents(world);
}

const reversedOf = () =>
  transfersOf(world).map((one) => [one.amount_reversed, one.reversals.data.length]);
const owedTo = async ({ user }: Person) => (await balanceOf(table, user.id)).balance;

async function linesOf({ user }: Person): Promise<unknown[]> {
  const { token } = await signedIn(user, world.now());
  const { body } = await call(viewLedger, {}, { method: 'GET', token });
  return body.data.map(({ what, net }: { what: string; net: number }) => [what, net]);
}

async function reconciled() {
  await agree(world);
  world.advance(2 * HOUR);
  await reconcileLedger({}, lambdaContext());
}

describe('a debt after a payout', () => {
  test('is recovered from the transfer once while the account has the money, and the person is told', async () => {
    const { recipient } = await lostAfter(HOUR);
    for (let run = 0; run < 3; run += 1) await recover();
    expect(reversedOf()).toEqual([[NET, 1]]);
    expect(await owedTo(recipient)).toBe(0);
    expect((await linesOf(recipient))[0]).toEqual(['PAYOUT_REVERSED', 22]);
    expect((await payoutsSeenBy(world, recipient)).body.data).toMatchObject([{ status: 'PAID' }]);
    await reconciled();
  });

  test('reverses no more of a larger transfer than the debt', async () => {
    const { recipient } = await lostAfter(HOUR, 2);
    await recover();
    expect(reversedOf()).toEqual([[NET, 1]]);
    expect(transfersOf(world)[0]?.amount).toBe(2 * NET);
    expect(await owedTo(recipient)).toBe(0);
    await reconciled();
  });

  test('is not recovered from the transfer if later earnings have repaid it', async () => {
    const { recipient } = await lostAfter(HOUR);
    await earn(world, recipient);
    await recover();
    expect(reversedOf()).toEqual([[0, 0]]);
    expect(await owedTo(recipient)).toBe(0);
  });

  test('is left to later earnings if the money has been paid out to the bank', async () => {
    const { recipient } = await lostAfter(5 * DAY);
    for (let run = 0; run < 3; run += 1) await recover();
    expect(reversedOf()).toEqual([[0, 0]]);
    expect(await balanceOf(table, recipient.user.id)).toMatchObject({
      ...{ balance: -NET, recovering: 0 },
    });
    await reconciled();
  });

  test('is not credited to the person when an operator reverses the rest of the transfer', async () => {
    const { recipient } = await lostAfter(HOUR, 2);
    await recover();
    const [transfer] = transfersOf(world);
    await (await operator(world)).transfers.createReversal(String(transfer?.id));
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(NET);
    expect((await payoutsSeenBy(world, recipient)).body.data).toMatchObject([{ status: 'FAILED' }]);
    await reconciled();
  });

  test('is recovered only once when two lost disputes are processed at the same time', async () => {
    const first = await answeredOrder(world);
    await setUp(world, first.recipient);
    await earn(world, first.recipient);
    passTo(world, nextPayday(world));
    await runPayOut();
    await postAllEvents(world);
    const charges = (world.stripe.read('paymentIntents') as Stripe.PaymentIntent[]).slice(0, 2);
    for (const intent of charges) await decide(world, await dispute(world, intent), 'lost');
    await postAllEvents(world);
    world.advance(15 * MINUTE);
    await Promise.all([runPayOut(), runPayOut()]);
    await recover();
    expect(transfersOf(world)[0]?.amount_reversed).toBe(2 * NET);
    expect(await owedTo(first.recipient)).toBe(0);
    await reconciled();
  });
});

describe.each([
  ['the next run', 15 * MINUTE],
  ['a run that is days late', 3 * DAY],
])('after a crash, %s completes a reversal once', (_by, pause) => {
  test.each([
    ['made', HOUR],
    ['refused', 5 * DAY],
  ] as const)(
    'that Stripe has %s',
    async (_how, since) => {
      for (const when of ['before', 'after'] as const)
        for (let dieAt = 1, lived = false; !lived; dieAt += 1) {
          await world.stop();
          world = await startWorld();
          const { recipient } = await lostAfter(since);
          lived = (await runProcess(dieAt, when, runPayOut)).is === 'lived';
          world.advance(pause);
          for (let run = 0; run < 2; run += 1) await recover();
          const [transfer] = transfersOf(world);
          const reversed = transfer?.amount_reversed ?? 0;
          expect(transfer?.reversals.data.length).toBeLessThanOrEqual(1);
          if (pause < DAY) expect(reversed).toBe(since < DAY ? NET : 0);
          expect(await balanceOf(table, recipient.user.id)).toMatchObject({
            ...{ balance: reversed - NET, recovering: 0 },
          });
          await agree(world);
        }
    },
    240_000,
  );
});
