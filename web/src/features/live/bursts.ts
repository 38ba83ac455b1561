/** `after`: how long (ms) the first call is put off. `every`: the shortest time (ms) from one run to the next. */
export type Pace = { readonly after: number; readonly every: number };

type Burst = { lastRun: number; timer: ReturnType<typeof setTimeout> | undefined };

/** Runs work once for many calls in a short time. */
export class Bursts {
  readonly #bursts = new Map<string, Burst>();

  /** Runs the work of this name at its pace; calls until then are the same one. */
  run(name: string, { after, every }: Pace, work: () => void): void {
    const burst = this.#bursts.get(name) ?? { lastRun: Number.NEGATIVE_INFINITY, timer: undefined };
    this.#bursts.set(name, burst);
    if (burst.timer !== undefined) return;
    const now = performance.now();
    const wait = Math.max(after, burst.lastRun + every - now);
    const runNow = () => {
      burst.timer = undefined;
      burst.lastRun = performance.now();
      work();
    };
    if (wait <= 0) runNow();
    else burst.timer = setTimeout(runNow, wait);
  }

  stop(): void {
    for (const { timer } of this.#bursts.values()) clearTimeout(timer);
    this.#bursts.clear();
  }
}
