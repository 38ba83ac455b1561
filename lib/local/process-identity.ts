import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a running process from a later one with the same pid, by its start time and command line. Undefined if no such
 * process runs.
 */
export function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  switch (process.platform) {
    case 'linux':
      return identityOnLinux(pid);
    case 'win32':
      return outputOf('powershell', [...QUIET_POWERSHELL, startTimeScript(pid)]);
    default:
      return outputOf('ps', ['-o', 'lstart=,command=', '-p', String(pid)]);
  }
}

const QUIET_POWERSHELL = ['-NoProfile', '-NonInteractive', '-Command'];
/** Prints when a process started, in units of 100 ns, which no later process with its pid shares. */
const startTimeScript = (pid: number) => `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;

/** The command that ends a process, for messages. */
export const endCommand = (pid: number): string =>
  process.platform === 'win32' ? `taskkill /f /pid ${pid}` : `kill ${pid}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads /proc, because a minimal machine may lack `ps`. Fields: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function identityOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return `${fields[19]} ${command}`;
  } catch {
    return undefined;
  }
}

function outputOf(program: string, words: readonly string[]): string | undefined {
  try {
    // Passed explicitly: in a Jest test, process.env is a copy that child processes do not inherit.
    const printed = execFileSync(program, words, {
      encoding: 'utf8',
      env: process.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return printed.trim() || undefined;
  } catch {
    return undefined;
  }
}
