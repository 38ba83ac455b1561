import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { writeAtomically } from './data-files.ts';
import { endCommand, identityOf } from './process-identity.ts';

type Process = { readonly pid: number; readonly identity: string };
type LockRecord = Process & {
  readonly url?: string;
  readonly engine?: Process;
  readonly environment?: Readonly<Record<string, string>>;
};

/** The lock of a folder: one local system uses it at a time. It records what the next start may have to clean up. */
export type Lock = {
  /** Records the address of this system, for the message of a second start. */
  recordUrl(url: string): void;
  /** Records the environment of its functions, for the operator's commands. It contains no secrets. */
  recordEnvironment(environment: Readonly<Record<string, string>>): void;
  /** Records the engine's process, so that it can be stopped even if this process is killed. */
  recordEngine(pid: number): void;
  release(): void;
};

/**
 * Locks the folder for this process. The lock of a process that no longer runs is replaced, and its engine, if it still runs,
 * is stopped. Throws a CliError if another local system holds the folder.
 */
export async function takeLock(folder: string): Promise<Lock> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'running.json');
  let record: LockRecord = { pid: process.pid, identity: identityOf(process.pid) ?? '' };
  while (!create(file, record)) {
    const other = read(file);
    if (other && other.identity !== '' && identityOf(other.pid) === other.identity)
      throw new CliError(
        `ReplyPaid already runs from ${folder}${other.url ? ` at ${other.url}` : ''} (process ${other.pid}). Stop that one first with Ctrl-C${other.pid === process.pid ? '' : ` or ${endCommand(other.pid)}`}.`,
      );
    if (other?.engine) await stop(other.engine);
    rmSync(file, { force: true });
  }
  const write = (more: Partial<LockRecord>) => {
    record = { ...record, ...more };
    writeAtomically(file, JSON.stringify(record));
  };
  return {
    recordUrl: (url) => write({ url }),
    recordEnvironment: (environment) => write({ environment }),
    recordEngine: (pid) => write({ engine: { pid, identity: identityOf(pid) ?? '' } }),
    release: () => rmSync(file, { force: true }),
  };
}

/** The environment of the functions of the local system that holds the folder; undefined if none does. */
export function runningEnvironment(folder: string): Readonly<Record<string, string>> | undefined {
  const record = read(join(folder, 'running.json'));
  return record && identityOf(record.pid) === record.identity ? record.environment : undefined;
}

function create(file: string, record: LockRecord): boolean {
  try {
    writeFileSync(file, JSON.stringify(record), { flag: 'wx' });
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault;
  }
}

function read(file: string): LockRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockRecord;
  } catch {
    return undefined;
  }
}

/** Stops a process, but only if it is still the recorded one. */
async function stop({ pid, identity }: Process): Promise<void> {
  for (let tries = 0; identity !== '' && identityOf(pid) === identity; tries += 1) {
    process.kill(pid, tries < 50 ? 'SIGTERM' : 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
