import { DAY, MINUTE } from '#shared/time.ts';
import type { Process } from '#test/support/faults/processes.ts';
import { FIRST_MORNING } from './clock.ts';
import type { Failure } from './crash-points.ts';
import type { Driver } from './driver.ts';
import type { TableEngine } from './engine.ts';
import type { Race } from './flow-steps.ts';
import { violationsOf } from './invariants/registry.ts';
import { recover } from './recovery.ts';
import { startSimulation } from './runner.ts';
import { clock, type Simulation } from './simulation.ts';
import { TransientFaults } from './transient-faults.ts';

/*
 * Bounded search over the schedules of a race. No faults are injected; only the order varies. A preemption pauses a call
 * before one of its effects and lets the other run. Most bugs of concurrency need only two or three
 * (https://www.microsoft.com/en-us/research/publication/iterative-context-bounding-for-systematic-testing-of-multithreaded-programs/).
 */

/** The number of effects before each preemption: of the first call, then of the second, then of the first again. */
type Schedule = readonly number[];

/** The maximum number of effects of a call; without it, one that never ends would run forever. */
const MAX_EFFECTS = 100;

/**
 * The schedule after this one with as many preemptions, or undefined after the last. `ended`: the position of the first
 * preemption that did not happen, because its call had ended before.
 */
function scheduleAfter(schedule: Schedule, ended: number | undefined): Schedule | undefined {
  const last = ended === undefined ? schedule.length - 1 : ended - 1;
  if (last < 0) return undefined;
  const next = schedule.slice(0, last + 1).map((count, nth) => count + (nth === last ? 1 : 0));
  if (next.some((count) => count > MAX_EFFECTS)) throw new Error('there is always one more effect');
  return firstSchedule(schedule.length, next);
}

/** Only the first call can be preempted before it has had an effect. */
const firstSchedule = (preemptions: number, begin: Schedule = [0]): Schedule => [
  ...begin,
  ...Array<number>(preemptions - begin.length).fill(1),
];

type RaceRun = { readonly schedule: Schedule; readonly failure: Failure | undefined };

/**
 * Runs a race in every schedule with at most this many preemptions, but only in every nth of those with two or more. The schedules
 * with one preemption also run with transient faults. Schedules that differ only in the order of reads between two writes have
 * the same outcome; the first of them is checked.
 */
export async function* runRace(
  engine: TableEngine,
  race: Race,
  maxPreemptions: number,
  nth = 1,
): AsyncGenerator<RaceRun> {
  yield* runSchedules(engine, race, { maxPreemptions, nth });
  yield* runSchedules(engine, race, { maxPreemptions: 1, nth: 1, faultSeed: 1 });
}

type Selection = {
  readonly maxPreemptions: number;
  readonly nth: number;
  /** The seed of the transient faults; without it there are none. */
  readonly faultSeed?: number;
};

async function* runSchedules(
  engine: TableEngine,
  race: Race,
  { maxPreemptions, nth, faultSeed }: Selection,
): AsyncGenerator<RaceRun> {
  const seen = new Set<string>();
  let count = 0;
  for (let preemptions = 1; preemptions <= maxPreemptions; preemptions += 1) {
    let schedule: Schedule | undefined = firstSchedule(preemptions);
    while (schedule) {
      const [at = 0] = schedule;
      const faults = new TransientFaults(faultSeed === undefined ? undefined : faultSeed + at);
      const simulation = await startSimulation(1, FIRST_MORNING, faults);
      const { ended, order } = await runSchedule(simulation, race, schedule);
      const isPicked = preemptions === 1 || count++ % nth === 0;
      if (ended === undefined && isPicked && !seen.has(order)) {
        seen.add(order);
        yield { schedule, failure: await checkRace(simulation, engine) };
      }
      schedule = scheduleAfter(schedule, ended);
    }
  }
}

/** Runs both calls of a race to their ends in the order of a schedule, or until one ends before it is preempted. */
async function runSchedule(simulation: Simulation, race: Race, schedule: Schedule) {
  const steps = await race.prepare(simulation);
  const calls: Process[] = [];
  const order = new EffectOrder(simulation.driver);
  for (const [nth, count] of schedule.entries()) {
    const which = nth % 2;
    const step = steps[which];
    if (step) calls[which] ??= await step(simulation);
    const running = calls[which] as Process;
    for (let done = 0; done < count && running.isAlive; done += 1) await order.step(running);
    if (!running.isAlive) return { ended: nth, order: '' };
  }
  // The other call continues, and then the one that was preempted last.
  const other = schedule.length % 2;
  const step = steps[other];
  if (step) calls[other] ??= await step(simulation);
  for (const call of [calls[other], calls[1 - other]]) while (call?.isAlive) await order.step(call);
  return { ended: undefined, order: order.text };
}

/** The order of the effects of a run: its writes, and between them how many effects of which call only read. */
class EffectOrder {
  #writes = '';
  readonly #reads = new Map<number, number>();

  constructor(private readonly driver: Driver) {}

  async step(process: Process): Promise<void> {
    const [gate] = process.gates;
    if (gate?.effect.writes) {
      this.#writes = `${this.text} ${process.number}!`;
      this.#reads.clear();
    } else this.#reads.set(process.number, (this.#reads.get(process.number) ?? 0) + 1);
    if (!(await this.driver.step(process))) throw new Error(`${process.name} can make no progress`);
  }

  get text(): string {
    const reads = [...this.#reads].sort(([one], [other]) => one - other);
    return `${this.#writes} ${reads.map(([number, count]) => `${number}:${count}`).join()}`;
  }
}

/** Recovers, checks every invariant, and once more after every deadline. */
async function checkRace(
  simulation: Simulation,
  engine: TableEngine,
): Promise<Failure | undefined> {
  await recover(simulation);
  const soon = violationsOf(simulation, await engine.dump());
  simulation.advanceTo(clock.now() + 11 * DAY + MINUTE);
  await recover(simulation, 'short');
  const violations = [...soon, ...violationsOf(simulation, await engine.dump())];
  return violations.length === 0 ? undefined : { violations, steps: simulation.driver.steps };
}
