import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CliError } from '../cli-error.ts';
import '../sdk-notice.ts';

/**
 * Runs a command, or prints its usage for `--help`. On failure the exit code is 1; a CliError prints its message, and any other error
 * prints its stack trace. An unknown option prints the usage, and the exit code is 2.
 */
export async function runCommand(usage: string, command: () => unknown): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage);
  try {
    await command();
  } catch (fault) {
    console.error(errorText(fault, usage));
    process.exitCode = isUsageFault(fault) ? 2 : 1;
  }
}

/**
 * Reads the options of a program that runs without runCommand. It prints the usage and ends the process: for `--help` with 0, for an
 * unknown option with 2.
 */
export function readOptions<Config extends ParseArgsConfig>(usage: string, config: Config) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (fault) {
    console.error(errorText(fault, usage));
    process.exit(2);
  }
}

const isUsageFault = (fault: unknown): fault is Error =>
  !!(fault as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_');

function errorText(fault: unknown, usage: string): unknown {
  if (fault instanceof CliError) return fault.message;
  return isUsageFault(fault) ? `${fault.message}\n\n${usage}` : fault;
}
