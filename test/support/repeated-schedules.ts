import { expect } from '@jest/globals';
import type { Item } from '#functions/storage/table.ts';
import { scanTable } from './scanned-table.ts';
import type { World } from './world.ts';

/** Runs a schedule, and again with indexes that do not show yet what it wrote; expects that the second run changes nothing, also at Stripe. */
export async function expectNothingTwice(
  world: World,
  schedule: () => Promise<unknown>,
): Promise<void> {
  const state = async (): Promise<[Item[], number]> => {
    const items = await scanTable(world.tableName);
    return [items, (world.stripe.read('events') ?? []).length];
  };
  let after: [Item[], number] | undefined;
  await world.repeatedWithStaleIndex(schedule, async () => {
    after = await state();
  });
  expect(await state()).toEqual(after);
}
