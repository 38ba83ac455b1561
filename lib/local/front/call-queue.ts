/** How many calls run at once: more do not finish sooner on one machine, and each takes longer. */
export const MAX_RUNNING = 16;
/** How many calls wait for their turn. */
export const MAX_WAITING = 100;
/** The longest time in milliseconds that a call waits for its turn. */
export const MAX_WAIT_MS = 2_000;

/** The error of a call that was not run, because too many others wait. It is made once, because a stack trace takes long. */
export const OVERLOADED = new Error('Too many calls wait for their turn');

type Turn = { readonly since: number; readonly begin: () => void; readonly refuse: () => void };

/**
 * Runs calls in the order in which they arrive, MAX_RUNNING at once, as Lambda limits its concurrency. A call is refused with
 * OVERLOADED at once if MAX_WAITING others wait, and at its turn if that comes too late.
 */
export class CallQueue {
  readonly #now: () => number;
  readonly #waiting: Turn[] = [];
  #running = 0;

  /** `now`: milliseconds of a clock that is never set. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#running >= MAX_RUNNING) await this.#turn();
    else this.#running += 1;
    try {
      return await call();
    } finally {
      this.#next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(OVERLOADED);
    return new Promise((begin, reject) => {
      this.#waiting.push({ since: this.#now(), begin, refuse: () => reject(OVERLOADED) });
    });
  }

  /** Passes the place of a call that is done to the first one that has not waited too long. */
  #next(): void {
    let turn = this.#waiting.shift();
    for (; turn && this.#now() - turn.since > MAX_WAIT_MS; turn = this.#waiting.shift())
      turn.refuse();
    if (turn) turn.begin();
    else this.#running -= 1;
  }
}
