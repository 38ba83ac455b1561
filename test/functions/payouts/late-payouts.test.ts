import { beforeEach, expect, test } from '@jest/globals';
import { handler as watchPayouts } from '#functions/jobs/watchPayouts.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { printedMetrics } from '../../support/metrics.ts';
import {
  advanceTo,
  advanceToDayWithoutPayouts,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
} from '../../support/payouts.ts';
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
