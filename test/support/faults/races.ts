import { openNextGate, resultOf, startGated } from './gated-processes.ts';
import type { Process } from './processes.ts';

/*
 * Two calls that overlap in an order of their steps that no timing decides. The first step of a call reaches to its first effect. Every
 * other step is an effect and what the call reads after it.
 */

/** One step of the first call, or of the second. */
export type Turn = 0 | 1;

/** What became of a call: its result, or `stopped` if the order ended before the call did. */
export type Ended<Result> = { readonly result: Result } | 'stopped';

type Calls<Result> = readonly [() => Promise<Result>, () => Promise<Result>];

/** A call of a race, which begins with its first step. */
class Racer<Result> {
  steps = 0;
  #process: Process | undefined;

  constructor(private readonly call: () => Promise<Result>) {}

  get hasEnded(): boolean {
    return this.#process !== undefined && !this.#process.isAlive;
  }

  async step(): Promise<void> {
    if (this.hasEnded) return;
    this.steps += 1;
    if (this.#process) await openNextGate(this.#process);
    else this.#process = await startGated(this.call);
  }

  async finish(): Promise<void> {
    while (!this.hasEnded) await this.step();
  }

  get ended(): Ended<Result> {
    return this.#process && !this.#process.isAlive
      ? { result: resultOf(this.#process) as Result }
      : 'stopped';
  }
}

/** Runs two calls in the given order of steps. A call that the order leaves unfinished never goes on, as after a crash. */
export async function inOrder<Result>(
  order: readonly Turn[],
  ...[one, other]: Calls<Result>
): Promise<readonly [Ended<Result>, Ended<Result>]> {
  const racers = [new Racer(one), new Racer(other)] as const;
  for (const turn of order) await racers[turn].step();
  return [racers[0].ended, racers[1].ended];
}

/** Runs a call alone, and returns how many steps it takes. */
export async function stepsOf(call: () => Promise<unknown>): Promise<number> {
  const racer = new Racer(call);
  await racer.finish();
  return racer.steps;
}

/** Runs two calls, whose order is that of the round, to their ends; returns their results. */
export type Race = <Result>(...calls: Calls<Result>) => Promise<readonly [Result, Result]>;

/**
 * Plays a scenario repeatedly: the two calls that it gives to `race` run one after the other, the other way round, and then in the
 * orders of their steps with at most three changes from one call to the other. Each round has to prepare its people and things anew.
 */
export async function racing(
  scenario: (given: { readonly race: Race }) => Promise<void>,
): Promise<void> {
  const most = [0, 0];
  const play = (order: readonly Turn[], last: Turn) =>
    scenario({
      race: async (one, other) => {
        const racers = [new Racer(one), new Racer(other)] as const;
        for (const turn of order) await racers[turn].step();
        for (const racer of last === 0 ? [...racers].reverse() : racers) await racer.finish();
        for (const turn of [0, 1]) most[turn] = Math.max(most[turn] ?? 0, racers[turn]?.steps ?? 0);
        return [resultOfEnded(racers[0]), resultOfEnded(racers[1])];
      },
    });
  // The steps of a call may be fewer after the other one.
  await play([], 1);
  await play([], 0);
  const [first = 0, second = 0] = most;
  for (const order of ordersOf(first, second)) if (changesIn(order) > 1) await play(order, 1);
}

function resultOfEnded<Result>({ ended }: Racer<Result>): Result {
  if (ended === 'stopped') throw new Error('a call of the race has not ended');
  return ended.result;
}

/**
 * The most changes from one call to the other in an order. A fault of two calls needs no more, as experience with other programs shows
 * (Musuvathi and Qadeer, Iterative Context Bounding, 2007). EVERY_ORDER=true allows any number, as the nightly run does; `npm test`
 * plays one order of those with two changes.
 */
const mostChanges = () => (process.env.EVERY_ORDER === 'true' ? Number.POSITIVE_INFINITY : 3);

/** Returns the orders in which one call takes `first` steps and the other `second` steps. */
export function ordersOf(first: number, second: number): readonly (readonly Turn[])[] {
  const orders = everyOrder(first, second).filter((order) => changesIn(order) <= mostChanges());
  if (process.env.ONE_FAULT !== 'true') return orders;
  const overtaken = orders.filter((order) => changesIn(order) === 2);
  return overtaken.slice(overtaken.length >> 1).slice(0, 1);
}

const changesIn = (order: readonly Turn[]) =>
  order.filter((turn, nth) => nth > 0 && turn !== order[nth - 1]).length;

function everyOrder(first: number, second: number): readonly (readonly Turn[])[] {
  if (first === 0) return [Array<Turn>(second).fill(1)];
  if (second === 0) return [Array<Turn>(first).fill(0)];
  return [
    ...everyOrder(first - 1, second).map((rest) => [0, ...rest] as const),
    ...everyOrder(first, second - 1).map((rest) => [1, ...rest] as const),
  ];
}
