import { type Actor, requestOf } from '#lib/local/deeds/actor.ts';
import type { Destination } from '#lib/local/deeds/attachments.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import type { Process } from '#test/support/faults/processes.ts';
import type { Answer } from '../support/call.ts';
import { LONGEST_RUN } from './clock.ts';
import type { Item, TableEngine } from './engine.ts';
import type { Operation } from './handlers.ts';
import type { Person } from './people.ts';
import type { Prng } from './prng.ts';
import { type CallOptions, clock, type Input, type Simulation } from './simulation.ts';

/** A request as its client remembers it, with the process of its last attempt. */
export type Request = {
  readonly person: Person;
  readonly operation: Operation;
  readonly input: Input;
  readonly options: CallOptions;
  readonly process: Process;
};

/** A file that somebody has chosen. */
type ChosenFile = {
  readonly id: string;
  readonly by: Person;
  readonly destination: Destination;
};

/** A sign-in, with the tokens that it was given last. */
export type Device = { readonly person: Person; readonly sessionId: string; refreshToken: string };

/**
 * The state of a running history: its people, the requests that clients can repeat, and the choices left to the PRNG.
 */
export class HistoryRun {
  readonly requests: Request[] = [];
  /** Onboarding links that were issued and not yet opened. */
  readonly onboardingTokens: string[] = [];
  /** Whether Stripe often performs a request only after its client has stopped waiting. */
  hasSlowNetwork = false;
  /** Sign-ins besides the one with which a person calls. */
  readonly devices: Device[] = [];
  /** The password of each person who has changed it. */
  readonly passwords = new Map<Person, string>();
  /** What people do right after a response, such as entering the code that they asked for. */
  readonly next: { readonly operation: Operation; readonly by: Person }[] = [];
  /** The person whose turn it is; undefined for anybody. */
  turnOf: Person | undefined;
  /** Registrations that were begun. */
  readonly registrations: { readonly id: string; readonly phoneNumber: string }[] = [];
  /** Files that were chosen, and that no page has sent. */
  files: readonly ChosenFile[] = [];
  /** People whose session has ended, until they sign in again. */
  readonly signedOut = new Set<Person>();
  #keys = 0;
  #words = 0;

  constructor(
    readonly simulation: Simulation,
    readonly random: Prng,
    readonly people: Person[],
    /** A member of staff with every permission. */
    readonly staff: Person,
    private readonly engine: TableEngine,
  ) {}

  /** The person whose turn it is, or anybody. */
  somebody(): Person {
    return this.turnOf ?? this.random.pick(this.people);
  }

  /** The person with this id; a random one if this history has none. */
  personOf({ id }: { readonly id: string }): Person {
    return this.people.find((one) => one.id === id) ?? this.random.pick(this.people);
  }

  nextKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** Returns a word that this history has not used before. */
  nextWord(): string {
    this.#words += 1;
    return `word ${this.#words}`;
  }

  async call(person: Person, operation: Operation, input: Input, options: CallOptions = {}) {
    const process = await this.simulation.call(person, operation, input, options);
    this.requests.push({ person, operation, input, options, process });
    return process;
  }

  /** Has a person do something. */
  does(person: Person, deed: (me: Actor) => unknown): Promise<Process> {
    const { operation, input, options } = requestOf(person.id, deed);
    return this.call(person, operation, input, { key: options.key });
  }

  /** The items of the table whose sort key begins with this. */
  async stored(prefix: string): Promise<Item[]> {
    return (await this.engine.dump()).filter(({ sk }) => sk.startsWith(prefix));
  }

  /** Registers what a caller does after a success. `by` is signed out when the response says that their session has ended. */
  whenSuccessful(process: Process, followUp: (answer: Answer) => void, by?: Person): void {
    this.simulation.whenAnswered(process, () => {
      const answer = process.answer as Answer;
      if (answer.http === 200) followUp(answer);
      if (answer.http === 401 && by) this.signedOut.add(by);
    });
  }

  /** Runs all processes to their end. */
  async finishAll(): Promise<void> {
    await this.simulation.driver.finishAll();
    await this.simulation.checkInvariants('idle');
  }

  /** Runs one step of a process; the PRNG chooses the process and the gate. */
  async step(): Promise<void> {
    const { simulation, random } = this;
    const able = simulation.driver.processes.alive.filter((one) => this.#mayStep(one));
    if (able.length === 0) return;
    const process = random.pick(able);
    await simulation.driver.step(process, (gates) =>
      gates.length > 0 ? random.pick(gates) : undefined,
    );
    if (!process.isAlive) simulation.runFollowUp(process);
  }

  #mayStep({ gates, timers, requestsInFlight, isNetwork }: Process): boolean {
    const { random, hasSlowNetwork } = this;
    if (isNetwork && hasSlowNetwork) return random.chance(0.15);
    if (gates.length > 0) return true;
    return (
      timers.length > 0 && (requestsInFlight === 0 || random.chance(hasSlowNetwork ? 0.8 : 0.1))
    );
  }

  /** Runs all processes to their end, and what their callers do after the response. */
  async endProcesses(): Promise<void> {
    const processes = [...this.simulation.driver.processes.alive];
    await this.finishAll();
    for (const process of processes) this.simulation.runFollowUp(process);
  }

  /** Ends every process that exceeded the maximum run time. */
  async finishOverdue(): Promise<void> {
    const now = clock.now();
    for (const process of [...this.simulation.driver.processes.alive])
      if (process.isAlive && now - process.startedAt >= LONGEST_RUN)
        await this.simulation.driver.finish(process);
  }

  /** Advances the clock by a span; if `healthy`, the schedules and webhooks run on the way. */
  async advanceBy(span: number, healthy: boolean): Promise<void> {
    const { simulation } = this;
    const end = clock.now() + span;
    if (!healthy) return simulation.advanceTo(end);
    const step = Math.max(2 * HOUR, span / 4);
    while (clock.now() < end) {
      const next = simulation.world.stripe.nextDueAt() ?? end;
      simulation.advanceTo(Math.min(end, Math.max(next, clock.now() + MINUTE), clock.now() + step));
      await simulation.deliverAllOnce();
      await simulation.runMoneyJobs();
    }
  }

  /** Returns the time at which the next item of the table is due, or a millisecond before it. */
  async nextDue(): Promise<number> {
    const items = await this.engine.dump();
    const moments = items.flatMap(({ gsi5pk, gsi5sk }) =>
      String(gsi5pk).startsWith('DUE#') ? [Date.parse(String(gsi5sk).slice(0, 24))] : [],
    );
    const next = moments.filter((moment) => moment > clock.now()).sort((one, other) => one - other);
    return (next[0] ?? clock.now() + HOUR) - (this.random.chance(0.3) ? 1 : 0);
  }
}

/** A step of a history: what one of its people, or Stripe, does next. */
export type Action = (run: HistoryRun) => Promise<unknown>;
