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

/** The lock of a folder: one local system uses it at a time. It records what the next start may have to clean up. */
export type Lock = {
  /** Records the address of this system, for the message of a second start. */
  noteUrl(url: string): void;
  /** Records the environment of its functions, for the operator's commands. It contains no secrets. */
  noteEnvironment(environment: Readonly<Record<string, string>>): void;
  /** Records the engine's process, so that it can be stopped even if this process is killed. */
  noteEngine(pid: number): void;
  release(): void;
};

/**
 * Locks the folder for this process. The lock of a process that no longer runs is replaced, and its engine, if it still runs,
 * is stopped. Throws a CliError if another local system holds the folder.
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

/** The environment of the functions of the local system that holds the folder; undefined if none does. */
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

/** Stops a process, but only if it is still the recorded one. */
async function end({ pid, identity }: Process): Promise<void> {
  for (let tries = 0; identity !== '' && identityOf(pid) === identity; tries += 1) {
    process.kill(pid, tries < 50 ? 'SIGTERM' : 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
