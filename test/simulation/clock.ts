import { fromIso, type Instant, instant } from '#shared/time.ts';

/** The earliest time at which a history begins. */
export const FIRST_MORNING = fromIso('2026-11-02T09:00:00.000Z');

/** The maximum run time (ms) of a function, whose clock stands still: a run may have begun before another change. */
export const LONGEST_RUN = 30_000;

/** The clock of a history. It moves only when it is told to. */
export class Clock {
  #now: number = FIRST_MORNING;

  readonly now = (): Instant => instant(this.#now);

  set(moment: number): void {
    this.#now = moment;
  }

  /** Advances the clock; it never goes back. */
  moveTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
  }
}
