/** How long a person or a test waits for something. A machine that runs other things is slow. */
export const PATIENCE_MS = 60_000;

/** Asks again and again until `ask` does not fail, and returns its answer. Throws the fault of the last time after a minute. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + PATIENCE_MS;
  for (;;)
    try {
      return await ask();
    } catch (fault) {
      if (Date.now() >= end) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
}
