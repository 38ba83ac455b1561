import {
  afterPolling,
  POLLING_BEGINS,
  type Polling,
  type PollingEvent,
} from '../../../shared/rules/chat/polling.ts';

/*
 * Keeps asking, in the rhythm of the rule. What is asked, and when the page is looked at, is told to it; timers are the
 * only thing it has of its own.
 */

/** Asks once. True: there is news. Rejects where the answer did not come. */
export type Ask = (signal: AbortSignal) => Promise<boolean>;

export class Poller {
  readonly #ask: Ask;
  readonly #changed: () => void;
  #polling: Polling = POLLING_BEGINS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question: AbortController | undefined;
  #running = false;

  constructor(ask: Ask, changed: () => void = () => undefined) {
    this.#ask = ask;
    this.#changed = changed;
  }

  get polling(): Polling {
    return this.#polling;
  }

  /** `looking`: whether the page is shown and connected. `atOnce`: what is on the screen may be old. */
  start({ looking, atOnce }: { looking: boolean; atOnce: boolean }): void {
    this.#running = true;
    this.#become({
      ...POLLING_BEGINS,
      phase: looking ? (atOnce ? 'asking' : 'waiting') : 'away',
    });
  }

  stop(): void {
    this.#running = false;
    this.#rest();
  }

  tell(event: PollingEvent): void {
    if (!this.#running) return;
    const next = afterPolling(this.#polling, event);
    if (next !== this.#polling) this.#become(next);
  }

  #become(next: Polling): void {
    const goesOn = next.phase === 'asking' && this.#question !== undefined;
    this.#polling = next;
    if (!goesOn) {
      this.#rest();
      if (next.phase === 'waiting') this.#timer = setTimeout(() => this.tell('due'), next.wait);
      if (next.phase === 'asking') void this.#askOnce();
    }
    this.#changed();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#question?.abort();
    this.#question = undefined;
  }

  async #askOnce(): Promise<void> {
    const question = new AbortController();
    this.#question = question;
    const event = await this.#ask(question.signal).then(
      (news): PollingEvent => (news ? 'news' : 'nothing'),
      (): PollingEvent => 'failed',
    );
    // Somebody left meanwhile: what the answer says of the rhythm is of no use any more.
    if (this.#question !== question) return;
    this.#question = undefined;
    this.tell(event);
  }
}
