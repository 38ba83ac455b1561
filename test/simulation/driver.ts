import type { Gate, InjectedFault, Process, Processes } from '#test/support/faults/processes.ts';
import type { World } from './world.ts';

/*
 * Advances processes one gate at a time and logs each step of the history.
 */

export type ChooseFault = (process: Process, gate: Gate) => InjectedFault;
const NO_FAULTS: ChooseFault = () => 'none';

export class Driver {
  readonly steps: string[] = [];
  /** Errors of processes that no injected fault explains. */
  readonly unexpectedErrors: string[] = [];
  /** How often each fault was injected. */
  readonly faultCounts: Record<string, number> = {};
  chooseFault: ChooseFault = NO_FAULTS;

  constructor(
    readonly world: World,
    readonly processes: Processes,
  ) {}

  log(text: string): void {
    this.steps.push(`${new Date(this.world.clock.now()).toISOString()}  ${text}`);
  }

  /** Starts a process and runs it to its first gate. */
  async start(name: string, work: () => Promise<unknown>): Promise<Process> {
    const process = await this.processes.start(name, this.world.clock.now(), work);
    this.log(`${process.number} starts: ${name}`);
    this.#logEnd(process);
    return process;
  }

  /** Starts a process and runs it to its end while no other process runs. */
  async run(name: string, work: () => Promise<unknown>): Promise<Process> {
    const process = await this.start(name, work);
    await this.finish(process);
    return process;
  }

  /** Runs one step of a process. Returns false if the process can only wait for others. */
  async step(process: Process, pick: (gates: readonly Gate[]) => Gate | undefined = first) {
    const gate = pick(process.gates);
    if (gate) {
      const fault = process.isNetwork ? 'none' : this.chooseFault(process, gate);
      this.log(
        `${process.number} ${gate.effect.description}${fault === 'none' ? '' : `  ← ${fault}`}`,
      );
      if (fault !== 'none')
        this.faultCounts[`fault ${fault}`] = (this.faultCounts[`fault ${fault}`] ?? 0) + 1;
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
      // A delayed request arrives before its sender times out.
      if (!(await this.step(waits && network ? network : process)))
        throw new Error(`${process.name} can make no progress`);
    }
  }

  /** Runs all processes to their end. */
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
      if (!hadFault && !isExplainedByConflict(process))
        this.unexpectedErrors.push(`${name}: ${(process.error as Error).stack}`);
    }
    if (state === 'done') {
      const { http, body } = (process.answer ?? {}) as { http?: number; body?: { status: string } };
      if (http !== undefined) this.log(`${nth} responds ${http} ${body?.status ?? ''}`);
      if (http === 500 && !hadFault) this.unexpectedErrors.push(`${name} responded INTERNAL`);
    }
  }
}

/** Faults that the process notices as an error. */
const REPORTED_FAULTS: readonly InjectedFault[] = [
  'failed',
  'responseLost',
  'tooLate',
  'throttled',
  'serverError',
];

/** After a conflict with another process it is unknown what Stripe did, so a process ends with UNAVAILABLE and nothing else. */
const isExplainedByConflict = ({ hadConflict, error }: Process) =>
  hadConflict && (error as { code?: unknown }).code === 'UNAVAILABLE';

const first = (gates: readonly Gate[]) => gates[0];
