import type { Gate, InjectedFault, Process, Processes } from './processes.ts';
import type { World } from './world.ts';

/*
 * Brings processes on, one gate after the other, and writes down what happened: the steps of a history, for whoever has to
 * understand it.
 */

export type ChooseFault = (process: Process, gate: Gate) => InjectedFault;
export const NO_FAULTS: ChooseFault = () => 'none';

export class Driver {
  readonly steps: string[] = [];
  /** Ends of processes that nothing had disturbed and that are a fault all the same. */
  readonly unexpectedErrors: string[] = [];
  chooseFault: ChooseFault = NO_FAULTS;

  constructor(
    readonly world: World,
    readonly processes: Processes,
  ) {}

  log(text: string): void {
    this.steps.push(`${new Date(this.world.clock.now()).toISOString()}  ${text}`);
  }

  /** Begins a process; it waits at its first gate afterwards. */
  async start(name: string, work: () => Promise<unknown>): Promise<Process> {
    const process = await this.processes.start(name, this.world.clock.now(), work);
    this.log(`${process.number} starts: ${name}`);
    this.#logEnd(process);
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
      const fault = process.isNetwork ? 'none' : this.chooseFault(process, gate);
      this.log(
        `${process.number} ${gate.effect.description}${fault === 'none' ? '' : `  ← ${fault}`}`,
      );
      if (REPORTED_FAULTS.includes(fault)) this.#recordFailure(process, gate);
      await this.processes.openGate(process, gate, fault);
    } else if (process.timers.length > 0) {
      await this.processes.fireTimer(process);
    } else return false;
    this.#logEnd(process);
    return true;
  }

  async finish(process: Process): Promise<void> {
    while (process.isAlive) {
      const waits = process.gates.length === 0 && process.requestsInFlight > 0;
      const network = this.processes.alive.find((one) => one.isNetwork);
      // What is on its way arrives before anybody gives up on it.
      if (!(await this.step(waits && network ? network : process)))
        throw new Error(`${process.name} can make no progress`);
    }
  }

  /** Everybody comes to their end. */
  async finishAll(): Promise<void> {
    for (let one = this.processes.alive[0]; one; one = this.processes.alive[0])
      await this.finish(one);
  }

  #recordFailure({ name, startedAt }: Process, { effect }: Gate): void {
    this.world.failedEffects.push({ process: name, processStartedAt: startedAt, effect });
  }

  #logEnd(process: Process): void {
    if (process.isAlive) return;
    const { state, number: nth, name, hadFault } = process;
    if (state === 'crashed') this.log(`${nth} crashed`);
    if (state === 'failed') {
      this.log(`${nth} fails: ${(process.error as Error).message}`);
      if (!hadFault) this.unexpectedErrors.push(`${name}: ${(process.error as Error).stack}`);
    }
    if (state === 'done') {
      const { http, body } = (process.answer ?? {}) as { http?: number; body?: { status: string } };
      if (http !== undefined) this.log(`${nth} responds ${http} ${body?.status ?? ''}`);
      if (http === 500 && !hadFault) this.unexpectedErrors.push(`${name} responded INTERNAL`);
    }
  }
}

/** What a process hears of as a fault. */
const REPORTED_FAULTS: readonly InjectedFault[] = [
  'failed',
  'responseLost',
  'throttled',
  'serverError',
];

const first = (gates: readonly Gate[]) => gates[0];
