import type { DueList } from '#shared/api/schedules.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import type { Clock } from './clock.ts';
import type { Schedules } from './schedules.ts';

export type TimeMachineParts = {
  readonly clock: Clock;
  readonly schedules: Schedules;
  /** Returns when the first item of a due list is due, in epoch milliseconds. */
  readonly firstDue: (list: DueList) => Promise<number | undefined>;
  /** Resolves when the stream is read and the subscribers are done. */
  readonly drain: () => Promise<void>;
  /** The Stripe emulator, if it is used. */
  readonly stripe?: { nextDueAt(): number | undefined; runDue(): Promise<void> } | undefined;
  readonly onFault: (fault: unknown) => void;
};

/** Advances time, real or moved, and runs everything that becomes due on the way, one thing at a time. */
export class TimeMachine {
  readonly #parts: TimeMachineParts;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: TimeMachineParts) {
    this.#parts = parts;
  }

  /** Begins to check once a second for what became due by the real clock. */
  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(async () => {
      await this.#enqueue(() => this.#tick()).catch(this.#parts.onFault);
      this.start();
    }, SECOND);
  }

  /**
   * Moves the clock forward and resolves once everything that became due has run. It stops whenever something is due, in the
   * table or at the Stripe emulator, and skips the time in between.
   */
  advance(milliseconds: number): Promise<void> {
    return this.#enqueue(async () => {
      const { clock } = this.#parts;
      const target = clock.offsetMs + Math.round(milliseconds);
      do {
        const next = await this.#nextDueAt();
        clock.offsetMs = Math.min(target, clock.offsetMs + this.#stepTo(next));
        await this.#runDueWork(next <= clock.now());
      } while (clock.offsetMs < target && !this.#stopped);
    });
  }

  /** Runs `action` while no time passes. */
  withClockStopped<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(action);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#turn.catch(() => undefined);
  }

  /** When the next work is due, in the table or at the Stripe emulator; epoch milliseconds, infinite if there is none. */
  async #nextDueAt(): Promise<number> {
    const { schedules, stripe, firstDue } = this.#parts;
    const work = (await schedules.nextWorkAt(firstDue)) ?? Number.POSITIVE_INFINITY;
    return Math.min(work, stripe?.nextDueAt() ?? Number.POSITIVE_INFINITY);
  }

  /** The time (ms) to the next due work, at most a day. If work is overdue, it has failed, and an hour passes before its retry. */
  #stepTo(next: number): number {
    const until = Math.ceil(next - this.#parts.clock.now());
    return until > 0 ? Math.min(DAY, until) : HOUR;
  }

  /** Looks into the lists of what is due only if something is: that is most of the time that a moved clock takes. */
  async #runDueWork(isDue: boolean): Promise<void> {
    const { schedules, stripe, drain, firstDue } = this.#parts;
    if (isDue) {
      await stripe?.runDue();
      await schedules.runWork(firstDue);
      await stripe?.runDue();
    }
    await drain();
  }

  async #tick(): Promise<void> {
    const { schedules, stripe, clock } = this.#parts;
    if ((stripe?.nextDueAt() ?? Number.POSITIVE_INFINITY) <= clock.now()) await stripe?.runDue();
    await schedules.runDue();
  }

  #enqueue<Result>(action: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(action, action);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
