import { dueAfter, monthAfter } from '../../shared/rules/payouts/payouts.ts';
import { DAY, HOUR, MINUTE, monthOf } from '../../shared/time.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import type { ChooseFault } from './driver.ts';
import type { Item, TableEngine } from './engine.ts';
import { HistoryRun } from './history-run.ts';
import { createPeople } from './initial-people.ts';
import { finalStateOf } from './invariants/final-state.ts';
import { violationsOf } from './invariants/registry.ts';
import { Prng } from './prng.ts';
import type { InjectedFault } from './processes.ts';
import { FIRST_MORNING, startSimulation } from './runner.ts';
import { clock, recover, type Simulation } from './simulation.ts';
import { isUndecided } from './stripe-actions.ts';

/*
 * A random history: people, schedules, webhooks, banks and the clock act in an order that a seed decides, and the
 * same seed decides which faults are injected. A seed always gives the same history.
 */

export type History = {
  readonly seed: number;
  readonly steps: readonly string[];
  readonly violations: readonly string[];
  /** How often each thing occurred. */
  readonly coverage: Coverage;
  /** Every item of the table at the end. */
  readonly dump: readonly Item[];
};

export async function runHistory(seed: number, engine: TableEngine): Promise<History> {
  const random = new Prng(seed);
  const simulation = await startSimulation(
    seed ^ 0x5eed,
    FIRST_MORNING + random.below(30 * 24) * HOUR,
  );
  try {
    await performActions(simulation, random, engine);
    await runToRest(simulation, random);
  } catch (fault) {
    simulation.driver.unexpectedErrors.push(`the history failed: ${(fault as Error).stack}`);
  }
  const dump = await engine.dump();
  const coverage = coverageOf(finalStateOf(simulation.world, dump));
  return {
    seed,
    steps: simulation.driver.steps,
    violations: violationsOf(simulation, dump),
    coverage: coverage,
    dump,
  };
}

async function performActions(
  simulation: Simulation,
  random: Prng,
  engine: TableEngine,
): Promise<void> {
  const { driver } = simulation;
  const run = new HistoryRun(simulation, random, await createPeople(simulation, random), engine);
  driver.chooseFault = faultRates(random);
  simulation.timeLeft = random.chance(0.2) ? shortRuns(random) : () => 30_000;
  const weights = actionWeights(random);
  const atOnce = random.between(1, 4);
  for (let left = random.between(15, 80); left > 0; ) {
    const busy = driver.processes.alive.length;
    if (busy > 0 && (busy >= atOnce || random.chance(0.85))) await run.step();
    else {
      left -= 1;
      await ACTIONS[random.weighted(weights)][0](run);
    }
    await run.finishOverdue();
  }
}

/** Picks the rates of crashes and other faults for one history. */
function faultRates(random: Prng): ChooseFault {
  const [crash, failure] = [random.pick([0, 0, 0.01, 0.03, 0.08]), random.pick([0, 0, 0.02, 0.06])];
  const failures: Readonly<Record<'table' | 'stripe' | 'bus' | 'phone', readonly InjectedFault[]>> =
    {
      table: ['retried', 'retried', 'failed', 'responseLost'],
      stripe: ['responseLost', 'failed', 'delayed', 'throttled', 'serverError'],
      bus: ['failed', 'responseLost', 'throttled'],
      phone: ['failed', 'responseLost'],
    };
  return (_process, { effect: { service, writes } }) => {
    if (writes && random.chance(crash)) return random.pick(['crashBefore', 'crashAfter']);
    // Stripe requests are rarer than writes to the table and have more ways to fail.
    if (!random.chance(service === 'stripe' ? failure * 3 : failure)) return 'none';
    // For reads, a lost response is the same as a failed request.
    if (writes) return random.pick(failures[service]);
    return service === 'stripe' ? random.pick(['failed', 'serverError', 'throttled']) : 'failed';
  };
}

/** Returns the remaining run time of functions in milliseconds, which is sometimes too short. */
function shortRuns(random: Prng): () => number {
  return () => (random.chance(0.7) ? 30_000 : 1_000);
}

/** Picks the action weights of one history: some actions are more frequent, some never happen. */
function actionWeights(random: Prng): Record<ActionName, number> {
  const entries = Object.entries(ACTIONS).map(([name, [, weight]]) => {
    const factor = random.chance(0.15) ? 0 : random.pick([0.5, 1, 1, 2]);
    return [name, weight * factor] as const;
  });
  return { ...(Object.fromEntries(entries) as Record<ActionName, number>), pay: ACTIONS.pay[1] };
}

/** Runs until nothing is pending except the next month: banks decide disputes, and deadlines and paydays pass. */
async function runToRest(simulation: Simulation, random: Prng): Promise<void> {
  await recover(simulation);
  const { stripe } = simulation.world;
  for (const dispute of stripe.all('disputes'))
    if (isUndecided(dispute) && random.chance(0.7))
      await stripe.requestManually('POST', `/_bank/disputes/${dispute.id}/decision`, {
        outcome: random.pick(['won', 'lost']),
      });
  const payday = dueAfter(monthAfter(monthOf(clock.now()), 0)) + MINUTE;
  for (const moment of [clock.now() + 6.6 * DAY, clock.now() + 11 * DAY, payday]) {
    simulation.advanceTo(moment);
    await recover(simulation, 'short');
  }
  await simulation.runJobs('reconcileLedger');
}
