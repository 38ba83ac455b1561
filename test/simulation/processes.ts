/*
 * Processes that take turns. Each effect of a process (a read or write of the table, a request to the card provider, an
 * event for the bus) waits at a gate until whoever runs the history opens it, and says what becomes of it there. Only one
 * process runs at any moment, and it runs until it waits again; so a history is the order of its gates and nothing else.
 */

export type Place = 'table' | 'stripe' | 'bus' | 'phone';
export type Effect = {
  readonly place: Place;
  /** Writes change something outside the process; crashes are counted by them. */
  readonly writes: boolean;
  /** What it is, for people who read a history. */
  readonly says: string;
};

/**
 * What becomes of an effect. `dieBefore`, `dieAfter`: the process is gone. `repeat`: its answer was lost, and the client
 * library asked once more. `fail`: it is not done, and the process hears of a fault. `lose`: it is done, and the process
 * hears of a fault. `slow`: it waits at the provider, its idempotency key in use.
 */
export type Fate =
  | 'done'
  | 'dieBefore'
  | 'dieAfter'
  | 'repeat'
  | 'fail'
  | 'lose'
  | 'slow'
  /** The provider is overloaded, or broken: 429 and 500. */
  | 'refused'
  | 'broken';

/** How an effect is done, as its place knows it: what each fate means there. */
export type Doing = (fate: Fate) => Promise<unknown>;

export type Gate = {
  readonly effect: Effect;
  readonly doing: Doing;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: unknown) => void;
};

type Timer = { readonly at: number; readonly ring: () => void };

export class Process {
  state: 'running' | 'done' | 'failed' | 'dead' = 'running';
  /** An effect of it went wrong: a fault that it ends with is no fault of its own. */
  disturbed = false;
  answer: unknown;
  fault: unknown;
  readonly gates: Gate[] = [];
  readonly timers: Timer[] = [];
  /** Requests that wait at the provider. */
  underWay = 0;

  constructor(
    readonly nth: number,
    readonly name: string,
    /** By the movable clock. */
    readonly startedAt: number,
    /** A request on its way, which nobody can crash any more. */
    readonly isNetwork = false,
  ) {}

  get lives(): boolean {
    return this.state === 'running';
  }
}

const nextTurn = setImmediate;
const turn = () => new Promise<void>((resolve) => nextTurn(resolve));
const never = () => new Promise<never>(() => {});
/** Turns of the event loop that a process may wait for something that is no effect: the loading of a module. */
const PATIENCE = 100_000;

export class Processes {
  /** The one that runs now; undefined while it is the harness itself that acts. */
  #running: Process | undefined;
  #made = 0;
  #living: Process[] = [];

  /** Those that are not at their end, oldest first. */
  get living(): readonly Process[] {
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
  reach(effect: Effect, doing: Doing): Promise<unknown> {
    const process = this.#running;
    if (!process) return doing('done');
    if (!process.lives) return never();
    return new Promise((resolve, reject) => {
      process.gates.push({ effect, doing, resolve, reject });
    });
  }

  /** Opens a gate: the effect meets its fate, and the process runs until it waits again. */
  async open(process: Process, gate: Gate, fate: Fate): Promise<void> {
    process.gates.splice(process.gates.indexOf(gate), 1);
    if (fate === 'dieBefore') return this.#die(process);
    if (fate === 'slow') return this.#send(process, gate);
    if (fate !== 'done') process.disturbed = true;
    const answered = await settledBy(gate.doing(fate));
    if (fate === 'dieAfter') return this.#die(process);
    await this.#goOn(process, () => answered(gate));
  }

  /** Lets the earliest timer ring; a process that waits for nothing else only waits for time. */
  async ring(process: Process): Promise<void> {
    const timer = process.timers.reduce((one, other) => (other.at < one.at ? other : one));
    process.timers.splice(process.timers.indexOf(timer), 1);
    await this.#goOn(process, timer.ring);
  }

  /** A timer of the running process; undefined where none runs. */
  setTimer(ring: () => void, after: number): Timer | undefined {
    const process = this.#running;
    if (!process) return undefined;
    const timer = { at: after, ring };
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
  async #send(process: Process, { effect, doing, resolve, reject }: Gate): Promise<void> {
    process.underWay += 1;
    const network = new Process(
      ++this.#made,
      `the network, for ${process.nth}`,
      process.startedAt,
      true,
    );
    this.#living.push(network);
    const { doing: arrive, arrived } = arrival(doing);
    network.gates.push({
      effect: { ...effect, says: `${effect.says} arrives` },
      doing: arrive,
      resolve: () => this.#end(network, 'done', undefined),
      reject: () => this.#end(network, 'done', undefined),
    });
    void arrived.then(
      (answer) => {
        process.underWay -= 1;
        if (process.lives) this.#hand(process, () => resolve(answer));
      },
      (fault) => {
        process.underWay -= 1;
        if (process.lives) this.#hand(process, () => reject(fault));
      },
    );
  }

  /** The answer of a slow request is there: it is one more gate, of its reader. */
  #hand(process: Process, answer: () => void): void {
    const effect = { place: 'stripe', writes: false, says: 'the slow answer is there' } as const;
    process.gates.push({ effect, doing: async () => undefined, resolve: answer, reject: answer });
  }

  #die(process: Process): void {
    process.disturbed = true;
    this.#end(process, 'dead', undefined);
    process.gates.length = 0;
    process.timers.length = 0;
  }

  #end(process: Process, state: Process['state'], what: unknown): void {
    if (!process.lives) return;
    process.state = state;
    if (state === 'failed') process.fault = what;
    else process.answer = what;
    this.#living = this.#living.filter((one) => one !== process);
  }

  async #goOn(process: Process, work: () => void): Promise<void> {
    if (!process.lives) return;
    this.#running = process;
    work();
    await this.#untilItWaits(process);
  }

  async #untilItWaits(process: Process): Promise<void> {
    for (let turns = 0; turns < PATIENCE; turns += 1) {
      await turn();
      const { lives, gates, timers, underWay } = process;
      if (!lives || gates.length > 0 || timers.length > 0 || underWay > 0) {
        this.#running = undefined;
        return;
      }
    }
    throw new Error(`${process.name} waits for something that is no effect`);
  }
}

/** How something ended, to be handed on later. */
async function settledBy(work: Promise<unknown>): Promise<(gate: Gate) => void> {
  try {
    const answer = await work;
    return ({ resolve }) => resolve(answer);
  } catch (fault) {
    return ({ reject }) => reject(fault);
  }
}

/** Splits an effect into its arrival, which the network's gate brings about, and its answer. */
function arrival(doing: Doing): { readonly doing: Doing; readonly arrived: Promise<unknown> } {
  let tell: (answer: Promise<unknown>) => void = () => {};
  const arrived = new Promise<unknown>((resolve) => {
    tell = resolve;
  });
  return {
    arrived,
    doing: async () => {
      const answer = doing('done');
      tell(answer);
      await answer.catch(() => undefined);
    },
  };
}
