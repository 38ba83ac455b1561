import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a running process from a later one with the same pid, by its start time and command line. Undefined if no such
 * process runs.
 */
export function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  return process.platform === 'linux' ? identityOnLinux(pid) : identityByPs(pid);
}

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

function identityByPs(pid: number): string | undefined {
  try {
    const told = execFileSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    return told.trim() || undefined;
  } catch {
    return undefined;
  }
}
