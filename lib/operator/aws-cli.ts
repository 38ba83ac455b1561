import { execFileSync } from 'node:child_process';
import { CliError } from '../cli-error.ts';

/**
 * Asks AWS through its command line, as whoever is signed in there, and gives the parsed answer; undefined where it
 * says nothing. Throws a CliError with AWS's own words when it refuses, or when there is no AWS CLI.
 */
export function aws(...words: readonly string[]): unknown {
  try {
    const answer = execFileSync('aws', [...words, '--output', 'json'], {
      encoding: 'utf8',
      // Said, because a test's own environment is not the one that a process inherits.
      env: process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
    return answer.trim() === '' ? undefined : JSON.parse(answer);
  } catch (fault) {
    const { code, stderr } = fault as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === 'ENOENT')
      throw new CliError('This needs the AWS command line, version 2, signed in: aws sso login.');
    throw new CliError(`aws ${words.slice(0, 2).join(' ')}: ${stderr?.trim() || fault}`);
  }
}
