import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Bursts } from '#web/features/live/bursts.ts';

let bursts: Bursts;
let ran: number[];
let began: number;

beforeEach(() => {
  jest.useFakeTimers();
  bursts = new Bursts();
  ran = [];
  began = Date.now();
});
afterEach(() => {
  bursts.stop();
  jest.useRealTimers();
});

const run = (after: number, every: number) =>
  bursts.run('work', { after, every }, () => ran.push(Date.now() - began));

/** Runs the work a hundred times within this time. */
async function burst(time: number, after: number, every: number): Promise<void> {
  for (let call = 0; call < 100; call += 1) {
    run(after, every);
    await jest.advanceTimersByTimeAsync(time / 100);
  }
}

test('work that is put off runs once for a burst', async () => {
  await burst(500, 1_000, 3_000);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(ran).toEqual([1_000]);
});

test('work for a long burst runs at its pace, and once after the end', async () => {
  await burst(10_000, 1_000, 3_000);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(ran).toEqual([1_000, 4_000, 7_000, 10_000]);
});

test('work that is not put off runs at once, and once more for the rest of a burst', async () => {
  await burst(500, 0, 1_000);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(ran).toEqual([0, 1_000]);
});

test('no work runs after the end', async () => {
  run(1_000, 3_000);
  bursts.stop();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(ran).toEqual([]);
});
