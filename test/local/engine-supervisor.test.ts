import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { isAnswering } from '#lib/local/engine.ts';
import { type SupervisedEngine, superviseEngine } from '#lib/local/engine-supervisor.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { until } from '../support/until.ts';
import { newFolder } from './machine.ts';

/* The restarts of the engine. engine-restart.test.ts shows what people notice of one. */

const { folder, remove } = newFolder();
const file = join(folder, 'table.db');
const shutdown = new Shutdown();
const pids: number[] = [];
const faults: string[] = [];
let engine: SupervisedEngine;

beforeAll(async () => {
  const onFault = (fault: unknown) => void faults.push((fault as Error).message);
  engine = await superviseEngine(
    { file, onLaunch: (pid) => void pids.push(pid), onFault },
    shutdown,
  );
});
afterAll(async () => {
  await shutdown.close();
  remove();
});

const kill = () => process.kill(pids.at(-1) ?? 0, 'SIGKILL');

test('an engine is restarted at the same address each time that it ends', async () => {
  for (const times of [1, 2]) {
    kill();
    await until(() => engine.restarts() === times);
    expect(await isAnswering(engine.url)).toBe(true);
  }
  expect(new Set(pids).size).toBe(3);
  expect(faults).toEqual(Array(2).fill('The database engine ended. It is started again.'));
});

test('an engine that does not start is tried again after growing pauses, and each failed start is reported', async () => {
  const pauses: unknown[] = [];
  const atOnce = jest.spyOn(timers, 'setTimeout').mockImplementation(async (time, value) => {
    pauses.push(time);
    return value as never;
  });
  faults.length = 0;
  renameSync(file, join(folder, 'moved.db'));
  mkdirSync(file);
  kill();
  await until(() => pauses.length >= 8);
  rmdirSync(file);
  renameSync(join(folder, 'moved.db'), file);
  await until(() => engine.restarts() === 3);
  atOnce.mockRestore();
  expect(pauses.slice(0, 8)).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  const failed = faults.filter((fault) => fault.startsWith('The database engine ended at once'));
  expect(failed).toHaveLength(pauses.length);
});
