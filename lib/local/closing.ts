/** Milliseconds that each part has for its end. */
const PATIENCE = 500;

/**
 * What was started, so that it can be ended in the opposite order: by a person, by a failed start, at any moment of
 * it. Whatever is added after the end was asked for is ended at once.
 */
export class Closing {
  readonly #parts: (() => unknown)[] = [];
  #ended: Promise<void> | undefined;

  add(end: () => unknown): void {
    if (this.#ended) void end();
    else this.#parts.push(end);
  }

  get hasBegun(): boolean {
    return this.#ended !== undefined;
  }

  /** Ends everything, last started first. A part that fails or takes too long does not keep the others. */
  close(): Promise<void> {
    this.#ended ??= this.#closeAll();
    return this.#ended;
  }

  async #closeAll(): Promise<void> {
    for (const end of this.#parts.reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, PATIENCE);
      });
      await Promise.race([
        Promise.resolve()
          .then(end)
          .catch(() => undefined),
        patience,
      ]);
      clearTimeout(timer);
    }
  }
}
