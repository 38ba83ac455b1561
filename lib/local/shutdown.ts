/** The time in milliseconds that each part has to stop. */
const STOP_TIMEOUT_MS = 500;

/**
 * The shutdown of what was started, in reverse order. It can begin at any moment, also during a start or after a failed one. A
 * part that is added after the shutdown began is stopped at once.
 */
export class Shutdown {
  readonly #parts: (() => unknown)[] = [];
  #ended: Promise<void> | undefined;

  add(end: () => unknown): void {
    if (this.#ended) void end();
    else this.#parts.push(end);
  }

  get hasBegun(): boolean {
    return this.#ended !== undefined;
  }

  /** Stops everything, last started first. A part that fails or takes too long does not block the others. */
  close(): Promise<void> {
    this.#ended ??= this.#closeAll();
    return this.#ended;
  }

  async #closeAll(): Promise<void> {
    for (const end of this.#parts.reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, STOP_TIMEOUT_MS);
      });
      await Promise.race([
        Promise.resolve()
          .then(end)
          .catch(() => undefined),
        timeout,
      ]);
      clearTimeout(timer);
    }
  }
}
