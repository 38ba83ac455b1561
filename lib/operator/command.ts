import { Sentence } from '../sentence.ts';

/** Runs an operator's command to its end. A Sentence ends it with its words, anything else with its trace; both with 1. */
export async function runCommand(command: () => unknown): Promise<void> {
  try {
    await command();
  } catch (fault) {
    console.error(fault instanceof Sentence ? fault.message : fault);
    process.exitCode = 1;
  }
}
