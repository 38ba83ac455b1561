import { fromIso, type Instant, instant } from '../../shared/time.ts';

/** The clock of a history: it stands still until somebody moves it on. */
export class Clock {
  #now: number = fromIso('2026-11-02T09:00:00.000Z');

  readonly now = (): Instant => instant(this.#now);

  set(moment: number): void {
    this.#now = moment;
  }

  /** Never back. */
  moveTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
  }
}
