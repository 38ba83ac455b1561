/*
 * Processes that take turns. Each effect of a process (a read or write of the table, a request to the card provider, an
 * event for the bus) waits at a gate until whoever runs the history opens it, and says what becomes of it there. Only one
 * process runs at any moment, and it runs until it waits again; so a history is the order of its gates and nothing else.
 */

export type Service = 'table' | 'stripe' | 'bus' | 'phone';
export type Effect = {
  readonly service: Service;
  /** Writes change something outside the process; crashes are counted by them. */
  readonly writes: boolean;
  /** What it is, for people who read a history. */
  readonly description: string;
};

/**
 * What becomes of an effect. `dieBefore`, `dieAfter`: the process is gone. `repeat`: its answer was lost, and the client
 * library asked once more. `fail`: it is not done, and the process hears of a fault. `lose`: it is done, and the process
 * hears of a fault. `slow`: it waits at the provider, its idempotency key in use.
 */
export type InjectedFault =
  | 'none'
  | 'crashBefore'
  | 'crashAfter'
  | 'retried'
  | 'failed'
  | 'responseLost'
  | 'delayed'
  /** The provider is overloaded, or broken: 429 and 500. */
  | 'throttled'
  | 'serverError';

/** How an effect is done, as its place knows it: what each fate means there. */
export type Perform = (fault: InjectedFault) => Promise<unknown>;

export type Gate = {
  readonly effect: Effect;
  readonly perform: Perform;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: unknown) => void;
};

type Timer = { readonly at: number; readonly fire: () => void };

export class Process {
  state: 'running' | 'done' | 'failed' | 'crashed' = 'running';
  /** An effect of it went wrong: a fault that it ends with is no fault of its own. */
  hadFault = false;
  answer: unknown;
  error: unknown;
  readonly gates: Gate[] = [];
  readonly timers: Timer[] = [];
  /** Requests that wait at the provider. */
  requestsInFlight = 0;

  constructor(
    readonly number: number,
    readonly name: string,
    /** By the movable clock. */
    readonly startedAt: number,
    /** A request on its way, which nobody can crash any more. */
    readonly isNetwork = false,
  ) {}

  get isAlive(): boolean {
    return this.state === 'running';
  }
}

const nextTurn = setImmediate;
const eventLoopTurn = () => new Promise<void>((resolve) => nextTurn(resolve));
const never = () => new Promise<never>(() => {});
/** Turns of the event loop that a process may wait for something that is no effect: the loading of a module. */
const MAX_TURNS = 100_000;

export class Processes {
  /** The one that runs now; undefined while it is the harness itself that acts. */
  #running: Process | undefined;
  #made = 0;
  #living: Process[] = [];

  /** Those that are not at their end, oldest first. */
  get alive(): readonly Process[] {
    return this.#living;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** What the one that runs now is called. */
  get running(): string | undefined {
    return this.#running?.name;
  }

  /** Begins `work` as a process, and answers once it waits at its first gate, or is done. */
  async start(name: string, now: number, work: () => Promise<unknown>): Promise<Process> {
    const process = new Process(++this.#made, name, now);
    this.#living.push(process);
    this.#running = process;
    // The first line runs here as well, so that nothing of it happens outside.
    work().then(
      (answer) => this.#end(process, 'done', answer),
      (fault) => this.#end(process, 'failed', fault),
    );
    await this.#untilItWaits(process);
    return process;
  }

  /** What the places call: the effect waits for its gate. Outside of processes it is done at once. */
  perform(effect: Effect, perform: Perform): Promise<unknown> {
    const process = this.#running;
    if (!process) return perform('none');
    if (!process.isAlive) return never();
    return new Promise((resolve, reject) => {
      process.gates.push({ effect, perform: perform, resolve, reject });
    });
  }

  /** Opens a gate: the effect meets its fate, and the process runs until it waits again. */
  async openGate(process: Process, gate: Gate, fault: InjectedFault): Promise<void> {
    process.gates.splice(process.gates.indexOf(gate), 1);
    if (fault === 'crashBefore') return this.#crash(process);
    if (fault === 'delayed') return this.#sendDelayed(process, gate);
    if (fault !== 'none') process.hadFault = true;
    const answered = await outcomeOf(gate.perform(fault));
    if (fault === 'crashAfter') return this.#crash(process);
    await this.#resume(process, () => answered(gate));
  }

  /** Lets the earliest timer ring; a process that waits for nothing else only waits for time. */
  async fireTimer(process: Process): Promise<void> {
    const timer = process.timers.reduce((one, other) => (other.at < one.at ? other : one));
    process.timers.splice(process.timers.indexOf(timer), 1);
    await this.#resume(process, timer.fire);
  }

  /** A timer of the running process; undefined where none runs. */
  setTimer(fire: () => void, after: number): Timer | undefined {
    const process = this.#running;
    if (!process) return undefined;
    const timer = { at: after, fire: fire };
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

  /** Forgets whatever still lives: the next history begins with nobody. */
  clear(): void {
    this.#living = [];
    this.#made = 0;
    this.#running = undefined;
  }

  /** The request is on its way whatever happens to who sent it; a gate of the network lets it arrive. */
  async #sendDelayed(process: Process, { effect, perform, resolve, reject }: Gate): Promise<void> {
    process.requestsInFlight += 1;
    const network = new Process(
      ++this.#made,
      `network request of ${process.number}`,
      process.startedAt,
      true,
    );
    this.#living.push(network);
    const { doing: arrive, arrived } = arrival(perform);
    network.gates.push({
      effect: { ...effect, description: `${effect.description} arrives` },
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

  /** The answer of a slow request is there: it is one more gate, of its reader. */
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
  }

  async #resume(process: Process, work: () => void): Promise<void> {
    if (!process.isAlive) return;
    this.#running = process;
    work();
    await this.#untilItWaits(process);
  }

  async #untilItWaits(process: Process): Promise<void> {
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

/** How something ended, to be handed on later. */
async function outcomeOf(work: Promise<unknown>): Promise<(gate: Gate) => void> {
  try {
    const answer = await work;
    return ({ resolve }) => resolve(answer);
  } catch (fault) {
    return ({ reject }) => reject(fault);
  }
}

/** Splits an effect into its arrival, which the network's gate brings about, and its answer. */
function arrival(perform: Perform): {
  readonly doing: Perform;
  readonly arrived: Promise<unknown>;
} {
  let tell: (answer: Promise<unknown>) => void = () => {};
  const arrived = new Promise<unknown>((resolve) => {
    tell = resolve;
  });
  return {
    arrived,
    doing: async () => {
      const answer = perform('none');
      tell(answer);
      await answer.catch(() => undefined);
    },
  };
}
