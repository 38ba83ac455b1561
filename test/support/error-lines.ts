/** Runs `run` and returns the lines that functions logged as errors. Each of them counts for the alarm of its function. */
export async function errorLines(
  run: () => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>[]> {
  const lines: string[] = [];
  const { write } = process.stdout;
  const level = process.env.LOG_LEVEL;
  process.stdout.write = ((line: string) => {
    lines.push(line);
    return true;
  }) as typeof write;
  process.env.LOG_LEVEL = 'ERROR';
  try {
    await run();
  } finally {
    process.stdout.write = write;
    process.env.LOG_LEVEL = level;
  }
  return lines.filter((line) => line.includes('"level":"ERROR"')).map((line) => JSON.parse(line));
}
