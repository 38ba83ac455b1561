import { CliError } from '../cli-error.ts';

/**
 * Runs a command to its end; `--help` prints its usage in its place. A CliError ends it with its words, an option that it
 * does not have with its usage, anything else with its trace; all three with 1.
 */
export async function runCommand(usage: string, command: () => unknown): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage);
  try {
    await command();
  } catch (fault) {
    console.error(wordsFor(fault, usage));
    process.exitCode = 1;
  }
}

function wordsFor(fault: unknown, usage: string): unknown {
  if (fault instanceof CliError) return fault.message;
  const { code, message } = fault as NodeJS.ErrnoException;
  return code?.startsWith('ERR_PARSE_ARGS_') ? `${message}\n\n${usage}` : fault;
}
