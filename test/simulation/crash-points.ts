import { createHash } from 'node:crypto';
import { MINUTE } from '#shared/time.ts';
import { Crasher, type CrashPoint } from '#test/support/faults/crash-point.ts';
import type { Process } from '#test/support/faults/processes.ts';
import { FIRST_MORNING } from './clock.ts';
import type { TableEngine } from './engine.ts';
import { type Flow, type FlowStep, runStep } from './flow-steps.ts';
import { violationsOf } from './invariants/registry.ts';
import { recover } from './recovery.ts';
import { startSimulation } from './runner.ts';
import { clock, type Simulation } from './simulation.ts';
import { TransientFaults } from './transient-faults.ts';

/*
 * Crashes a flow before and after each of its writes, crashes the recovery at each of its writes, and then lets
 * everything recover without faults. Every crash point, and every pair of crash points, is one small history.
 */

/** The first to recover after a crash: the schedules, the webhooks or the client's repeated request. */
export const RECOVERIES = ['schedules', 'webhooks', 'client'] as const;
/** No webhook is ever delivered, so the schedules have to finish everything. */
export const SCHEDULES_ALONE = 'schedules alone';
type Recovery = (typeof RECOVERIES)[number] | typeof SCHEDULES_ALONE;

/** The invariants that a run violated, and its steps. */
export type Failure = {
  readonly violations: readonly string[];
  readonly steps: readonly string[];
};

type CrashRun = {
  readonly points: readonly CrashPoint[];
  /** The crash points of the flow, and of the recovery after it, up to the crash in each. */
  readonly passed: readonly [flow: readonly CrashPoint[], recovery: readonly CrashPoint[]];
  readonly failure: Failure | undefined;
};

/**
 * Runs one history: the flow with its crash, the recovery with an optional second crash, and the final recovery
 * without faults.
 */
async function runCrash(
  engine: TableEngine,
  flow: Flow,
  recovery: Recovery,
  points: readonly CrashPoint[],
): Promise<CrashRun> {
  const simulation = await startSimulation(1, FIRST_MORNING, transientFaultsOf(flow, recovery));
  const { driver } = simulation;
  const steps = await flow.prepare(simulation);
  const [inFlow, inRecovery] = [new Crasher(points[0]), new Crasher(points[1])];
  driver.chooseFault = inFlow.chooseFault;
  let crashed: Process | undefined;
  let done = 0;
  for (const step of steps) {
    const process = await runStep(simulation, step);
    if (process.state === 'crashed') {
      crashed = process;
      break;
    }
    done += 1;
  }
  driver.chooseFault = inRecovery.chooseFault;
  if (recovery === SCHEDULES_ALONE) simulation.world.stripe.losesWebhooks = true;
  if (crashed) await runRecovery(simulation, recovery, steps.slice(done));
  await recover(simulation);
  const violations = violationsOf(simulation, await engine.dump());
  return {
    points,
    passed: [inFlow.points, inRecovery.points],
    failure: violations.length === 0 ? undefined : { violations, steps: driver.steps },
  };
}

/**
 * The transient faults of the runs of a flow. They are the same in each of them, so that every run reaches its crash point; a
 * rejected try writes nothing and is no crash point. With the schedules there are none.
 */
function transientFaultsOf({ name }: Flow, recovery: Recovery): TransientFaults {
  if (recovery === 'schedules' || recovery === SCHEDULES_ALONE)
    return new TransientFaults(undefined);
  const seed = createHash('sha256').update(`${name} ${recovery}`).digest().readUInt32BE();
  return new TransientFaults(seed);
}

async function runRecovery(
  simulation: Simulation,
  recovery: Recovery,
  left: readonly FlowStep[],
): Promise<void> {
  simulation.driver.log(`recovery by the ${recovery}`);
  if (recovery === 'webhooks') {
    await simulation.deliverAllOnce();
  } else if (recovery === 'client') {
    for (const step of left) await runStep(simulation, step);
  } else {
    simulation.advanceTo(clock.now() + 3 * MINUTE);
    await simulation.runMoneyJobs();
  }
}

/** Whether a crash point of a flow runs, by its place among them. */
type Choice = (place: number) => boolean;

/** Runs the chosen crash points of a flow. A run without a crash finds them, and comes first if it fails itself. */
export async function* runPoints(
  engine: TableEngine,
  flow: Flow,
  recovery: Recovery,
  isChosen: Choice,
): AsyncGenerator<CrashRun> {
  const whole = await runCrash(engine, flow, recovery, []);
  // Without webhooks a flow may still wait for one, although nothing has crashed.
  if (whole.failure && recovery !== SCHEDULES_ALONE) yield whole;
  for (const [place, point] of whole.passed[0].entries())
    if (isChosen(place)) yield await runCrash(engine, flow, recovery, [point]);
}

/**
 * Runs the chosen crash points of a flow, and every nth pair of one with a crash point of the recovery after it. The pairs of all
 * points are counted together, so that a crash at each point of a recovery is in some pair.
 */
export async function* runPairs(
  engine: TableEngine,
  flow: Flow,
  recovery: Recovery,
  isChosen: Choice,
  nth: number,
): AsyncGenerator<CrashRun> {
  let pair = 0;
  for await (const single of runPoints(engine, flow, recovery, isChosen)) {
    yield single;
    if (single.points.length === 0) continue;
    for (const second of single.passed[1])
      if (pair++ % nth === 0)
        yield await runCrash(engine, flow, recovery, [...single.points, second]);
  }
}
