import { jest } from '@jest/globals';
import type { Instant } from '#shared/time.ts';
import type { World } from './world.ts';

/** Moves the clock to a moment and runs `work` while it stands still: the handlers see exactly this time. */
export async function at<Result>(
  world: World,
  moment: Instant,
  work: () => Promise<Result>,
): Promise<Result> {
  const stopped = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(stopped);
  try {
    world.advance(moment - world.now());
    return await work();
  } finally {
    clock.mockRestore();
  }
}
