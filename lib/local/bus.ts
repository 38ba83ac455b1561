import { join } from 'node:path';
import { subscribers } from '#shared/api/subscribers.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import type { BusEvent } from './aws/service.ts';
import { appendLine, readLines, writeAtomically } from './data-files.ts';

/** An event on the bus. */
type LoggedEvent = BusEvent & { readonly at: string };
/** An event that a subscriber failed to process, with the reason. Without `nextTryAt` it is a dead letter. */
type UndeliveredEvent = LoggedEvent & {
  readonly subscriber: string;
  readonly why: string;
  readonly tries: number;
  readonly nextTryAt?: string;
};

/** Milliseconds before each of the retries that follow a failure at once. */
const PAUSES = [50, 200, 800];
/** Milliseconds before the retry after those; each later one waits twice as long, up to the limit. */
const [FIRST_DELAY, LONGEST_DELAY] = [SECOND, 5 * MINUTE];
/** How long an event is retried before it is a dead letter, as in EventBridge. */
const RETRIED_FOR = DAY;
const REMEMBERED = 200;

type BusOptions = {
  readonly folder: string;
  readonly now: () => number;
  readonly call: (subscriber: string, event: unknown) => Promise<unknown>;
};

/**
 * Emulates EventBridge with the subscribers of the definitions. What a subscriber does not process at once is stored and retried
 * for a day; a dead letter then waits for an operator.
 */
export class Bus {
  readonly #options: BusOptions;
  /** The undelivered events, oldest first. */
  readonly #file: string;
  #undelivered: readonly UndeliveredEvent[];
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #log: LoggedEvent[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #leftOut: readonly string[] = [];

  constructor(options: BusOptions) {
    this.#options = options;
    this.#file = join(options.folder, 'dead-letters.jsonl');
    this.#undelivered = readLines<UndeliveredEvent>(this.#file);
  }

  /** Takes an event and delivers it to the subscribers of its type. */
  accept(event: BusEvent): void {
    const logged = { ...event, at: new Date(this.#options.now()).toISOString() };
    this.#log.unshift(logged);
    this.#log.length = Math.min(this.#log.length, REMEMBERED);
    for (const { name, events } of Object.values(subscribers)) {
      if (!(events as readonly string[]).includes(event['detail-type'])) continue;
      if (this.#leftOut.includes(name)) continue;
      const delivery = this.#deliver(name, logged).finally(() => this.#underWay.delete(delivery));
      this.#underWay.add(delivery);
    }
  }

  /** Runs `work`; the events of this time are not delivered to these subscribers. */
  async without<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    this.#leftOut = names;
    try {
      return await work();
    } finally {
      this.#leftOut = [];
    }
  }

  /** Resolves when every event taken so far is delivered, or stored to be delivered later. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** The events since this start, newest first. */
  get log(): readonly LoggedEvent[] {
    return this.#log;
  }

  /** The events that are not delivered, newest first; they survive restarts. */
  get undelivered(): readonly UndeliveredEvent[] {
    return this.#undelivered.toReversed();
  }

  /** Begins to retry what is due, once a second, until it is stopped. */
  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(async () => {
      await this.retry();
      this.start();
    }, SECOND);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#turn;
  }

  /** Retries the undelivered events that are due. Returns how many were delivered. */
  retry(): Promise<number> {
    const now = this.#options.now();
    return this.#deliverAgain(
      ({ nextTryAt }) => nextTryAt !== undefined && Date.parse(nextTryAt) <= now,
    );
  }

  /**
   * Delivers every undelivered event again, only to the subscriber that failed, as an operator does once the fault is fixed.
   * Returns how many were delivered; the others remain.
   */
  redrive(): Promise<number> {
    return this.#deliverAgain(() => true);
  }

  #deliverAgain(isWanted: (event: UndeliveredEvent) => boolean): Promise<number> {
    const turn = this.#turn.then(async () => {
      const wanted = this.#undelivered.filter(isWanted);
      const results = new Map<UndeliveredEvent, UndeliveredEvent | undefined>();
      for (const event of wanted) results.set(event, await this.#retry(event));
      if (wanted.length > 0) this.#replace(results);
      return [...results.values()].filter((left) => left === undefined).length;
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** A crash before this has written the file delivers the events twice. */
  #replace(results: ReadonlyMap<UndeliveredEvent, UndeliveredEvent | undefined>): void {
    this.#undelivered = this.#undelivered.flatMap((event) =>
      results.has(event) ? (results.get(event) ?? []) : event,
    );
    const lines = this.#undelivered.map((event) => `${JSON.stringify(event)}\n`);
    writeAtomically(this.#file, lines.join(''));
  }

  /** Delivers an event again. Returns undefined on success, otherwise the event with its error and its next retry. */
  async #retry(undelivered: UndeliveredEvent): Promise<UndeliveredEvent | undefined> {
    const { subscriber, why: _, tries, nextTryAt: __, ...event } = undelivered;
    const why = await this.#fails(subscriber, event);
    return why === undefined
      ? undefined
      : this.#failed({ ...event, subscriber, why, tries: tries + 1 });
  }

  #failed(event: UndeliveredEvent & { readonly tries: number }): UndeliveredEvent {
    const now = this.#options.now();
    if (now - Date.parse(event.at) >= RETRIED_FOR) return event;
    const delay = FIRST_DELAY * 2 ** (event.tries - PAUSES.length - 1);
    return { ...event, nextTryAt: new Date(now + Math.min(delay, LONGEST_DELAY)).toISOString() };
  }

  async #deliver(subscriber: string, event: LoggedEvent): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const why = await this.#fails(subscriber, event);
      if (why === undefined) return;
      const pause = PAUSES[tries - 1];
      if (pause === undefined) {
        const undelivered = this.#failed({ ...event, subscriber, why, tries });
        this.#undelivered = [...this.#undelivered, undelivered];
        appendLine(this.#file, undelivered);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Calls the subscriber. Returns why it failed, in one line, or undefined if it did not. */
  async #fails(subscriber: string, { at, ...event }: LoggedEvent): Promise<string | undefined> {
    const sent = {
      version: '0',
      account: '000000000000',
      region: 'us-east-1',
      resources: [],
      time: at,
      ...event,
    };
    try {
      await this.#options.call(subscriber, sent);
      return undefined;
    } catch (fault) {
      return (fault as Error).message.split('\n')[0] ?? '';
    }
  }
}
