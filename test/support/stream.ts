import { beforeAll } from '@jest/globals';
import { handler as countViews } from '#functions/events/countViews.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import type { World } from './world.ts';

/* The stream of the table, and the visits that are counted from it. */

/** The user agents of two visitors who are no robots. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
export const LAPTOP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/**
 * Returns a function that counts the visits that the table has stored since its last call. The tests of the file start
 * at noon, so that none runs into the next day.
 */
export function visitCounter(world: World): () => Promise<void> {
  beforeAll(() => {
    world.advance(DAY + 12 * HOUR - (world.now() % DAY));
  });
  let passed = 0;
  return async () => {
    const records = await world.streamRecords();
    const added = records.slice(passed).filter(({ eventName }) => eventName === 'INSERT');
    passed = records.length;
    await countViews({ Records: added }, lambdaContext());
  };
}
