import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOG = 'functions.log';

/** Reports an error in one line; the log has all of it. */
export type FaultReporter = (fault: unknown) => void;

/** Writes the log of the functions to a file of this start, and reports each error in it in one line. */
export class FaultLog {
  readonly #file: string;
  readonly #print: (line: string) => void;

  constructor(folder: string, print: (line: string) => void) {
    this.#file = join(folder, LOG);
    this.#print = print;
    writeFileSync(this.#file, '');
  }

  /** Takes a line that a function logged. */
  take = (line: string): void => {
    appendFileSync(this.#file, `${line}\n`);
    const fault = faultIn(line);
    if (fault) this.#print(`Fault: ${fault} (all of it in ${this.#file})`);
  };

  /** Reports an error that was thrown outside of a function. */
  report: FaultReporter = (fault) => {
    const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    appendFileSync(this.#file, `${text}\n`);
    const [first = ''] = (fault instanceof Error ? fault.message : text).split('\n');
    this.#print(`Fault: ${first} (all of it in ${this.#file})`);
  };
}

/** The one line of a logged error; undefined for other log lines. */
function faultIn(line: string): string | undefined {
  try {
    const { level, service, message, error } = JSON.parse(line) as Record<string, unknown>;
    if (level !== 'ERROR' && level !== 'CRITICAL') return undefined;
    const why = (error as { message?: string } | undefined)?.message;
    return `${service}: ${message}${why ? `, ${why.split('\n')[0]}` : ''}`;
  } catch {
    // A line that is not JSON comes from Node itself: a warning, or the message of a process that crashed.
    return /^\s*(at |\(Use|$)/.test(line) || !/error|exception/i.test(line) ? undefined : line;
  }
}
