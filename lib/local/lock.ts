import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { identityOf } from './process-identity.ts';

type Process = { readonly pid: number; readonly identity: string };
type Note = Process & {
  readonly url?: string;
  readonly engine?: Process;
  readonly environment?: Readonly<Record<string, string>>;
};

/** One runtime per folder, and what it needs to be cleaned up after by the next one. */
export type Lock = {
  /** Writes down where this runtime is reached, for whoever tries to start a second one. */
  noteUrl(url: string): void;
  /** Writes down what its functions find in their environment, for the operator's commands. It holds no secret. */
  noteEnvironment(environment: Readonly<Record<string, string>>): void;
  /** Writes down the engine's process, so that it can be ended even after this one was killed. */
  noteEngine(pid: number): void;
  release(): void;
};

/**
 * Takes the folder for this process. A note left by a process that no longer runs is taken over, and its engine, if
 * it still runs, is ended. Throws a CliError when another runtime holds the folder.
 */
export async function takeLock(folder: string): Promise<Lock> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'running.json');
  let note: Note = { pid: process.pid, identity: identityOf(process.pid) ?? '' };
  while (!create(file, note)) {
    const other = read(file);
    if (other && other.identity !== '' && identityOf(other.pid) === other.identity)
      throw new CliError(
        `ReplyPaid already runs from ${folder}${other.url ? ` at ${other.url}` : ''} (process ${other.pid}). Stop that one first with Ctrl-C${other.pid === process.pid ? '' : ` or kill ${other.pid}`}.`,
      );
    if (other?.engine) await end(other.engine);
    rmSync(file, { force: true });
  }
  const keep = (more: Partial<Note>) => {
    note = { ...note, ...more };
    writeFileSync(file, JSON.stringify(note));
  };
  return {
    noteUrl: (url) => keep({ url }),
    noteEnvironment: (environment) => keep({ environment }),
    noteEngine: (pid) => keep({ engine: { pid, identity: identityOf(pid) ?? '' } }),
    release: () => rmSync(file, { force: true }),
  };
}

/** What the functions of the runtime that holds the folder find in their environment; undefined when none does. */
export function runningEnvironment(folder: string): Readonly<Record<string, string>> | undefined {
  const note = read(join(folder, 'running.json'));
  return note && identityOf(note.pid) === note.identity ? note.environment : undefined;
}

function create(file: string, note: Note): boolean {
  try {
    writeFileSync(file, JSON.stringify(note), { flag: 'wx' });
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault;
  }
}

function read(file: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Note;
  } catch {
    return undefined;
  }
}

/** Ends a process, but only if it is still the one that was written down. */
async function end({ pid, identity }: Process): Promise<void> {
  for (let tries = 0; identity !== '' && identityOf(pid) === identity; tries += 1) {
    process.kill(pid, tries < 50 ? 'SIGTERM' : 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
