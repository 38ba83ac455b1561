import { beforeEach, describe, expect, test } from '@jest/globals';
import { decideDuePayouts } from '#functions/payouts/payouts.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { balanceKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { dueAfter, monthAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, fromIso, later, MINUTE, monthOf } from '#shared/time.ts';
import { owedTo } from '../../support/disputes.ts';
import { errorLines } from '../../support/error-lines.ts';
import { expectLedgerMatchesStripe, ledgerOf } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import {
  advanceTo,
  advanceToDayWithoutPayouts,
  earn,
  NET,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The payout schedule: on the 8th at noon UTC it pays each balance of the end of the previous month, from $10.00 on. */

const world = worldOfFile();

/** Each test begins on the 20th of a month, when no payout is due. */
beforeEach(() => advanceToDayWithoutPayouts(world));

const seen = async (person: Person) => (await person.payouts()).data;
const sentTo = (person: Person) =>
  transfersOf(world).filter(({ metadata }) => metadata.userId === person.user.id);

/** Earns and is paid out once, because the first payout of a person waits longer. */
async function earnOnceAndBePaid(person: Person) {
  await earn(world, person);
  await runPayday(world);
}

test('earnings of a month are paid on the 8th of the next one', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  const period = monthOf(world.now());
  const before = await ledgerOf(world);
  await runPayday(world);
  expect(sentTo(ana)).toMatchObject([{ amount: NET, metadata: { period } }]);
  expect(await seen(ana)).toMatchObject([{ period, amount: 22, status: 'PAID' }]);
  expect(await owedTo(ana)).toBe(0);
  const after = await ledgerOf(world);
  expect(after['payout:transit']).toBe(0);
  expect((after['card:clearing'] ?? 0) - (before['card:clearing'] ?? 0)).toBe(NET);
  await expectLedgerMatchesStripe(world);
});

test('one run sends all payouts that are due, from every page of their list', async () => {
  const [ana, bea] = [await newEarner(world), await newEarner(world)];
  for (const person of [ana, bea]) await person.setsUpPayouts(world.stripe);
  advanceTo(world, nextPayday(world));
  await world.withSmallPages(runPayOut);
  for (const person of [ana, bea]) expect(sentTo(person)).toMatchObject([{ amount: NET }]);
});

test('no payout is sent a minute before noon on the 8th', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  advanceTo(world, later(nextPayday(world), -60_000));
  await runPayOut();
  expect(await seen(ana)).toEqual([]);
  expect(await owedTo(ana)).toBe(NET);
});

test('an entry before midnight belongs to the month, and one after it to the next', async () => {
  const ana = await newPerson(world, { price: PRICE });
  await ana.setsUpPayouts(world.stripe);
  await earnOnceAndBePaid(ana);
  const period = monthOf(world.now());
  const midnight = fromIso(`${monthAfter(period)}-01T00:00:00.000Z`);
  advanceTo(world, later(midnight, -5_000));
  await earn(world, ana);
  expect(monthOf(world.now())).toBe(period);
  advanceTo(world, midnight);
  await earn(world, ana);
  await earn(world, ana);
  advanceTo(world, dueAfter(period));
  await runPayOut();
  expect(await seen(ana)).toMatchObject([{ period, amount: 22 }, {}]);
  expect(await owedTo(ana)).toBe(2 * NET);
  advanceTo(world, dueAfter(monthAfter(period)));
  await runPayOut();
  expect(await seen(ana)).toMatchObject([
    { period: monthAfter(period), amount: 44 },
    { period, amount: 22 },
    {},
  ]);
  expect(await owedTo(ana)).toBe(0);
  await expectLedgerMatchesStripe(world);
});

test('a balance below $10.00 rolls over until the minimum is reached', async () => {
  const ana = await newPerson(world, { price: 1_000 });
  await ana.setsUpPayouts(world.stripe);
  const few = { price: '10.00' };
  await earn(world, ana, few);
  const first = monthOf(world.now());
  await runPayday(world);
  expect(await seen(ana)).toEqual([]);
  expect(await owedTo(ana)).toBe(850);
  await earn(world, ana, few);
  await runPayday(world);
  expect(await seen(ana)).toMatchObject([{ period: monthAfter(first), amount: 17 }]);
  expect(await owedTo(ana)).toBe(0);
});

describe('the first payout of a person', () => {
  /** Earns on this day of a month. Returns when the earning is paid out. */
  async function earnedOn(day: number) {
    const ana = await newPerson(world, { price: PRICE });
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, fromIso(`${monthAfter(monthOf(world.now()))}-${day}T10:00:00.000Z`));
    await earn(world, ana);
    return { ana, payday: nextPayday(world), waits: later(world.now(), 14 * DAY) };
  }

  test('waits 14 days after the first earning, shows its date, and keeps its month', async () => {
    const { ana, payday, waits } = await earnedOn(28);
    const period = monthOf(world.now());
    expect(await ana.payoutAccount()).toMatchObject({
      firstPayoutWaits: true,
      nextPayoutAmount: 22,
    });
    advanceTo(world, payday);
    for (let time = 0; time < 2; time += 1) await runPayOut();
    await earn(world, ana);
    expect(await seen(ana)).toEqual([]);
    const { nextPayoutDate } = await ana.payoutAccount();
    expect(Math.abs(fromIso(nextPayoutDate) - waits)).toBeLessThan(5_000);
    advanceTo(world, later(fromIso(nextPayoutDate), -1_000));
    await runPayOut();
    expect(await seen(ana)).toEqual([]);
    advanceTo(world, fromIso(nextPayoutDate));
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ period, amount: 22, status: 'PAID' }]);
    expect(await ana.payoutAccount()).toMatchObject({ firstPayoutWaits: false });
    await runPayday(world);
    expect(await seen(ana)).toMatchObject([{ amount: 22 }, { period }]);
    await expectLedgerMatchesStripe(world);
  });

  test('goes out on the 8th if that is at least 14 days after the first earning', async () => {
    const { ana, payday } = await earnedOn(20);
    expect(await ana.payoutAccount()).toMatchObject({ firstPayoutWaits: false });
    advanceTo(world, payday);
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ amount: 22, status: 'PAID' }]);
  });
});

describe('the payout schedule', () => {
  test('sends one payout when it runs concurrently, an hour later and every day after', async () => {
    const people = [await newEarner(world), await newEarner(world), await newEarner(world)];
    for (const person of people) await person.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    await Promise.all([runPayOut(), runPayOut(), runPayOut()]);
    world.advance(3_600_000);
    await runPayOut();
    for (let day = 0; day < 5; day += 1) {
      world.advance(DAY);
      await runPayOut();
    }
    for (const person of people) {
      expect(sentTo(person)).toHaveLength(1);
      expect(await seen(person)).toHaveLength(1);
      expect(await owedTo(person)).toBe(0);
    }
    await expectLedgerMatchesStripe(world);
  });

  test('pays each month’s earnings once when it runs months late', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    const period = monthOf(world.now());
    advanceTo(world, fromIso(`${monthAfter(period)}-20T10:00:00.000Z`));
    await earn(world, ana);
    advanceTo(world, fromIso(`${monthAfter(period, 2)}-20T10:00:00.000Z`));
    await earn(world, ana);
    await runPayOut();
    expect(await seen(ana)).toMatchObject([
      { period: monthAfter(period), amount: 22 },
      { period, amount: 22 },
    ]);
    expect(await owedTo(ana)).toBe(NET);
    await expectLedgerMatchesStripe(world);
  });

  test('stops before its time limit, and continues in the next run', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    await runPayOut(10_000);
    expect(await seen(ana)).toEqual([]);
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
  });

  test('leaves the earning of a concurrent answer to the next month', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    await Promise.all([runPayOut(), earn(world, ana), runPayOut()]);
    await runPayOut();
    expect(sentTo(ana)).toMatchObject([{ amount: NET }]);
    expect(await owedTo(ana)).toBe(NET);
    await expectLedgerMatchesStripe(world);
  });
});

describe('a failed transfer', () => {
  test('returns the money to the balance, and the next month tries again', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe, { outcome: 'REFUSING' });
    const period = monthOf(world.now());
    const lines = await errorLines(() => runPayday(world));
    expect(lines).toMatchObject([{ message: 'a payout was refused', userId: ana.user.id, period }]);
    expect(await seen(ana)).toMatchObject([{ period, amount: 22, status: 'FAILED', paidAt: null }]);
    expect(await owedTo(ana)).toBe(NET);
    expect(sentTo(ana)).toEqual([]);
    await expectLedgerMatchesStripe(world);
    await ana.setsUpPayouts(world.stripe);
    await runPayOut();
    expect(await seen(ana)).toHaveLength(1);
    await runPayday(world);
    expect(await seen(ana)).toMatchObject([
      { period: monthAfter(period), amount: 22, status: 'PAID' },
      { status: 'FAILED' },
    ]);
    expect(await owedTo(ana)).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('because Stripe does not respond is sent once when Stripe responds again', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    world.stripe.faults.next({
      kind: 'status-500',
      path: '/v1/transfers',
      method: 'POST',
      times: 9,
    });
    await runPayOut();
    world.stripe.faults.clear();
    expect(await seen(ana)).toMatchObject([{ status: 'SENDING', paidAt: null }]);
    expect((await ledgerOf(world))['payout:transit']).toBe(NET);
    world.advance(11 * 60_000);
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
    expect(sentTo(ana)).toHaveLength(1);
    await expectLedgerMatchesStripe(world);
  });

  test('is tried again after a day at the latest, however often it has failed', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    world.stripe.faults.next({ kind: 'status-500', path: '/v1/transfers', times: 999 });
    for (let day = 0; day < 9; day += 1) {
      await runPayOut();
      world.advance(DAY);
    }
    expect(await seen(ana)).toMatchObject([{ status: 'SENDING' }]);
    world.stripe.faults.clear();
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
  });

  test('whose response was lost days ago is found at Stripe and not created again', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    world.stripe.faults.next({
      kind: 'lose-reply',
      path: '/v1/transfers',
      method: 'POST',
      times: 9,
    });
    await runPayOut();
    world.stripe.faults.clear();
    world.advance(3 * DAY);
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
    expect(sentTo(ana)).toHaveLength(1);
    await expectLedgerMatchesStripe(world);
  });
});

test('the decision of a payout that other changes of the balance overtake is given up after 24 tries', async () => {
  const id = newId(world.now());
  const due = dueIndex('PAYOUT', later(world.now(), -1), id);
  await table.write(put({ ...balanceKey(id), balance: 5_000, outgoing: 0, ...due }));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const decide = () => decideDuePayouts({ table, log, now: world.now() } as never, id);
  expect(await world.losingEveryWrite(balanceKey(id), decide)).toEqual({
    result: new Error(`the payout of ${id} could not be decided`),
    tries: 24,
  });
});

describe('a stale index that still lists what the payout schedule has done', () => {
  test('causes no second payout of a balance', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    await expectNothingTwice(world, runPayOut);
    expect(sentTo(ana)).toMatchObject([{ amount: NET }]);
  });

  test('causes no second transfer of a payout', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    await runPaydayWithoutStripe();
    await expectNothingTwice(world, runPayOut);
    expect(sentTo(ana)).toMatchObject([{ amount: NET }]);
  });

  test('causes no transfer of a payout that Stripe has refused, once the account can be paid', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe, { outcome: 'REFUSING' });
    await runPaydayWithoutStripe();
    const before = sentTo(ana).length;
    await world.repeatedWithStaleIndex(runPayOut, () => ana.setsUpPayouts(world.stripe));
    expect(await seen(ana)).toMatchObject([{ status: 'FAILED' }]);
    expect(sentTo(ana)).toHaveLength(before);
    await expectLedgerMatchesStripe(world);
  });
});

/** Decides the payouts of the next payday while Stripe fails, and waits until they are tried again. */
async function runPaydayWithoutStripe(): Promise<void> {
  world.stripe.faults.next({ kind: 'status-500', times: 99 });
  await runPayday(world);
  world.stripe.faults.clear();
  world.advance(15 * MINUTE);
}
