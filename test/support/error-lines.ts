import { jest } from '@jest/globals';

/**
 * Runs `run` and returns the lines that functions logged as errors. Each of them counts for the alarm of its function. Its own
 * failure is ignored.
 */
export async function errorLines(
  run: () => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>[]> {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const level = process.env.LOG_LEVEL;
  process.env.LOG_LEVEL = 'ERROR';
  try {
    await run().catch(() => undefined);
  } finally {
    process.env.LOG_LEVEL = level;
    write.mockRestore();
  }
  return lines.filter((line) => line.includes('"level":"ERROR"')).map((line) => JSON.parse(line));
}
