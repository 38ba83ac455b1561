import { subscribers } from '#shared/api/subscribers.ts';
import { dueAfter, monthAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, HOUR, MINUTE, monthOf } from '#shared/time.ts';
import {
  type Effect,
  INJECTED_FAULTS,
  type InjectedFault,
} from '#test/support/faults/processes.ts';
import { ACTIONS, type Actions, ALL_ACTIONS, AREAS, type Area, CALLS } from './actions.ts';
import { Choices, type Decisions } from './choices.ts';
import { FIRST_MORNING } from './clock.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import type { ChooseFault } from './driver.ts';
import type { Item, TableEngine } from './engine.ts';
import { MONEY_SUBSCRIBERS, SUBSCRIBERS } from './event-bus.ts';
import { HistoryRun } from './history-run.ts';
import { createPeople, createStaff } from './initial-people.ts';
import { violationsOf } from './invariants/registry.ts';
import { snapshotOf } from './invariants/snapshot.ts';
import { ProviderConditions } from './provider-conditions.ts';
import { missedDifferences } from './reconciliation-check.ts';
import { recover } from './recovery.ts';
import { reconcile } from './reported-differences.ts';
import { startSimulation } from './runner.ts';
import { clock, type Simulation } from './simulation.ts';
import { isUndecided } from './stripe-actions.ts';
import { TransientFaults } from './transient-faults.ts';

/*
 * A random history: people, schedules, webhooks, banks and the clock act in an order that a seed decides, and the
 * same seed decides which faults are injected. A seed always gives the same history.
 */

export type History = {
  /** What was chosen; replaying it gives the same history. */
  readonly decisions: Decisions;
  readonly steps: readonly string[];
  readonly violations: readonly string[];
  /** How often each thing occurred. */
  readonly coverage: Coverage;
  /** Every item of the table at the end. */
  readonly dump: readonly Item[];
};

/** Runs the history of a seed. */
export const runHistory = (seed: number, engine: TableEngine): Promise<History> =>
  runWith(new Choices(seed), seed ^ 0x5eed, engine);

/** Runs a history with recorded choices; a choice that no longer fits is replaced by the usual one. */
export const replayHistory = (decisions: Decisions, engine: TableEngine): Promise<History> =>
  runWith(new Choices(0, decisions), 0, engine);

async function runWith(random: Choices, seed: number, engine: TableEngine): Promise<History> {
  const chosenSeed = random.number(() => seed);
  const conditions = new ProviderConditions(chosenSeed);
  const simulation = await startSimulation(
    chosenSeed,
    FIRST_MORNING + random.below(30 * 24) * HOUR,
    TransientFaults.sometimes(chosenSeed),
  );
  try {
    conditions.apply(simulation);
    await performActions(simulation, random, engine, conditions);
    await runUntilSettled(simulation, random, conditions);
  } catch (fault) {
    simulation.driver.unexpectedErrors.push(`the history failed: ${(fault as Error).stack}`);
  }
  const dump = await engine.dump();
  const coverage = coverageOf(snapshotOf(simulation.world, dump));
  const violations = violationsOf(simulation, dump);
  return {
    decisions: random.decisions,
    steps: simulation.driver.steps,
    violations:
      // If Stripe and the product disagree, there are differences already, and the times of the two cannot be compared.
      violations.length > 0 || conditions.isImperfect
        ? violations
        : await missedDifferences(chosenSeed, simulation, engine),
    coverage: { ...coverage, ...simulation.driver.faultCounts },
    dump,
  };
}

/** The log entry before the first step. */
export const PEOPLE_READY = 'the people are ready';

/** The name of an action, `step`, or `finish`, by which all processes end and which occurs only in shrunk histories. */
type StepName = string;

async function performActions(
  simulation: Simulation,
  random: Choices,
  engine: TableEngine,
  conditions: ProviderConditions,
): Promise<void> {
  const { driver } = simulation;
  const areas = areaFactors(random);
  const people = await createPeople(simulation, random, areas.contacts > 1);
  const run = new HistoryRun(simulation, random, people, await createStaff(), engine);
  simulation.world.bus.subscribed = SUBSCRIBERS.filter(
    (name) =>
      (MONEY_SUBSCRIBERS as readonly string[]).includes(name) ||
      // Subscribers to one or two types of events cost little time, so more histories have them.
      random.chance(subscribers[name].events.length <= 2 ? 0.49 : 0.1),
  );
  driver.log(PEOPLE_READY);
  run.hasSlowNetwork = conditions.hasSlowNetwork;
  driver.chooseFault = conditions.withLateAnswers(faultRates(random));
  simulation.timeLeft = random.chance(0.2) ? shortRuns(random) : () => 30_000;
  const weights = weightedActions(random, areas);
  const atOnce = random.between(1, 4);
  let left = random.between(15, 74);
  const chooseStep = (): StepName | 'end' => {
    if (left === 0) return 'end';
    const busy = driver.processes.alive.length;
    if (busy > 0 && (busy >= atOnce || random.chance(0.85))) return 'step';
    left -= 1;
    return random.weighted(weights);
  };
  for (let name = random.nextStep(chooseStep); name !== 'end'; name = random.nextStep(chooseStep)) {
    await perform(name, run);
    if (name !== 'step') await conditions.actAtProvider(simulation);
    await run.finishOverdue();
  }
}

/** Performs a step: what somebody does right after a response, another action, or a step of the processes. */
async function perform(name: StepName, run: HistoryRun): Promise<void> {
  if (name === 'step') return run.step();
  if (name === 'finish') return run.endProcesses();
  const next = run.random.chance(0.8) ? run.next.shift() : undefined;
  run.turnOf = next?.by;
  const [action] = (next && CALLS[next.operation]) ?? ALL_ACTIONS[name] ?? [];
  await action?.(run);
  run.turnOf = undefined;
}

/** Picks the rates of crashes and other faults for one history. */
function faultRates(random: Choices): ChooseFault {
  const [crash, failure] = [random.pick([0, 0, 0.01, 0.03, 0.08]), random.pick([0, 0, 0.02, 0.06])];
  const failures: Readonly<Record<'table' | 'stripe' | 'bus' | 'phone', readonly InjectedFault[]>> =
    {
      table: ['retried', 'retried', 'failed', 'responseLost'],
      stripe: ['responseLost', 'failed', 'delayed', 'throttled', 'serverError'],
      bus: ['failed', 'responseLost', 'throttled'],
      phone: ['failed', 'responseLost'],
    };
  const choose: (effect: Effect) => InjectedFault = ({ service, writes }) => {
    if (writes && random.chance(crash)) return random.pick(['crashBefore', 'crashAfter']);
    // Stripe requests are rarer than writes to the table and have more ways to fail.
    if (!random.chance(service === 'stripe' ? failure * 3 : failure)) return 'none';
    // For reads, a lost response is the same as a failed request.
    if (writes) return random.pick(failures[service]);
    return service === 'stripe' ? random.pick(['failed', 'serverError', 'throttled']) : 'failed';
  };
  return (_process, { effect }) => random.named(INJECTED_FAULTS, () => choose(effect));
}

/** Returns the remaining run time of functions in milliseconds, which is sometimes too short. */
function shortRuns(random: Choices): () => number {
  return () => (random.chance(0.7) ? 30_000 : 1_000);
}

/** Picks how much there is of each area besides money: in most of the histories nothing. */
function areaFactors(random: Choices): Record<Area, number> {
  const isAboutMoney = random.chance(0.6);
  const factors = (Object.keys(AREAS) as Area[]).map(
    (area) => [area, isAboutMoney ? 0 : random.pick([0, 0, 0, 1, 6])] as const,
  );
  return Object.fromEntries(factors) as Record<Area, number>;
}

/** Picks the action weights of one history: some actions are more frequent, some never happen. */
function weightedActions(
  random: Choices,
  areas: Readonly<Record<Area, number>>,
): Readonly<Record<string, number>> {
  const varied = (actions: Actions, of: number, prefix = ''): Record<string, number> =>
    Object.fromEntries(
      Object.entries(actions).map(([name, [, weight]]) => {
        const factor = random.chance(0.15) ? 0 : random.pick([0.5, 1, 1, 2]);
        return [`${prefix}${name}`, weight * factor * of];
      }),
    );
  const others = (Object.keys(areas) as Area[]).map((area) =>
    areas[area] > 0 ? varied(AREAS[area], areas[area], `${area} `) : {},
  );
  return Object.assign(varied(ACTIONS, 1), { pay: ACTIONS.pay[1] }, ...others);
}

/** Runs until nothing is pending except the next month: banks decide disputes, and deadlines and paydays pass. */
async function runUntilSettled(
  simulation: Simulation,
  random: Choices,
  conditions: ProviderConditions,
): Promise<void> {
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
    await recover(simulation, 'short', ['deliverPostponed', 'recheckLinks']);
  }
  await simulation.runJobs('publishReliability', 'watchPayouts');
  await simulation.deliverAll();
  const wasMoved = await conditions.moveMoneyManually(simulation);
  if (wasMoved) {
    // By our clock it may have happened in the future.
    simulation.advanceTo(clock.now() + 3 * MINUTE);
    // A refund that waits for a bank may be due for another try.
    await simulation.runMoneyJobs();
    await simulation.deliverAll();
  }
  // It reads as much as a fifth of a history, and `ledgerAgreesWithStripe` compares the same amounts.
  if (random.chance(0.25) || wasMoved) await reconcile(simulation);
}
