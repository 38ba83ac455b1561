import { describe, expect, test } from '@jest/globals';
import { logOf } from '#functions/log.ts';
import { sweepItems } from '#functions/sweep-items.ts';

/** Sweeps two slices of six items, of which these fail. `timeLeft`: the time before each batch and slice. */
async function sweep(failing: readonly number[], timeLeft: () => number = () => 60_000) {
  const handled: number[] = [];
  const errors: unknown[] = [];
  let slices = 0;
  const log = { ...logOf('sweep'), error: (...said: unknown[]) => void errors.push(said[1]) };
  const ended = await sweepItems<number>({
    read: async (from) => {
      slices += 1;
      const first = Number(from?.first ?? 1);
      const items = [0, 1, 2, 3, 4, 5].map((nth) => first + nth);
      return { items, next: first === 1 ? { first: 7 } : undefined };
    },
    handle: async (item) => {
      if (failing.includes(item)) throw new Error(`item ${item}`);
      handled.push(item);
    },
    timeLeft,
    log: log as never,
  });
  return { handled, errors, ended, slices };
}

describe('a sweep', () => {
  test('handles every item of every slice', async () => {
    const { handled, errors, ended } = await sweep([]);
    expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect([errors, ended]).toEqual([[], { done: 12, faults: 0 }]);
  });

  test('handles the others if some fail, logs those, and counts them', async () => {
    const { handled, errors, ended } = await sweep([1, 3, 12]);
    expect(handled).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(errors).toEqual([1, 3, 12].map((item) => new Error(`item ${item}`)));
    expect(ended).toEqual({ done: 12, faults: 3 });
  });

  test('begins no batch, and reads no slice, without the time for it', async () => {
    let left = 20_000;
    const { handled, ended, slices } = await sweep([], () => {
      left -= 5_000;
      return left;
    });
    expect([handled, ended, slices]).toEqual([[1, 2, 3, 4, 5], { done: 5, faults: 0 }, 1]);
  });
});
