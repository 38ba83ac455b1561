import { fromIso, type Instant, instant } from '../../shared/time.ts';

/** The clock of a history. It moves only when it is told to. */
export class Clock {
  #now: number = fromIso('2026-11-02T09:00:00.000Z');

  readonly now = (): Instant => instant(this.#now);

  set(moment: number): void {
    this.#now = moment;
  }

  /** Advances the clock; it never goes back. */
  moveTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
  }
}
