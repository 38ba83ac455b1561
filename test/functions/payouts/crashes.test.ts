import { beforeAll, describe, expect, test } from '@jest/globals';
import { balanceOf } from '../../../functions/storage/ledger/ledger.ts';
import { table } from '../../../functions/storage/table.ts';
import { dueAfter, monthAfter } from '../../../shared/rules/payouts/payouts.ts';
import { DAY, fromIso, later, MINUTE, monthOf } from '../../../shared/time.ts';
import { runProcess, watchEffects } from '../../support/crash.ts';
import { agree, ledgerOf, postAllEvents } from '../../support/money.ts';
import {
  accountSeenBy,
  accountsOf,
  askForLink,
  creditor,
  NET,
  nextPayday,
  passTo,
  payoutsSeenBy,
  runPayOut,
  setUp,
  transfersOf,
} from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

/*
 * The process dies before or after each of its effects in turn. Then the healthy world goes on, by its schedule or by the
 * provider's webhooks, and the payout comes to its end: once, in the ledger and at the provider alike.
 */

let world: World;
beforeAll(watchEffects);

type Kill = <Result>(work: () => Promise<Result>) => Promise<boolean>;

/** Lets `scenario` die at each effect in turn, until it lives through; answers how many effects it has. */
async function dieEverywhere(scenario: (kill: Kill) => Promise<void>): Promise<number> {
  for (const when of ['before', 'after'] as const) {
    for (let dieAt = 1; ; dieAt += 1) {
      let lived = true;
      world = await startWorld();
      passTo(world, fromIso(`${monthAfter(monthOf(world.now()))}-20T10:00:00.000Z`));
      try {
        await scenario(async (work) => {
          lived = (await runProcess(dieAt, when, work)).is === 'lived';
          return lived;
        });
      } finally {
        await world.stop();
      }
      if (!lived) continue;
      if (when === 'before') break;
      return dieAt - 1;
    }
  }
  return 0;
}

type Healing = 'the schedule' | 'the webhook and the schedule' | 'a schedule that is days late';

async function heal(by: Healing): Promise<void> {
  if (by === 'the webhook and the schedule') await postAllEvents(world);
  // Longer than any idempotency key lasts.
  world.advance(by === 'a schedule that is days late' ? 3 * DAY : 15 * MINUTE);
  await runPayOut();
  await runPayOut();
  await postAllEvents(world);
  await agree(world);
}

const seen = async (person: Person) => (await payoutsSeenBy(world, person)).body.data;
const owedTo = async (person: Person) => (await balanceOf(table, person.user.id)).balance;

async function expectPaidOnce(person: Person): Promise<void> {
  expect(await seen(person)).toMatchObject([{ amount: 22, status: 'PAID' }]);
  expect(transfersOf(world)).toMatchObject([{ amount: NET }]);
  expect(await owedTo(person)).toBe(0);
  expect((await ledgerOf(world))['payout:transit']).toBe(0);
}

const HEALINGS: readonly Healing[] = [
  'the schedule',
  'the webhook and the schedule',
  'a schedule that is days late',
];

describe.each(HEALINGS)('whatever kills the process, %s brings to one end', (by) => {
  test('a payout', async () => {
    const effects = await dieEverywhere(async (kill) => {
      const ana = await creditor(world);
      await setUp(world, ana);
      await accountSeenBy(world, ana);
      await kill(async () => {
        passTo(world, nextPayday(world));
        await runPayOut();
      });
      await heal(by);
      await expectPaidOnce(ana);
    });
    // The account that is found ready, the decision, the transfer, what came of it.
    expect(effects).toBeGreaterThanOrEqual(3);
  }, 120_000);

  test('a payout that is refused', async () => {
    await dieEverywhere(async (kill) => {
      const ana = await creditor(world);
      await setUp(world, ana, 'REFUSING');
      passTo(world, nextPayday(world));
      await kill(runPayOut);
      await heal(by);
      expect(await seen(ana)).toMatchObject([{ status: 'FAILED' }]);
      expect(transfersOf(world)).toEqual([]);
      expect(await owedTo(ana)).toBe(NET);
      expect((await ledgerOf(world))['payout:transit']).toBe(0);
    });
  }, 120_000);

  test('a payout that waits, and then its account', async () => {
    await dieEverywhere(async (kill) => {
      const ana = await creditor(world);
      await askForLink(world, ana);
      passTo(world, nextPayday(world));
      await kill(runPayOut);
      world.advance(15 * MINUTE);
      await runPayOut();
      expect(await seen(ana)).toMatchObject([{ status: 'WAITING' }]);
      await setUp(world, ana);
      await kill(() => postAllEvents(world));
      await heal(by);
      await expectPaidOnce(ana);
    });
  }, 120_000);
});

test('a payout whose account becomes ready while it is sent goes out once', async () => {
  for (let round = 0; round < 4; round += 1) {
    world = await startWorld();
    const ana = await creditor(world);
    await askForLink(world, ana);
    passTo(world, nextPayday(world));
    await Promise.all([
      runPayOut(),
      setUp(world, ana).then(() => postAllEvents(world)),
      runPayOut(),
    ]);
    await heal('the schedule');
    await expectPaidOnce(ana);
    await world.stop();
  }
}, 60_000);

test('wherever asking for the link dies, asking again gives one account', async () => {
  const effects = await dieEverywhere(async (kill) => {
    const ana = await creditor(world);
    await kill(() => askForLink(world, ana));
    expect((await askForLink(world, ana)).http).toBe(200);
    await postAllEvents(world);
    expect(accountsOf(world)).toHaveLength(1);
    expect((await accountSeenBy(world, ana)).status).toBe('DETAILS_NEEDED');
  });
  // Two of limits, the account, that it is kept, the link.
  expect(effects).toBeGreaterThanOrEqual(3);
}, 60_000);

test('a decision that comes late takes nothing from the month after', async () => {
  world = await startWorld();
  const ana = await creditor(world);
  await setUp(world, ana);
  const period = monthOf(world.now());
  passTo(world, later(dueAfter(period), 40 * DAY));
  await Promise.all([runPayOut(), runPayOut()]);
  await runPayOut();
  await expectPaidOnce(ana);
  await agree(world);
  await world.stop();
}, 30_000);
