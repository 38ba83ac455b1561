import { dueAfter, monthAfter } from '../../shared/rules/payouts/payouts.ts';
import { DAY, HOUR, MINUTE, monthOf } from '../../shared/time.ts';
import { Dice } from './dice.ts';
import type { Decide } from './driver.ts';
import type { Item, TableEngine } from './engine.ts';
import { ACTIONS, type ActionName } from './everyday.ts';
import { violationsOf } from './invariants/all.ts';
import { viewOf } from './invariants/view.ts';
import { openingOf } from './opening.ts';
import { Play } from './play.ts';
import type { Fate } from './processes.ts';
import { clock, heal, type Stage } from './stage.ts';
import { type Tally, tallyOf } from './tally.ts';
import { MORNING, nextStage } from './theatre.ts';

/*
 * A random history: people, schedules, webhooks, banks and the clock in an order that a seed decides, on a machine that
 * fails as the seed decides. The same seed is the same history to the last step.
 */

export type History = {
  readonly seed: number;
  readonly steps: readonly string[];
  readonly violations: readonly string[];
  /** What came about. */
  readonly tally: Tally;
  /** Every item of the table at the end. */
  readonly dump: readonly Item[];
};

export async function runHistory(seed: number, engine: TableEngine): Promise<History> {
  const dice = new Dice(seed);
  const stage = await nextStage(seed ^ 0x5eed, MORNING + dice.below(30 * 24) * HOUR);
  try {
    await play(stage, dice, engine);
    await comeToRest(stage, dice);
  } catch (fault) {
    stage.driver.faults.push(`the history ends: ${(fault as Error).stack}`);
  }
  const dump = await engine.dump();
  const tally = tallyOf(viewOf(stage.world, dump));
  return { seed, steps: stage.driver.steps, violations: violationsOf(stage, dump), tally, dump };
}

async function play(stage: Stage, dice: Dice, engine: TableEngine): Promise<void> {
  const { driver } = stage;
  const play = new Play(stage, dice, await openingOf(stage, dice), engine);
  driver.decide = weather(dice);
  stage.timeLeft = dice.chance(0.2) ? shortRuns(dice) : () => 30_000;
  const weights = mood(dice);
  const atOnce = dice.between(1, 4);
  for (let left = dice.between(15, 80); left > 0; ) {
    const busy = driver.processes.living.length;
    if (busy > 0 && (busy >= atOnce || dice.chance(0.85))) await play.step();
    else {
      left -= 1;
      await ACTIONS[dice.weighed(weights)][0](play);
    }
    await play.endLate();
  }
}

/** How much goes wrong in a history, and what. */
function weather(dice: Dice): Decide {
  const [crash, stumble] = [dice.pick([0, 0, 0.01, 0.03, 0.08]), dice.pick([0, 0, 0.02, 0.06])];
  const stumbles: Readonly<Record<'table' | 'stripe' | 'bus' | 'phone', readonly Fate[]>> = {
    table: ['repeat', 'repeat', 'fail', 'lose'],
    stripe: ['lose', 'fail', 'slow', 'refused', 'broken'],
    bus: ['fail', 'lose', 'refused'],
    phone: ['fail', 'lose'],
  };
  return (_process, { effect: { place, writes } }) => {
    if (writes && dice.chance(crash)) return dice.pick(['dieBefore', 'dieAfter']);
    // There are few requests to the provider for each write of the table, and more that can become of them.
    if (!dice.chance(place === 'stripe' ? stumble * 3 : stumble)) return 'done';
    // What only reads has no answer that matters less than another.
    if (writes) return dice.pick(stumbles[place]);
    return place === 'stripe' ? dice.pick(['fail', 'broken', 'refused']) : 'fail';
  };
}

/** Functions that are stopped in the middle of their slices. */
function shortRuns(dice: Dice): () => number {
  return () => (dice.chance(0.7) ? 30_000 : 1_000);
}

/** Each history has its own habits: some things happen more often, some not at all. */
function mood(dice: Dice): Record<ActionName, number> {
  const entries = Object.entries(ACTIONS).map(([name, [, weight]]) => {
    const factor = dice.chance(0.15) ? 0 : dice.pick([0.5, 1, 1, 2]);
    return [name, weight * factor] as const;
  });
  return { ...(Object.fromEntries(entries) as Record<ActionName, number>), pay: ACTIONS.pay[1] };
}

/** Banks decide, deadlines and paydays come: in the end nobody waits for anything but the next month. */
async function comeToRest(stage: Stage, dice: Dice): Promise<void> {
  await heal(stage);
  const { provider } = stage.world;
  for (const { id, status } of provider.all('disputes'))
    if (status.endsWith('needs_response') && dice.chance(0.7))
      await provider.does('POST', `/_bank/disputes/${id}/decision`, {
        outcome: dice.pick(['won', 'lost']),
      });
  const payday = dueAfter(monthAfter(monthOf(clock.now()), 0)) + MINUTE;
  for (const moment of [clock.now() + 6.6 * DAY, clock.now() + 11 * DAY, payday]) {
    stage.pass(moment);
    await heal(stage, 'short');
  }
  await stage.runJobs('reconcileLedger');
}
