import { join } from 'node:path';
import { subscribers } from '../../shared/api/subscribers.ts';
import type { BusEvent } from './aws/service.ts';
import { appendLine, readLines, writeWhole } from './kept-file.ts';

/** An event on its way through the bus, with how each of its subscribers took it. */
export type LoggedEvent = BusEvent & { readonly at: string };
/** What a subscriber could not do, and why: the dead-letter queue of this machine. */
export type DeadLetter = LoggedEvent & { readonly subscriber: string; readonly why: string };

/** Milliseconds before each further try; after the last an event is a dead letter. */
const PAUSES = [50, 200, 800];
const REMEMBERED = 200;

export type BusOptions = {
  readonly folder: string;
  readonly now: () => number;
  readonly call: (subscriber: string, event: unknown) => Promise<unknown>;
};

/** EventBridge with the subscribers that the definitions name. */
export class Bus {
  readonly #options: BusOptions;
  readonly #deadLetterFile: string;
  readonly #log: LoggedEvent[] = [];
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: BusOptions) {
    this.#options = options;
    this.#deadLetterFile = join(options.folder, 'dead-letters.jsonl');
  }

  /** Takes an event and hands it to all who hear of its kind. */
  accept(event: BusEvent): void {
    const logged = { ...event, at: new Date(this.#options.now()).toISOString() };
    this.#log.unshift(logged);
    this.#log.length = Math.min(this.#log.length, REMEMBERED);
    for (const { name, events } of Object.values(subscribers)) {
      if (!(events as readonly string[]).includes(event['detail-type'])) continue;
      const delivery = this.#deliver(name, logged).finally(() => this.#underWay.delete(delivery));
      this.#underWay.add(delivery);
    }
  }

  /** Resolves when every event that was taken so far is delivered or a dead letter. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** The newest events first, since this start. */
  get log(): readonly LoggedEvent[] {
    return this.#log;
  }

  /** Newest first, over restarts. */
  deadLetters(): DeadLetter[] {
    return readLines<DeadLetter>(this.#deadLetterFile).reverse();
  }

  /**
   * Delivers every dead letter again, to the subscriber that could not take it and to nobody else, as an operator does
   * once the fault is mended. Answers how many are delivered now; the others stay.
   */
  async redrive(): Promise<number> {
    const letters = readLines<DeadLetter>(this.#deadLetterFile);
    for (const { subscriber, why: _, ...event } of letters) await this.#deliver(subscriber, event);
    // Those that failed again were added behind the ones that were there; who dies before this delivers twice.
    const left = readLines<DeadLetter>(this.#deadLetterFile).slice(letters.length);
    writeWhole(this.#deadLetterFile, left.map((letter) => `${JSON.stringify(letter)}\n`).join(''));
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
