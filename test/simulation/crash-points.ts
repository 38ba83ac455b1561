import { MINUTE } from '../../shared/time.ts';
import type { ChooseFault } from './driver.ts';
import type { TableEngine } from './engine.ts';
import type { Flow } from './flow-steps.ts';
import { violationsOf } from './invariants/registry.ts';
import type { Process } from './processes.ts';
import { startSimulation } from './runner.ts';
import { clock, recover, type Simulation } from './simulation.ts';

/*
 * Crashes a flow before and after each of its writes, crashes the recovery at each of its writes, and then lets
 * everything recover without faults. Every crash point, and every pair of crash points, is one small history.
 */

/** The parts that can recover from a crash; each is tried first: the schedules, the webhooks, the client's repeated request. */
export const RECOVERIES = ['schedules', 'webhooks', 'client'] as const;
/** No webhook is ever delivered, so the schedules have to finish everything. */
export const SCHEDULES_ALONE = 'schedules alone';
export type Recovery = (typeof RECOVERIES)[number] | typeof SCHEDULES_ALONE;

export type Point = { readonly at: number; readonly when: 'crashBefore' | 'crashAfter' };

/** A crash point, or a pair of them, after which an invariant is violated. */
export type Failure = {
  readonly flow: string;
  readonly recovery: Recovery;
  readonly points: readonly Point[];
  readonly violations: readonly string[];
  readonly steps: readonly string[];
};

export type Outcome = { readonly points: number; readonly failures: readonly Failure[] };

/** Counts the writes of the running process and crashes it at one of them. */
class Crasher {
  #writes = 0;
  hasCrashed = false;

  constructor(private readonly point: Point | undefined) {}

  readonly chooseFault: ChooseFault = (_process, { effect }) => {
    if (!effect.writes || this.hasCrashed) return 'none';
    this.#writes += 1;
    if (this.#writes !== this.point?.at) return 'none';
    this.hasCrashed = true;
    return this.point.when;
  };
}

/**
 * Runs one history: the flow with its crash, the recovery with an optional second crash, and the final recovery
 * without faults.
 */
export async function runCrash(
  engine: TableEngine,
  flow: Flow,
  recovery: Recovery,
  [first, second]: readonly Point[],
): Promise<{ readonly crashed: readonly boolean[]; readonly failure: Failure | undefined }> {
  const simulation = await startSimulation(1);
  const { driver } = simulation;
  const steps = await flow.prepare(simulation);
  const [one, other] = [new Crasher(first), new Crasher(second)];
  driver.chooseFault = one.chooseFault;
  let crashed: Process | undefined;
  let done = 0;
  for (const step of steps) {
    const process = await step(simulation);
    await driver.finish(process);
    simulation.runFollowUp(process);
    if (process.state === 'crashed') {
      crashed = process;
      break;
    }
    done += 1;
  }
  driver.chooseFault = other.chooseFault;
  if (recovery === SCHEDULES_ALONE) simulation.world.stripe.losesWebhooks = true;
  if (crashed) await runRecovery(simulation, recovery, steps.slice(done));
  await recover(simulation);
  const violations = violationsOf(simulation, await engine.dump());
  const points = [first, second].filter((point) => point !== undefined);
  return {
    crashed: [one.hasCrashed, other.hasCrashed],
    failure:
      violations.length === 0
        ? undefined
        : { flow: flow.name, recovery, points, violations, steps: driver.steps },
  };
}

async function runRecovery(
  simulation: Simulation,
  recovery: Recovery,
  left: readonly ((simulation: Simulation) => Promise<Process>)[],
): Promise<void> {
  const { driver } = simulation;
  driver.log(`recovery by the ${recovery}`);
  const finish = (process: Process) => driver.finish(process);
  if (recovery === 'webhooks') {
    await simulation.deliverAllOnce(finish);
  } else if (recovery === 'client') {
    for (const step of left) {
      const process = await step(simulation);
      await finish(process);
      simulation.runFollowUp(process);
    }
  } else {
    simulation.advanceTo(clock.now() + 3 * MINUTE);
    await simulation.runJobs('finishPayments', 'expireConversations', 'payOut');
  }
}

const CRASH_TIMES = ['crashBefore', 'crashAfter'] as const;
/** The maximum number of writes in a flow; without it, a flow that never ends would run forever. */
const MAX_POINTS = 200;

/** Runs every single crash point of a flow. Returns the number of crash points and the failures. */
export async function runEveryPoint(
  engine: TableEngine,
  flow: Flow,
  recovery: Recovery,
): Promise<Outcome & { readonly reached: readonly Point[] }> {
  const failures: Failure[] = [];
  const reached: Point[] = [];
  for (const when of CRASH_TIMES)
    for (let at = 1; at < MAX_POINTS; at += 1) {
      const outcome = await runCrash(engine, flow, recovery, [{ at, when }]);
      if (!outcome.crashed[0]) break;
      reached.push({ at, when });
      if (outcome.failure) failures.push(outcome.failure);
    }
  return { points: reached.length, reached, failures };
}

/** Runs every crash point of a flow combined with every crash point of its recovery. */
export async function runEveryPair(
  engine: TableEngine,
  flow: Flow,
  recovery: Recovery,
): Promise<Outcome> {
  const { reached: firsts } = await runEveryPoint(engine, flow, recovery);
  const failures: Failure[] = [];
  let points = 0;
  for (const first of firsts)
    for (const when of CRASH_TIMES)
      for (let at = 1; at < MAX_POINTS; at += 1) {
        const outcome = await runCrash(engine, flow, recovery, [first, { at, when }]);
        if (!outcome.crashed[1]) break;
        points += 1;
        if (outcome.failure) failures.push(outcome.failure);
      }
  return { points, failures };
}
