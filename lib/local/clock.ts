import { join } from 'node:path';
import { readJson, writeAtomically } from './data-files.ts';

/** The movable clock of the local system: real time plus an offset that survives a restart. */
export class Clock {
  readonly #file: string;
  readonly #listeners: ((offsetMs: number) => void)[] = [];
  #offsetMs: number;

  constructor(folder: string) {
    this.#file = join(folder, 'clock.json');
    this.#offsetMs = readJson(this.#file, { offsetMs: 0 }).offsetMs;
    process.env.CLOCK_OFFSET_MS = String(this.#offsetMs);
  }

  /** Epoch milliseconds. */
  now = (): number => Date.now() + this.#offsetMs;

  get offsetMs(): number {
    return this.#offsetMs;
  }

  set offsetMs(offsetMs: number) {
    this.#offsetMs = Math.round(offsetMs);
    writeAtomically(this.#file, JSON.stringify({ offsetMs: this.#offsetMs }));
    process.env.CLOCK_OFFSET_MS = String(this.#offsetMs);
    for (const listener of this.#listeners) listener(this.#offsetMs);
  }

  /** Calls `listener` with each new offset. */
  onMove(listener: (offsetMs: number) => void): void {
    this.#listeners.push(listener);
  }
}
