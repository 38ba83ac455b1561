import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@smithy/core/client';
import { documents } from '#functions/storage/table.ts';
import { unrefTimersOf } from './crash.ts';
import { operationOf } from './operation-name.ts';

/*
 * Two calls that overlap in every order of their steps. The first step of a call reaches to its first effect: a write of the table
 * or a change of a file in S3. Every other step is an effect and what the call reads after it. Each call waits at a gate before each
 * of its steps, so that the order alone decides what happens.
 */

type Process = {
  /** The steps that wait at the gate, the oldest first. */
  readonly waiting: (() => void)[];
  /** Called whenever the process arrives at its gate or ends. */
  onStop: () => void;
  ended: boolean;
};

const processes = new AsyncLocalStorage<Process>();

const isFileChange = (operation: string) => /^(PutObject|DeleteObject)$/.test(operation);
const isWrite = (command: string) => /^(Put|Update|Delete|TransactWrite)/.test(command);

async function atGate<Result>(send: () => Promise<Result>): Promise<Result> {
  const running = processes.getStore();
  if (!running) return send();
  await new Promise<void>((resolve) => {
    running.waiting.push(resolve);
    running.onStop();
  });
  return send();
}

/** Call once in a test file that orders the steps of calls. Code outside of `runInOrder` is unaffected. */
export function interceptSteps(): void {
  const { send } = Client.prototype;
  Client.prototype.send = function (this: unknown, ...sent: [{ input: object }]) {
    const run = () => Reflect.apply(send, this, sent);
    return (isFileChange(operationOf(sent[0])) ? atGate(run) : run()) as never;
  } as typeof send;
  documents.middlewareStack.add(
    (next, context) => (args) =>
      isWrite(String(context.commandName)) ? atGate(() => next(args)) : next(args),
    { step: 'initialize', name: 'interleavings' },
  );
  unrefTimersOf(processes);
}

/** One step of the first call, or of the second. */
type Turn = 0 | 1;

/** What became of a call: its result, or `stopped` if the order ended before the call did. */
export type Ended<Result> = { readonly result: Result } | 'stopped';

/**
 * Runs two calls in the given order of steps. Returns what became of them. A call that the order
 * leaves unfinished never goes on, as after a crash.
 */
export async function runInOrder<Result>(
  order: readonly Turn[],
  works: readonly [() => Promise<Result>, () => Promise<Result>],
): Promise<readonly Ended<Result>[]> {
  const ended: Ended<Result>[] = ['stopped', 'stopped'];
  const running = works.map((work, index) => processOf(work, ended, index));
  for (const turn of order) {
    const process = running[turn] as Process;
    if (process.ended) continue;
    await untilStop(process, () => process.waiting.shift()?.());
  }
  return ended;
}

function processOf<Result>(
  work: () => Promise<Result>,
  ended: Ended<Result>[],
  index: number,
): Process {
  const process: Process = { waiting: [], onStop: () => {}, ended: false };
  process.waiting.push(() => {
    processes.run(process, work).then((result) => {
      ended[index] = { result };
      process.ended = true;
      process.onStop();
    });
  });
  return process;
}

/** Waits until the process is at its gate again, or has ended. */
const untilStop = (process: Process, move: () => void): Promise<void> =>
  new Promise((resolve) => {
    process.onStop = resolve;
    move();
  });

/** Runs a call alone, and returns how many steps it takes. */
export async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  const process = processOf(work, [], 0);
  let steps = 0;
  while (!process.ended) {
    steps += 1;
    await untilStop(process, () => process.waiting.shift()?.());
  }
  return steps;
}

/**
 * The most changes from one call to the other in an order. A fault of two calls needs no more, as experience with other programs shows
 * (Musuvathi and Qadeer, Iterative Context Bounding, 2007). EVERY_ORDER=true allows any number, as the nightly run does.
 */
const MOST_CHANGES = process.env.EVERY_ORDER === 'true' ? Number.POSITIVE_INFINITY : 3;

/** Returns the orders in which one call takes `first` steps and the other `second` steps. */
export const ordersOf = (first: number, second: number): readonly (readonly Turn[])[] =>
  everyOrder(first, second).filter((order) => changesIn(order) <= MOST_CHANGES);

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
