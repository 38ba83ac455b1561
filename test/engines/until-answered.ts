import { PATIENCE_MS } from '@replypaid/test-browser/patience';

/** Asks again and again until `ask` does not fail, and returns its answer. Throws the fault of the last time when patience ends. */
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
