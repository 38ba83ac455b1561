import { join } from 'node:path';
import { readJson, writeWhole } from './kept-file.ts';

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
    writeWhole(this.#file, JSON.stringify({ offsetMs: this.#offsetMs }));
    process.env.CLOCK_OFFSET_MS = String(this.#offsetMs);
    for (const tell of this.#listeners) tell(this.#offsetMs);
  }

  /** Calls `tell` with each new offset. */
  onMove(tell: (offsetMs: number) => void): void {
    this.#listeners.push(tell);
  }
}
