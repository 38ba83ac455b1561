import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOG = 'functions.log';

/** Says in one line what went wrong; the whole of it is in the log. */
export type FaultReporter = (fault: unknown) => void;

/** What the functions log goes to a file of this start; a fault among it is also said in one line. */
export class FaultLog {
  readonly #file: string;
  readonly #say: (line: string) => void;

  constructor(folder: string, say: (line: string) => void) {
    this.#file = join(folder, LOG);
    this.#say = say;
    writeFileSync(this.#file, '');
  }

  /** A line that a function logged. */
  take = (line: string): void => {
    appendFileSync(this.#file, `${line}\n`);
    const fault = faultIn(line);
    if (fault) this.#say(`Fault: ${fault} (all of it in ${this.#file})`);
  };

  /** Something that was thrown outside of a function's own care. */
  report: FaultReporter = (fault) => {
    const told = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    appendFileSync(this.#file, `${told}\n`);
    const [first = ''] = (fault instanceof Error ? fault.message : told).split('\n');
    this.#say(`Fault: ${first} (all of it in ${this.#file})`);
  };
}

/** The one line of a logged error; undefined for anything that is none. */
function faultIn(line: string): string | undefined {
  try {
    const { level, service, message, error } = JSON.parse(line) as Record<string, unknown>;
    if (level !== 'ERROR' && level !== 'CRITICAL') return undefined;
    const why = (error as { message?: string } | undefined)?.message;
    return `${service}: ${message}${why ? `, ${why.split('\n')[0]}` : ''}`;
  } catch {
    // Not JSON: Node itself said it, a warning or the last words of a process.
    return /^\s*(at |\(Use|$)/.test(line) || !/error|exception/i.test(line) ? undefined : line;
  }
}
