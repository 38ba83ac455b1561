import { AsyncLocalStorage } from 'node:async_hooks';
import timers from 'node:timers';
import { Client } from '@smithy/core/client';
import { documents } from '#functions/storage/table.ts';
import { operationOf } from './operation-name.ts';
import { startWorld, type World } from './world.ts';

/*
 * Simulates the crash of a process at an effect: after it, nothing is sent except reads, and no response to an effect arrives.
 * Effects are writes to the table and to S3, emails, and POST requests to Stripe and to push services. The code under test
 * hangs, as it would in a crashed process.
 */

type Process = {
  effects: number;
  readonly crashAt: number;
  readonly when: 'before' | 'after';
  /** Called once, when the process crashes. */
  onCrash: () => void;
  hasCrashed: boolean;
  /** The number of effects that have begun and not ended. */
  inFlight: number;
  /** Collects the numbers of effects that begin while another one is in flight. */
  readonly overlapping: Set<number>;
};

const processes = new AsyncLocalStorage<Process>();
const never = () => new Promise<never>(() => {});

type Kind = 'effect' | 'read' | 'other';

async function perform<Result>(send: () => Promise<Result>, kind: Kind): Promise<Result> {
  const running = processes.getStore();
  // A crashed process may read, because a live one may wait for the same read: concurrent readers of a secret share one.
  if (!running || kind === 'read') return send();
  if (running.hasCrashed) return never();
  if (kind === 'other') return send();
  running.effects += 1;
  const isLast = running.effects === running.crashAt;
  if (running.inFlight > 0) running.overlapping.add(running.effects);
  running.inFlight += 1;
  try {
    if (!isLast) return await send();
    // A refused effect is one too: otherwise the process would go on, and later effects would never be reached.
    if (running.when === 'after') await send().catch(() => undefined);
  } finally {
    running.inFlight -= 1;
  }
  running.hasCrashed = true;
  running.onCrash();
  return never();
}

const isWrite = (command: string) => /^(Put|Update|Delete|TransactWrite)/.test(command);
const isFileOrEmail = (operation: string) => /^(PutObject|DeleteObject|SendEmail)$/.test(operation);
const isRead = (operation: string) => /^(Get|BatchGet|TransactGet|Query)/.test(operation);
const realFetch = globalThis.fetch;

type Timers = { setTimeout: typeof globalThis.setTimeout };

/**
 * Unrefs the timers of processes that may crash (ten seconds for a request, thirty for a function), so that they do not keep
 * Jest running.
 */
export function unrefTimersOf(processes: AsyncLocalStorage<unknown>): void {
  for (const owner of [globalThis as Timers, timers as Timers]) unrefTimersAt(owner, processes);
  // Updates the named imports of packages. Jest's version of `node:module` does nothing here.
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

function unrefTimersAt(owner: Timers, processes: AsyncLocalStorage<unknown>): void {
  const before = owner.setTimeout as typeof owner.setTimeout & { real?: typeof owner.setTimeout };
  // Node's built-in module is shared by all test files of a worker.
  const real = before.real ?? before;
  const begin = (...timer: Parameters<typeof real>) => {
    const handle = real(...timer);
    return processes.getStore() ? handle.unref() : handle;
  };
  owner.setTimeout = Object.assign(begin, real, { real });
}

/** Call once in a test file that crashes processes. Code outside `runProcess` is unaffected. */
export function interceptEffects(): void {
  globalThis.fetch = (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    const { STRIPE_API_BASE = '', PUSH_SERVICE = '{"url":"none"}' } = process.env;
    const outside = [STRIPE_API_BASE, JSON.parse(PUSH_SERVICE).url];
    const { method = 'GET' } = init ?? {};
    const counts = method === 'POST' && outside.some((base) => address.startsWith(base));
    const other = method === 'GET' ? 'read' : 'other';
    return perform(() => realFetch(input, init), counts ? 'effect' : other);
  };
  const { send } = Client.prototype;
  Client.prototype.send = function (this: unknown, ...sent: [{ input: object }]) {
    const operation = operationOf(sent[0]);
    const other = isRead(operation) ? 'read' : 'other';
    const kind = isFileOrEmail(operation) ? 'effect' : other;
    return perform(() => Reflect.apply(send, this, sent), kind) as never;
  } as typeof send;
  unrefTimersOf(processes);
  documents.middlewareStack.add(
    (next, context) => (args) =>
      perform(() => next(args), isWrite(String(context.commandName)) ? 'effect' : 'read'),
    { step: 'initialize', name: 'crash' },
  );
}

export type RunOutcome<Result> =
  | { readonly is: 'completed'; readonly result: Result; readonly effects: number }
  | { readonly is: 'crashed' };

/**
 * Runs `work` as a process that crashes before or after its n-th effect, unless it ends earlier. Adds to `overlapping` the numbers
 * of the effects that began while another one was in flight.
 */
export function runProcess<Result>(
  crashAt: number,
  when: 'before' | 'after',
  work: () => Promise<Result>,
  overlapping = new Set<number>(),
): Promise<RunOutcome<Result>> {
  return new Promise((resolve, reject) => {
    const onCrash = () => resolve({ is: 'crashed' });
    const running: Process = {
      effects: 0,
      crashAt,
      when,
      onCrash,
      hasCrashed: false,
      inFlight: 0,
      overlapping,
    };
    processes
      .run(running, work)
      .then((result) => resolve({ is: 'completed', result, effects: running.effects }), reject);
  });
}

/** Runs `work` as a process that may crash; returns whether it completed. */
export type Kill = <Result>(work: () => Promise<Result>) => Promise<boolean>;

/**
 * Runs a scenario repeatedly: crashes the processes that it starts with `kill` after each of their effects in turn, until they
 * complete. Before an effect they only read, so a crash there is the same as one after the last effect: it is tried only before the
 * first, and before those that begin while another one is in flight. Returns the number of effects.
 */
export async function crashAtEveryEffect(scenario: (kill: Kill) => Promise<void>): Promise<number> {
  const overlapping = new Set<number>();
  const crash = async (crashAt: number, when: 'before' | 'after') => {
    let completed = true;
    await scenario(async (work) => {
      const isComplete = (await runProcess(crashAt, when, work, overlapping)).is === 'completed';
      completed &&= isComplete;
      return isComplete;
    });
    return !completed;
  };
  let effects = 0;
  while (await crash(effects + 1, 'after')) effects += 1;
  for (const crashAt of new Set([1, ...overlapping])) await crash(crashAt, 'before');
  return effects;
}

/** The same, each time in a new world. */
export const crashInNewWorlds = (scenario: (world: World, kill: Kill) => Promise<void>) =>
  crashAtEveryEffect(async (kill) => {
    const world = await startWorld();
    try {
      await scenario(world, kill);
    } finally {
      await world.stop();
    }
  });
