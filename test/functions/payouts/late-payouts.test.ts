import { beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { handler as watchPayouts } from '#functions/jobs/watchPayouts.ts';
import { dueAfter, monthAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, fromIso, HOUR, later, MINUTE, monthOf } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { operator, owedTo } from '../../support/disputes.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import type { Crash } from '../../support/faults/crashes.ts';
import { printedMetrics } from '../../support/metrics.ts';
import {
  expectLedgerMatchesStripe,
  ledgerOf,
  postAllEvents,
  postEvent,
} from '../../support/money.ts';
import {
  advanceTo,
  advanceToDayWithoutPayouts,
  NET,
  newCreditor,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The metric of late payouts counts payouts that are not sent yet, independently of what payOut reports. */

const world = worldOfFile();

/** Each test begins on the 20th of a month, when no payout is due. */
beforeEach(() => advanceToDayWithoutPayouts(world));

/** Returns the metric that the alarm reads. */
const late = async () =>
  (await printedMetrics(() => watchPayouts({}, lambdaContext()))).PayoutsLate;

async function payday(): Promise<void> {
  await (await newEarner(world)).setsUpPayouts(world.stripe);
  advanceTo(world, nextPayday(world));
}

test('the metric of late payouts is 0 if no payout is due', async () => {
  expect(await late()).toBe(0);
});

test('a payout that never started is late from 14:00 until it is paid', async () => {
  await payday();
  expect(await late()).toBe(0);
  world.advance(2 * HOUR - MINUTE);
  expect(await late()).toBe(0);
  world.advance(MINUTE);
  expect(await late()).toBe(1);
  await runPayOut();
  expect(await late()).toBe(0);
});

test('a payout that is due tomorrow is not late', async () => {
  await (await newEarner(world)).setsUpPayouts(world.stripe);
  advanceTo(world, nextPayday(world));
  world.advance(-3 * HOUR);
  expect(await late()).toBe(0);
  advanceTo(world, nextPayday(world));
});

test('a payout that was started and not sent is late after the third failed attempt', async () => {
  await payday();
  world.stripe.faults.next({ kind: 'status-500', path: '/v1/transfers', times: 99 });
  const tries: (number | undefined)[] = [];
  for (const pause of [0, 11, 21, 41]) {
    world.advance(pause * MINUTE);
    await runPayOut().catch(() => undefined);
    tries.push(await late());
  }
  expect(tries).toEqual([0, 0, 1, 1]);
  // It is overdue as well then, and still one payout.
  world.advance(24 * HOUR);
  expect(await late()).toBe(1);
  world.stripe.faults.clear();
  world.advance(2 * HOUR);
  await runPayOut();
  expect(await late()).toBe(0);
});

test('a payout that waits for its account is not late', async () => {
  await newEarner(world);
  await runPayday(world);
  expect((await newestDomainEvent(world, 'payout.waiting')).type).toBe('payout.waiting');
  world.advance(24 * HOUR);
  expect(await late()).toBe(0);
});

test('several late payouts are counted once each', async () => {
  const people = 3;
  for (let nth = 0; nth < people; nth += 1) await newEarner(world);
  advanceTo(world, nextPayday(world));
  world.advance(2 * HOUR);
  expect(await late()).toBe(people);
  await runPayOut();
});

const dieLate = (scenario: (crash: Crash) => Promise<void>): Promise<number> =>
  world.crashingAtEveryWrite(
    async ({ crash }) => {
      advanceTo(world, fromIso(`${monthAfter(monthOf(world.now()))}-20T10:00:00.000Z`));
      await scenario(crash);
    },
    { inNewWorlds: true },
  );

async function heal(pause: number): Promise<void> {
  world.advance(pause);
  await runPayOut();
  await runPayOut();
  await postAllEvents(world);
  await expectLedgerMatchesStripe(world);
}

const seen = async (person: Person) => (await person.payouts()).data;

async function expectPaidOnce(person: Person): Promise<void> {
  expect(await seen(person)).toMatchObject([{ amount: 22, status: 'PAID' }]);
  expect(transfersOf(world)).toMatchObject([{ amount: NET }]);
  expect(await owedTo(person)).toBe(0);
  expect((await ledgerOf(world))['payout:transit']).toBe(0);
}

test('a payout whose account becomes ready while it is sent goes out once', async () => {
  for (let round = 0; round < 4; round += 1) {
    await world.startAgain();
    const ana = await newCreditor(world);
    await ana.asksForPayoutLink();
    advanceTo(world, nextPayday(world));
    await Promise.all([
      runPayOut(),
      ana.setsUpPayouts(world.stripe).then(() => postAllEvents(world)),
      runPayOut(),
    ]);
    await heal(15 * MINUTE);
    await expectPaidOnce(ana);
  }
});

/** Runs the payday of a person whose account is ready; Stripe makes the transfer and does not answer. */
async function transferUnanswered() {
  const ana = await newCreditor(world);
  await ana.setsUpPayouts(world.stripe);
  world.stripe.faults.next({ kind: 'lose-reply', method: 'POST', path: '/v1/transfers', times: 9 });
  await runPayday(world);
  world.stripe.faults.clear();
  return ana;
}

test('a payout whose transfer was made is paid, also if its account is not ready any more', async () => {
  await world.startAgain();
  const ana = await transferUnanswered();
  expect(await seen(ana)).toMatchObject([{ status: 'SENDING' }]);
  expect(transfersOf(world)).toHaveLength(1);
  await ana.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED' });
  // The webhook of the transfer is lost.
  const events = world.stripe.read('events') as Stripe.Event[];
  for (const event of events.filter(({ type }) => type === 'account.updated'))
    await postEvent(world, event);
  world.advance(DAY);
  await runPayOut();
  await expectPaidOnce(ana);
});

test('a payout whose transfer was made and reversed before it was recorded has failed', async () => {
  await world.startAgain();
  const ana = await transferUnanswered();
  await (await operator(world)).transfers.createReversal(transfersOf(world)[0]?.id ?? '');
  await heal(DAY);
  expect(await seen(ana)).toMatchObject([{ status: 'FAILED' }]);
  expect(await owedTo(ana)).toBe(NET);
  expect((await ledgerOf(world))['payout:transit']).toBe(0);
});

test('a late payout does not include earnings of the next month', async () => {
  await world.startAgain();
  const ana = await newCreditor(world);
  await ana.setsUpPayouts(world.stripe);
  const period = monthOf(world.now());
  advanceTo(world, later(dueAfter(period), 40 * DAY));
  await Promise.all([runPayOut(), runPayOut()]);
  await runPayOut();
  await expectPaidOnce(ana);
  await expectLedgerMatchesStripe(world);
});

describe('after a crash at any effect, a payout schedule that runs days late completes', () => {
  test('a payout, once', async () => {
    const effects = await dieLate(async (crash) => {
      const ana = await newCreditor(world);
      await ana.setsUpPayouts(world.stripe);
      await ana.payoutAccount();
      await crash(async () => {
        await runPayday(world);
      });
      await heal(3 * DAY);
      await expectPaidOnce(ana);
    });
    // The effects: the account becomes ready, the decision, the transfer, its result.
    expect(effects).toBeGreaterThanOrEqual(3);
  });

  test('a payout that Stripe refuses', async () => {
    await dieLate(async (crash) => {
      const ana = await newCreditor(world);
      await ana.setsUpPayouts(world.stripe, { outcome: 'REFUSING' });
      advanceTo(world, nextPayday(world));
      await crash(runPayOut);
      await heal(3 * DAY);
      expect(await seen(ana)).toMatchObject([{ status: 'FAILED' }]);
      expect(transfersOf(world)).toEqual([]);
      expect(await owedTo(ana)).toBe(NET);
      expect((await ledgerOf(world))['payout:transit']).toBe(0);
    });
  });

  test('a waiting payout once its account is ready', async () => {
    await dieLate(async (crash) => {
      const ana = await newCreditor(world);
      await ana.asksForPayoutLink();
      advanceTo(world, nextPayday(world));
      await crash(runPayOut);
      world.advance(15 * MINUTE);
      await runPayOut();
      expect(await seen(ana)).toMatchObject([{ status: 'WAITING' }]);
      await ana.setsUpPayouts(world.stripe);
      await crash(() => postAllEvents(world));
      await heal(3 * DAY);
      await expectPaidOnce(ana);
    });
  });
});
