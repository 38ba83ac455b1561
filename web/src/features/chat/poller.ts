import {
  INITIAL_POLLING,
  nextPolling,
  type Polling,
  type PollingEvent,
} from '#shared/rules/chat/polling.ts';

/*
 * Polls at the intervals of shared/rules. The caller provides the request and says when the page is visible; the
 * poller only owns its timers.
 */

/** Makes one request and returns whether there was anything new. Rejects if the request failed. */
export type Ask = (signal: AbortSignal) => Promise<boolean>;

export class Poller {
  readonly #ask: Ask;
  readonly #changed: () => void;
  #polling: Polling = INITIAL_POLLING;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question: AbortController | undefined;
  #running = false;
  #requested = new AbortController();

  constructor(ask: Ask, changed: () => void = () => undefined) {
    this.#ask = ask;
    this.#changed = changed;
  }

  get polling(): Polling {
    return this.#polling;
  }

  /** `looking`: whether the page is visible and online. `atOnce`: whether the data may be old. */
  start({ looking, atOnce }: { looking: boolean; atOnce: boolean }): void {
    this.#running = true;
    this.#requested = new AbortController();
    this.#become({
      ...INITIAL_POLLING,
      phase: looking ? (atOnce ? 'asking' : 'waiting') : 'away',
    });
  }

  stop(): void {
    this.#running = false;
    this.#requested.abort();
    this.#rest();
  }

  /** Stops polling until the event `returned`, because hints announce what is new. Resets the count of errors. */
  pause(): void {
    if (this.#running) this.#become({ ...INITIAL_POLLING, phase: 'away' });
  }

  /** Makes one request in addition to the intervals. Rejects if it fails. */
  async request(): Promise<void> {
    await this.#ask(this.#requested.signal);
  }

  tell(event: PollingEvent): void {
    if (!this.#running) return;
    const next = nextPolling(this.#polling, event);
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
    // The poller was stopped meanwhile: the response must not schedule another request.
    if (this.#question !== question) return;
    this.#question = undefined;
    this.tell(event);
  }
}
