import { CliError } from '../cli-error.ts';

/** The input stream of a terminal. */
export type Terminal = NodeJS.ReadableStream & { setRawMode?: (raw: boolean) => unknown };

/**
 * Prompts for a secret without showing what is typed. Returns an empty string when Enter is pressed at once. Throws a
 * CliError on Ctrl-C and Ctrl-D.
 */
export function promptHidden(
  question: string,
  input: Terminal,
  output: NodeJS.WritableStream,
): Promise<string> {
  output.write(question);
  input.setRawMode?.(true);
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const onData = (chunk: Buffer | string) => {
      for (const letter of chunk.toString()) {
        if (letter === '\r' || letter === '\n') return end(() => resolve(typed.trim()));
        if (letter === '\u0003' || letter === '\u0004')
          return end(() => reject(new CliError('Canceled. Nothing was stored.')));
        if (letter === '\u007f' || letter === '\b') typed = typed.slice(0, -1);
        else if (letter >= ' ') typed += letter;
      }
    };
    input.on('data', onData);
  });
}
