import type { Fate, Gate, Process, Processes } from './processes.ts';
import type { World } from './world.ts';

/*
 * Brings processes on, one gate after the other, and writes down what happened: the steps of a history, for whoever has to
 * understand it.
 */

export type Decide = (process: Process, gate: Gate) => Fate;
export const UNDISTURBED: Decide = () => 'done';

export class Driver {
  readonly steps: string[] = [];
  /** Ends of processes that nothing had disturbed and that are a fault all the same. */
  readonly faults: string[] = [];
  decide: Decide = UNDISTURBED;

  constructor(
    readonly world: World,
    readonly processes: Processes,
  ) {}

  note(says: string): void {
    this.steps.push(`${new Date(this.world.clock.now()).toISOString()}  ${says}`);
  }

  /** Begins a process; it waits at its first gate afterwards. */
  async start(name: string, work: () => Promise<unknown>): Promise<Process> {
    const process = await this.processes.start(name, this.world.clock.now(), work);
    this.note(`${process.nth} begins: ${name}`);
    this.#noteEnd(process);
    return process;
  }

  /** Begins a process and brings it to its end, alone. */
  async run(name: string, work: () => Promise<unknown>): Promise<Process> {
    const process = await this.start(name, work);
    await this.finish(process);
    return process;
  }

  /** One step of a process that lives. False where it waits for others. */
  async step(process: Process, pick: (gates: readonly Gate[]) => Gate | undefined = first) {
    const gate = pick(process.gates);
    if (gate) {
      const fate = process.isNetwork ? 'done' : this.decide(process, gate);
      this.note(`${process.nth} ${gate.effect.says}${fate === 'done' ? '' : `  ← ${fate}`}`);
      if (FAILING.includes(fate)) this.#noteFailure(process, gate);
      await this.processes.open(process, gate, fate);
    } else if (process.timers.length > 0) {
      await this.processes.ring(process);
    } else return false;
    this.#noteEnd(process);
    return true;
  }

  async finish(process: Process): Promise<void> {
    while (process.lives) {
      const waits = process.gates.length === 0 && process.underWay > 0;
      const network = this.processes.living.find((one) => one.isNetwork);
      // What is on its way arrives before anybody gives up on it.
      if (!(await this.step(waits && network ? network : process)))
        throw new Error(`${process.name} waits for nobody`);
    }
  }

  /** Everybody comes to their end. */
  async finishAll(): Promise<void> {
    for (let one = this.processes.living[0]; one; one = this.processes.living[0])
      await this.finish(one);
  }

  #noteFailure({ name, startedAt }: Process, { effect }: Gate): void {
    this.world.failures.push({ process: name, began: startedAt, effect });
  }

  #noteEnd(process: Process): void {
    if (process.lives) return;
    const { state, nth, name, disturbed } = process;
    if (state === 'dead') this.note(`${nth} is dead`);
    if (state === 'failed') {
      this.note(`${nth} fails: ${(process.fault as Error).message}`);
      if (!disturbed) this.faults.push(`${name}: ${(process.fault as Error).stack}`);
    }
    if (state === 'done') {
      const { http, body } = (process.answer ?? {}) as { http?: number; body?: { status: string } };
      if (http !== undefined) this.note(`${nth} answers ${http} ${body?.status ?? ''}`);
      if (http === 500 && !disturbed) this.faults.push(`${name} answers INTERNAL`);
    }
  }
}

/** What a process hears of as a fault. */
const FAILING: readonly Fate[] = ['fail', 'lose', 'refused', 'broken'];

const first = (gates: readonly Gate[]) => gates[0];
