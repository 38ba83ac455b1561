import type { Gate, InjectedFault, Process } from './processes.ts';

/** A point of a run: before or after its nth write. */
export type CrashPoint = { readonly at: number; readonly when: 'crashBefore' | 'crashAfter' };

/** The maximum number of writes of a run; without it, one that never ends would run forever. */
const MAX_WRITES = 200;

/**
 * Counts the writes of a run up to its crash point, crashes the process there, and collects the points on the way. Between two writes a
 * process only reads, so a crash after one write is the same as a crash before the next: only the first write of each process has a
 * crash before it.
 */
export class Crasher {
  readonly points: CrashPoint[] = [];
  #writes = 0;
  #hasCrashed = false;
  #writer: Process | undefined;

  constructor(private readonly point: CrashPoint | undefined) {}

  get writes(): number {
    return this.#writes;
  }

  readonly chooseFault = (process: Process, { effect }: Gate): InjectedFault => {
    if (!effect.writes || this.#hasCrashed) return 'none';
    const at = ++this.#writes;
    if (at > MAX_WRITES) throw new Error('there is always one more write');
    if (process !== this.#writer) this.points.push({ at, when: 'crashBefore' });
    this.points.push({ at, when: 'crashAfter' });
    this.#writer = process;
    if (at !== this.point?.at) return 'none';
    this.#hasCrashed = true;
    return this.point.when;
  };
}
