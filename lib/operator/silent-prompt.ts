import { CliError } from '../cli-error.ts';

/** A terminal to be typed at. */
export type Terminal = NodeJS.ReadableStream & { setRawMode?: (raw: boolean) => unknown };

/**
 * Asks for something that must not stand on the screen, nor in the history of a shell. An empty answer is none. Throws a
 * CliError when it is broken off (Ctrl-C, Ctrl-D).
 */
export function askSilently(
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
      input.off('data', hear);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const hear = (chunk: Buffer | string) => {
      for (const letter of chunk.toString()) {
        if (letter === '\r' || letter === '\n') return end(() => resolve(typed.trim()));
        if (letter === '\u0003' || letter === '\u0004')
          return end(() => reject(new CliError('Broken off. Nothing was stored.')));
        if (letter === '\u007f' || letter === '\b') typed = typed.slice(0, -1);
        else if (letter >= ' ') typed += letter;
      }
    };
    input.on('data', hear);
  });
}
