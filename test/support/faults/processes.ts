import type { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Cooperative processes. Each effect of a process (a write of the table, a request to Stripe, an event for the bus; in the simulation
 * a read as well) waits at a gate until a test or the driver of a history opens it and chooses the fault it meets. Only one process
 * runs at a time, until it waits again, so the order of the opened gates determines everything that happens.
 */

type Service = 'table' | 'stripe' | 'bus' | 'phone';
export type Effect = {
  readonly service: Service;
  /** Whether the effect changes something outside the process; crash points count writes. */
  readonly writes: boolean;
  /** A description for the log. */
  readonly description: string;
};

/** The injected outcome of an effect: docs/simulation.md has a table of what each does. */
export const INJECTED_FAULTS = [
  'none',
  'crashBefore',
  'crashAfter',
  'retried',
  'failed',
  'responseLost',
  'delayed',
  'slow',
  'tooLate',
  'throttled',
  'serverError',
] as const;
export type InjectedFault = (typeof INJECTED_FAULTS)[number];

/** Performs an effect at its service, which decides what each fault means there. A `slow` one waits for `until` first. */
export type Perform = (fault: InjectedFault, until?: Promise<void>) => Promise<unknown>;

export type Gate = {
  readonly effect: Effect;
  readonly perform: Perform;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: unknown) => void;
};

type Timer = { readonly at: number; readonly fire: () => void };

export class Process {
  state: 'running' | 'done' | 'failed' | 'crashed' = 'running';
  /** Whether a fault was injected; the error that the process then ends with is expected. */
  hadFault = false;
  /** Whether Stripe refused a request because another process used its idempotency key at the same time. */
  hadConflict = false;
  answer: unknown;
  error: unknown;
  readonly gates: Gate[] = [];
  readonly timers: Timer[] = [];
  /** Requests in flight to Stripe. */
  requestsInFlight = 0;
  /** Called when the process arrives at a gate or ends. */
  onStop = (): void => {};

  constructor(
    readonly number: number,
    readonly name: string,
    /** In the time of the simulated clock. */
    readonly startedAt: number,
    /** A request in flight, which survives a crash of its sender. */
    readonly isNetwork = false,
  ) {}

  get isAlive(): boolean {
    return this.state === 'running';
  }
}

const nextTurn = setImmediate;
const eventLoopTurn = () => new Promise<void>((resolve) => nextTurn(resolve));
const never = () => new Promise<never>(() => {});
/**
 * The number of event loop turns that a process may wait for something other than an effect, such as the loading of a
 * module.
 */
const MAX_TURNS = 100_000;

export class Processes {
  /** The running process; undefined while the test harness runs. */
  #running: Process | undefined;
  #made = 0;
  #living: Process[] = [];

  /**
   * `owners`: knows of all code to which process it belongs. Without it the code is that of the one process that runs, which
   * is so where every request and timer of a process waits at a gate, and where nothing else runs beside it.
   */
  constructor(private readonly owners?: AsyncLocalStorage<Process>) {}

  /** Processes that have not ended, oldest first. */
  get alive(): readonly Process[] {
    return this.#living;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** The process to which the running code belongs; undefined while the test or the harness runs. */
  get running(): Process | undefined {
    return this.owners ? this.owners.getStore() : this.#running;
  }

  /** Starts `work` as a process, and returns once it waits at its first gate or has ended. */
  async start(name: string, now: number, work: () => Promise<unknown>): Promise<Process> {
    const process = new Process(++this.#made, name, now);
    this.#living.push(process);
    this.#running = process;
    // The synchronous part of `work` runs here too, so that its effects belong to the process.
    const running = this.owners ? this.owners.run(process, work) : work();
    running.then(
      (answer) => this.#end(process, 'done', answer),
      (fault) => this.#end(process, 'failed', fault),
    );
    await this.#untilItWaits(process);
    return process;
  }

  /** Called at the boundary: the effect waits at a gate. Outside of processes it is performed at once. */
  perform(effect: Effect, perform: Perform): Promise<unknown> {
    const process = this.running;
    if (!process) return perform('none');
    if (!process.isAlive) return never();
    return new Promise((resolve, reject) => {
      process.gates.push({ effect, perform, resolve, reject });
      process.onStop();
    });
  }

  /** Called at the boundary for what needs no gate: it is sent at once, unless its process has crashed. */
  pass(send: () => Promise<unknown>): Promise<unknown> {
    const process = this.running;
    return process && !process.isAlive ? never() : send();
  }

  /** Opens a gate: the effect is performed with its fault, and the process runs until it waits again. */
  async openGate(process: Process, gate: Gate, fault: InjectedFault): Promise<void> {
    process.gates.splice(process.gates.indexOf(gate), 1);
    if (fault === 'crashBefore') return this.#crash(process);
    if (fault === 'delayed' || fault === 'slow') return this.#sendDelayed(process, gate, fault);
    if (fault !== 'none') process.hadFault = true;
    const answered = await outcomeOf(gate.perform(fault));
    if (fault === 'crashAfter') return this.#crash(process);
    // An answer from the network comes in a later turn. The table model answers in the same one.
    await eventLoopTurn();
    await this.#resume(process, () => answered(gate));
  }

  /** Fires the earliest timer of a process that waits for nothing else. */
  async fireTimer(process: Process): Promise<void> {
    const timer = process.timers.reduce((one, other) => (other.at < one.at ? other : one));
    process.timers.splice(process.timers.indexOf(timer), 1);
    await this.#resume(process, timer.fire);
  }

  /** Sets a timer of the running process; returns undefined if none runs. */
  setTimer(fire: () => void, after: number): Timer | undefined {
    const process = this.#running;
    if (!process) return undefined;
    const timer = { at: after, fire };
    process.timers.push(timer);
    return timer;
  }

  clearTimer(timer: unknown): boolean {
    for (const { timers } of this.#living) {
      const found = timers.indexOf(timer as Timer);
      if (found >= 0) return timers.splice(found, 1).length > 0;
    }
    return false;
  }

  /** Removes all processes before the next history. */
  clear(): void {
    this.#living = [];
    this.#made = 0;
    this.#running = undefined;
  }

  /** Puts a request in flight that survives a crash of its sender; a gate of the network lets Stripe perform it. */
  async #sendDelayed(
    process: Process,
    { effect, perform, resolve, reject }: Gate,
    fault: 'delayed' | 'slow',
  ): Promise<void> {
    process.requestsInFlight += 1;
    const network = new Process(
      ++this.#made,
      `network request of ${process.number}`,
      process.startedAt,
      true,
    );
    this.#living.push(network);
    const { arrive, arrived } = fault === 'slow' ? slowArrival(perform) : arrival(perform);
    const end = fault === 'slow' ? 'is performed' : 'arrives';
    network.gates.push({
      effect: { ...effect, description: `${effect.description} ${end}` },
      perform: arrive,
      resolve: () => this.#end(network, 'done', undefined),
      reject: () => this.#end(network, 'done', undefined),
    });
    void arrived.then(
      (answer) => {
        process.requestsInFlight -= 1;
        if (process.isAlive) this.#queueResponse(process, () => resolve(answer));
      },
      (fault) => {
        process.requestsInFlight -= 1;
        if (process.isAlive) this.#queueResponse(process, () => reject(fault));
      },
    );
  }

  /** Queues the response of a delayed request as one more gate of its sender. */
  #queueResponse(process: Process, answer: () => void): void {
    const effect = {
      service: 'stripe',
      writes: false,
      description: 'the delayed response arrives',
    } as const;
    process.gates.push({ effect, perform: async () => undefined, resolve: answer, reject: answer });
  }

  #crash(process: Process): void {
    process.hadFault = true;
    this.#end(process, 'crashed', undefined);
    process.gates.length = 0;
    process.timers.length = 0;
  }

  #end(process: Process, state: Process['state'], what: unknown): void {
    if (!process.isAlive) return;
    process.state = state;
    if (state === 'failed') process.error = what;
    else process.answer = what;
    this.#living = this.#living.filter((one) => one !== process);
    process.onStop();
  }

  async #resume(process: Process, work: () => void): Promise<void> {
    if (!process.isAlive) return;
    this.#running = process;
    work();
    await this.#untilItWaits(process);
  }

  async #untilItWaits(process: Process): Promise<void> {
    if (this.owners) return untilItStops(process);
    for (let turns = 0; turns < MAX_TURNS; turns += 1) {
      await eventLoopTurn();
      const { isAlive, gates, timers, requestsInFlight } = process;
      if (!isAlive || gates.length > 0 || timers.length > 0 || requestsInFlight > 0) {
        this.#running = undefined;
        return;
      }
    }
    throw new Error(`${process.name} waits for something other than an effect`);
  }
}

/** Waits until a process is at a gate or has ended; what begins in the same turn arrives at its gates too. */
async function untilItStops(process: Process): Promise<void> {
  if (process.isAlive && process.gates.length === 0)
    await new Promise<void>((resolve) => {
      process.onStop = resolve;
    });
  await eventLoopTurn();
}

/** Waits for an outcome and returns a function that hands it to a gate. */
async function outcomeOf(work: Promise<unknown>): Promise<(gate: Gate) => void> {
  try {
    const answer = await work;
    return ({ resolve }) => resolve(answer);
  } catch (fault) {
    return ({ reject }) => reject(fault);
  }
}

/** An effect in flight: `arrive` lets the service perform it, and `arrived` is its response. */
type InFlight = { readonly arrive: Perform; readonly arrived: Promise<unknown> };

/** A request that has arrived, and that the service performs later. */
function slowArrival(perform: Perform): InFlight {
  let arrive: () => void = () => {};
  const arrived = perform(
    'slow',
    new Promise<void>((resolve) => {
      arrive = resolve;
    }),
  );
  return {
    arrived,
    arrive: async () => {
      arrive();
      await arrived.catch(() => undefined);
    },
  };
}

/** A request that arrives later. */
function arrival(perform: Perform): InFlight {
  let tell: (answer: Promise<unknown>) => void = () => {};
  const arrived = new Promise<unknown>((resolve) => {
    tell = resolve;
  });
  return {
    arrived,
    arrive: async () => {
      const answer = perform('none');
      tell(answer);
      await answer.catch(() => undefined);
    },
  };
}
