import { beforeAll, test } from '@jest/globals';
import type { areas } from '#shared/api/index.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { expectWholeWorld, type Fuzzing, fuzz, operationsOf, prepareFuzzing } from './fuzz.ts';

/** Declares the tests of a file: generated inputs for every operation of some areas, then a check of all stored data. */
export function fuzzAreas(...names: (keyof typeof areas)[]): void {
  const world = worldOfFile();
  let fuzzing: Fuzzing;
  beforeAll(async () => {
    fuzzing = await prepareFuzzing(world, ...names);
  });

  test.each(operationsOf(...names))(
    '$name answers any input as defined',
    (operation) => fuzz(fuzzing, operation),
    3_600_000,
  );

  test('all generated calls together leave money, conversations and counters consistent', () =>
    expectWholeWorld(world));
}
