import { join } from 'node:path';
import { subscribers } from '../../shared/api/subscribers.ts';
import type { BusEvent } from './aws/service.ts';
import { appendLine, readLines, writeAtomically } from './data-files.ts';

/** An event on the bus, with the outcome for each subscriber. */
type LoggedEvent = BusEvent & { readonly at: string };
/** An event that a subscriber failed to process, with the reason. The local dead-letter queue holds them. */
type DeadLetter = LoggedEvent & { readonly subscriber: string; readonly why: string };

/** Milliseconds before each retry; after the last retry an event becomes a dead letter. */
const PAUSES = [50, 200, 800];
const REMEMBERED = 200;

type BusOptions = {
  readonly folder: string;
  readonly now: () => number;
  readonly call: (subscriber: string, event: unknown) => Promise<unknown>;
};

/** Emulates EventBridge with the subscribers of the definitions. */
export class Bus {
  readonly #options: BusOptions;
  readonly #deadLetterFile: string;
  readonly #log: LoggedEvent[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #leftOut: readonly string[] = [];

  constructor(options: BusOptions) {
    this.#options = options;
    this.#deadLetterFile = join(options.folder, 'dead-letters.jsonl');
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

  /** Resolves when every event taken so far is delivered or a dead letter. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** The events since this start, newest first. */
  get log(): readonly LoggedEvent[] {
    return this.#log;
  }

  /** The dead letters, newest first; they survive restarts. */
  deadLetters(): DeadLetter[] {
    return readLines<DeadLetter>(this.#deadLetterFile).reverse();
  }

  /**
   * Delivers every dead letter again, only to the subscriber that failed, as an operator does once the fault is fixed. Returns
   * how many were delivered; the others remain.
   */
  async redrive(): Promise<number> {
    const letters = readLines<DeadLetter>(this.#deadLetterFile);
    for (const { subscriber, why: _, ...event } of letters) await this.#deliver(subscriber, event);
    // Letters that failed again were appended after the existing ones. A crash before this line delivers letters twice.
    const left = readLines<DeadLetter>(this.#deadLetterFile).slice(letters.length);
    writeAtomically(
      this.#deadLetterFile,
      left.map((letter) => `${JSON.stringify(letter)}\n`).join(''),
    );
    return letters.length - left.length;
  }

  async #deliver(subscriber: string, { at, ...event }: LoggedEvent): Promise<void> {
    const sent = {
      version: '0',
      account: '000000000000',
      region: 'us-east-1',
      resources: [],
      time: at,
      ...event,
    };
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#options.call(subscriber, sent);
        return;
      } catch (fault) {
        const pause = PAUSES[attempt];
        if (pause === undefined) {
          const why = (fault as Error).message.split('\n')[0] ?? '';
          appendLine(this.#deadLetterFile, { ...event, at, subscriber, why });
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
