import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startWorld, type World } from './world.ts';

/* Worlds of test files. The returned object is filled when the world starts, so only hooks and tests can use it. */

/** Declares the world of a file: it starts before the first test and stops after the last. */
export function worldOfFile(options?: Parameters<typeof startWorld>[0]): World {
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await startWorld(options));
  });
  afterAll(() => world.stop());
  return world;
}

/** Declares a world that starts before each test and stops after it. */
export function worldOfEachTest(): World {
  const world = {} as World;
  beforeEach(async () => {
    Object.assign(world, await startWorld());
  });
  afterEach(() => world.stop());
  return world;
}
