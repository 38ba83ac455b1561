import { execFileSync } from 'node:child_process';
import { CliError } from '../cli-error.ts';

/** Runs an AWS CLI command in the region of the stage. */
export type AwsCli = (...words: readonly string[]) => unknown;

/**
 * Runs an AWS CLI command with the operator's credentials and returns its parsed JSON output, or undefined when there is
 * none. Throws a CliError with the message of the AWS CLI when the command fails, or when the AWS CLI is not installed.
 */
export function aws(...words: readonly string[]): unknown {
  try {
    const answer = execFileSync('aws', [...words, '--output', 'json'], {
      encoding: 'utf8',
      // Passed explicitly: in a Jest test, process.env is a copy that child processes do not inherit.
      env: process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
    return answer.trim() === '' ? undefined : JSON.parse(answer);
  } catch (fault) {
    const { code, stderr } = fault as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === 'ENOENT')
      throw new CliError('This needs the AWS CLI, version 2, signed in: aws sso login.');
    throw new CliError(`aws ${words.slice(0, 2).join(' ')}: ${stderr?.trim() || fault}`);
  }
}
