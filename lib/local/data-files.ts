import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file atomically: a reader sees the old text or the new text, even after a crash. */
export function writeAtomically(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns the JSON of a file, or `otherwise` if it is missing or invalid. */
export function readJson<Value>(file: string, otherwise: Value): Value {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value;
  } catch {
    return otherwise;
  }
}

/** Adds one line of JSON to a file. It begins with a line break, because a crash may have cut off the line before. */
export function appendLine(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `\n${JSON.stringify(value)}\n`);
}

/** Returns every complete line of such a file, oldest first; incomplete and empty lines are left out. */
export function readLines<Value>(file: string): Value[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as Value] : [];
    } catch {
      return [];
    }
  });
}
