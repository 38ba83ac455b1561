import { HOUR, MINUTE } from '../../shared/time.ts';
import type { Operation } from './calls.ts';
import type { Dice } from './dice.ts';
import type { TableEngine } from './engine.ts';
import type { Person } from './people.ts';
import type { Process } from './processes.ts';
import { type Called, clock, type Input, type Stage } from './stage.ts';

/** A request as its client remembers it, and what became of it last. */
export type Request = {
  readonly person: Person;
  readonly operation: Operation;
  readonly input: Input;
  readonly called: Called;
  readonly process: Process;
};

/** Longer than this no function of ours runs. */
const LONGEST_RUN = 30_000;

/** A history while it is played: who is there, what their clients remember, and what the dice may still choose from. */
export class Play {
  readonly requests: Request[] = [];
  /** Ways to the provider's page that were given and not gone. */
  readonly links: string[] = [];
  #keys = 0;
  #words = 0;

  constructor(
    readonly stage: Stage,
    readonly dice: Dice,
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

  async call(person: Person, operation: Operation, input: Input, called: Called = {}) {
    const process = await this.stage.call(person, operation, input, called);
    if (called.key) this.requests.push({ person, operation, input, called, process });
    return process;
  }

  /** Nobody works any more. */
  async quiet(): Promise<void> {
    await this.stage.driver.finishAll();
  }

  /** A step of somebody who works, whom and which the dice choose. */
  async step(): Promise<void> {
    const { stage, dice } = this;
    const able = stage.driver.processes.living.filter(
      // Few give up on a request that is still on its way.
      ({ gates, timers, underWay }) =>
        gates.length > 0 || (timers.length > 0 && (underWay === 0 || dice.chance(0.1))),
    );
    if (able.length === 0) return;
    const process = dice.pick(able);
    await stage.driver.step(process, (gates) => (gates.length > 0 ? dice.pick(gates) : undefined));
    if (!process.lives) stage.settle(process);
  }

  /** Whoever has run for too long is brought to an end. */
  async endLate(): Promise<void> {
    const now = clock.now();
    for (const process of [...this.stage.driver.processes.living])
      if (process.lives && now - process.startedAt >= LONGEST_RUN)
        await this.stage.driver.finish(process);
  }

  /** Lets time pass, with the schedules and webhooks of a healthy product on the way, or without them. */
  async wait(span: number, healthy: boolean): Promise<void> {
    const { stage } = this;
    const end = clock.now() + span;
    if (!healthy) return stage.pass(end);
    const step = Math.max(2 * HOUR, span / 4);
    while (clock.now() < end) {
      const next = stage.world.provider.nextAt() ?? end;
      stage.pass(Math.min(end, Math.max(next, clock.now() + MINUTE), clock.now() + step));
      await stage.bringOnce((process) => stage.driver.finish(process));
      await stage.runJobs('finishPayments', 'expireConversations', 'payOut');
    }
  }

  /** The next moment at which something in the table is due, or just before it. */
  async nextDue(): Promise<number> {
    const items = await this.engine.dump();
    const moments = items.flatMap(({ gsi5pk, gsi5sk }) =>
      String(gsi5pk).startsWith('DUE#') ? [Date.parse(String(gsi5sk).slice(0, 24))] : [],
    );
    const next = moments.filter((moment) => moment > clock.now()).sort((one, other) => one - other);
    return (next[0] ?? clock.now() + HOUR) - (this.dice.chance(0.3) ? 1 : 0);
  }
}
