import { jest } from '@jest/globals';

/** Runs `run`, and returns the messages of the errors that its functions logged: each raises an alarm. */
export async function loggedErrors(run: () => Promise<unknown>): Promise<string[]> {
  const level = process.env.LOG_LEVEL;
  process.env.LOG_LEVEL = 'ERROR';
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  try {
    await run();
  } finally {
    write.mockRestore();
    process.env.LOG_LEVEL = level;
  }
  return lines
    .filter((line) => line.includes('"level":"ERROR"'))
    .map((line) => JSON.parse(line).message);
}
