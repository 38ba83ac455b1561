import { HOUR, MINUTE } from '../../shared/time.ts';
import type { TableEngine } from './engine.ts';
import type { Operation } from './handlers.ts';
import type { Person } from './people.ts';
import type { Prng } from './prng.ts';
import type { Process } from './processes.ts';
import { type CallOptions, clock, type Input, type Simulation } from './simulation.ts';

/** A request as its client remembers it, and what became of it last. */
export type Request = {
  readonly person: Person;
  readonly operation: Operation;
  readonly input: Input;
  readonly options: CallOptions;
  readonly process: Process;
};

/** Longer than this no function of ours runs. */
const LONGEST_RUN = 30_000;

/** A history while it is played: who is there, what their clients remember, and what the dice may still choose from. */
export class HistoryRun {
  readonly requests: Request[] = [];
  /** Ways to the provider's page that were given and not gone. */
  readonly onboardingTokens: string[] = [];
  #keys = 0;
  #words = 0;

  constructor(
    readonly simulation: Simulation,
    readonly random: Prng,
    readonly people: readonly Person[],
    private readonly engine: TableEngine,
  ) {}

  nextKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** A word that was not said before. */
  nextWord(): string {
    this.#words += 1;
    return `word ${this.#words}`;
  }

  async call(person: Person, operation: Operation, input: Input, options: CallOptions = {}) {
    const process = await this.simulation.call(person, operation, input, options);
    if (options.key) this.requests.push({ person, operation, input, options, process });
    return process;
  }

  /** Nobody works any more. */
  async finishAll(): Promise<void> {
    await this.simulation.driver.finishAll();
  }

  /** A step of somebody who works, whom and which the dice choose. */
  async step(): Promise<void> {
    const { simulation, random } = this;
    const able = simulation.driver.processes.alive.filter(
      // Few give up on a request that is still on its way.
      ({ gates, timers, requestsInFlight }) =>
        gates.length > 0 || (timers.length > 0 && (requestsInFlight === 0 || random.chance(0.1))),
    );
    if (able.length === 0) return;
    const process = random.pick(able);
    await simulation.driver.step(process, (gates) =>
      gates.length > 0 ? random.pick(gates) : undefined,
    );
    if (!process.isAlive) simulation.runFollowUp(process);
  }

  /** Whoever has run for too long is brought to an end. */
  async finishOverdue(): Promise<void> {
    const now = clock.now();
    for (const process of [...this.simulation.driver.processes.alive])
      if (process.isAlive && now - process.startedAt >= LONGEST_RUN)
        await this.simulation.driver.finish(process);
  }

  /** Lets time pass, with the schedules and webhooks of a healthy product on the way, or without them. */
  async advanceBy(span: number, healthy: boolean): Promise<void> {
    const { simulation } = this;
    const end = clock.now() + span;
    if (!healthy) return simulation.advanceTo(end);
    const step = Math.max(2 * HOUR, span / 4);
    while (clock.now() < end) {
      const next = simulation.world.stripe.nextDueAt() ?? end;
      simulation.advanceTo(Math.min(end, Math.max(next, clock.now() + MINUTE), clock.now() + step));
      await simulation.deliverAllOnce((process) => simulation.driver.finish(process));
      await simulation.runJobs('finishPayments', 'expireConversations', 'payOut');
    }
  }

  /** The next moment at which something in the table is due, or just before it. */
  async nextDue(): Promise<number> {
    const items = await this.engine.dump();
    const moments = items.flatMap(({ gsi5pk, gsi5sk }) =>
      String(gsi5pk).startsWith('DUE#') ? [Date.parse(String(gsi5sk).slice(0, 24))] : [],
    );
    const next = moments.filter((moment) => moment > clock.now()).sort((one, other) => one - other);
    return (next[0] ?? clock.now() + HOUR) - (this.random.chance(0.3) ? 1 : 0);
  }
}
