import { MINUTE } from '../../shared/time.ts';
import type { Decide } from './driver.ts';
import type { TableEngine } from './engine.ts';
import { violationsOf } from './invariants/all.ts';
import type { Flow } from './moves.ts';
import type { Process } from './processes.ts';
import { clock, heal, type Stage } from './stage.ts';
import { nextStage } from './theatre.ts';

/*
 * A flow dies at each of its writes in turn, before it and after it; what comes to its help dies at each of its own; and
 * then the world heals. Every point, and every pair of points, is one small history.
 */

/** What comes first after a crash: the schedules, the provider's webhooks, or the client that asks again. */
export const HELPERS = ['schedules', 'webhooks', 'client'] as const;
/** The provider's webhooks never come: the schedules have to bring everything to its end alone. */
export const ALONE = 'schedules alone';
export type Helper = (typeof HELPERS)[number] | typeof ALONE;

export type Point = { readonly at: number; readonly when: 'dieBefore' | 'dieAfter' };

/** A crash point, or a pair of them, after which something does not hold. */
export type Failure = {
  readonly flow: string;
  readonly helper: Helper;
  readonly points: readonly Point[];
  readonly violations: readonly string[];
  readonly steps: readonly string[];
};

export type Outcome = { readonly points: number; readonly failures: readonly Failure[] };

/** Counts the writes of what runs, and kills at one of them. */
class Killer {
  #writes = 0;
  struck = false;

  constructor(private readonly point: Point | undefined) {}

  readonly decide: Decide = (_process, { effect }) => {
    if (!effect.writes || this.struck) return 'done';
    this.#writes += 1;
    if (this.#writes !== this.point?.at) return 'done';
    this.struck = true;
    return this.point.when;
  };
}

/** One history: the flow with its crash, its helper with another, and the healing. */
export async function playCrash(
  engine: TableEngine,
  flow: Flow,
  helper: Helper,
  [first, second]: readonly Point[],
): Promise<{ readonly struck: readonly boolean[]; readonly failure: Failure | undefined }> {
  const stage = await nextStage(1);
  const { driver } = stage;
  const moves = await flow.prepare(stage);
  const [one, other] = [new Killer(first), new Killer(second)];
  driver.decide = one.decide;
  let cut: Process | undefined;
  let done = 0;
  for (const move of moves) {
    const process = await move(stage);
    await driver.finish(process);
    stage.settle(process);
    if (process.state === 'dead') {
      cut = process;
      break;
    }
    done += 1;
  }
  driver.decide = other.decide;
  if (helper === ALONE) stage.world.provider.mute = true;
  if (cut) await help(stage, helper, moves.slice(done));
  await heal(stage);
  const violations = violationsOf(stage, await engine.dump());
  const points = [first, second].filter((point) => point !== undefined);
  return {
    struck: [one.struck, other.struck],
    failure:
      violations.length === 0
        ? undefined
        : { flow: flow.name, helper, points, violations, steps: driver.steps },
  };
}

async function help(
  stage: Stage,
  helper: Helper,
  left: readonly ((stage: Stage) => Promise<Process>)[],
): Promise<void> {
  const { driver } = stage;
  driver.note(`the ${helper} come to help`);
  const finish = (process: Process) => driver.finish(process);
  if (helper === 'webhooks') {
    await stage.bringOnce(finish);
  } else if (helper === 'client') {
    for (const move of left) {
      const process = await move(stage);
      await finish(process);
      stage.settle(process);
    }
  } else {
    stage.pass(clock.now() + 3 * MINUTE);
    await stage.runJobs('finishPayments', 'expireConversations', 'payOut');
  }
}

const WHENS = ['dieBefore', 'dieAfter'] as const;
/** A flow that never ends would be a fault of its own. */
const MOST = 200;

/** Every single crash point of a flow. Answers how many there are, and what failed. */
export async function everyPoint(
  engine: TableEngine,
  flow: Flow,
  helper: Helper,
): Promise<Outcome & { readonly struck: readonly Point[] }> {
  const failures: Failure[] = [];
  const struck: Point[] = [];
  for (const when of WHENS)
    for (let at = 1; at < MOST; at += 1) {
      const played = await playCrash(engine, flow, helper, [{ at, when }]);
      if (!played.struck[0]) break;
      struck.push({ at, when });
      if (played.failure) failures.push(played.failure);
    }
  return { points: struck.length, struck, failures };
}

/** Every crash point of a flow, each with every crash point of what helps it afterwards. */
export async function everyPair(engine: TableEngine, flow: Flow, helper: Helper): Promise<Outcome> {
  const { struck: firsts } = await everyPoint(engine, flow, helper);
  const failures: Failure[] = [];
  let points = 0;
  for (const first of firsts)
    for (const when of WHENS)
      for (let at = 1; at < MOST; at += 1) {
        const played = await playCrash(engine, flow, helper, [first, { at, when }]);
        if (!played.struck[1]) break;
        points += 1;
        if (played.failure) failures.push(played.failure);
      }
  return { points, failures };
}
