import { CliError } from '../cli-error.ts';

/**
 * Runs a command, or prints its usage for `--help`. On failure the exit code is 1; a CliError prints its message, an
 * unknown option prints the usage, and any other error prints its stack trace.
 */
export async function runCommand(usage: string, command: () => unknown): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage);
  try {
    await command();
  } catch (fault) {
    console.error(errorText(fault, usage));
    process.exitCode = 1;
  }
}

function errorText(fault: unknown, usage: string): unknown {
  if (fault instanceof CliError) return fault.message;
  const { code, message } = fault as NodeJS.ErrnoException;
  return code?.startsWith('ERR_PARSE_ARGS_') ? `${message}\n\n${usage}` : fault;
}
