import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runningEnvironment, takeLock } from '#lib/local/lock.ts';
import { identityOf } from '#lib/local/process-identity.ts';
import { newFolder } from './machine.ts';

/* The lock of a folder, also after its holder was killed and another process got its id. */

let own: ReturnType<typeof newFolder>;
let file: string;
beforeEach(() => {
  own = newFolder();
  file = join(own.folder, 'running.json');
});
afterEach(() => own.remove());

const holder = (identity = identityOf(process.pid)) => ({ pid: process.pid, identity });
const write = (record: object) => {
  mkdirSync(own.folder, { recursive: true });
  writeFileSync(file, JSON.stringify(record));
};

test('a folder is locked by the process that runs, until it releases it', async () => {
  const lock = await takeLock(own.folder);
  lock.recordUrl('http://localhost:3000');
  lock.recordEnvironment({ TABLE_NAME: 'table' });
  expect(runningEnvironment(own.folder)).toEqual({ TABLE_NAME: 'table' });
  await expect(takeLock(own.folder)).rejects.toThrow(
    `ReplyPaid already runs from ${own.folder} at http://localhost:3000 (process ${process.pid})`,
  );
  lock.release();
  expect(existsSync(file)).toBe(false);
  (await takeLock(own.folder)).release();
});

test('a lock of a killed process is replaced, also if its id belongs to another process now', async () => {
  write({ ...holder('another start time'), environment: { TABLE_NAME: 'table' } });
  expect(runningEnvironment(own.folder)).toBeUndefined();
  (await takeLock(own.folder)).release();
});

test('the engine of a killed process is stopped, but no other process with its id', async () => {
  const engine = spawn('sleep', ['600'], { stdio: 'ignore' });
  const pid = engine.pid ?? 0;
  const isRunning = () => identityOf(pid) !== undefined;
  write({ ...holder('gone'), engine: { pid, identity: 'another start time' } });
  (await takeLock(own.folder)).release();
  expect(isRunning()).toBe(true);
  write({ ...holder('gone'), engine: { pid, identity: identityOf(pid) } });
  (await takeLock(own.folder)).release();
  expect(isRunning()).toBe(false);
});
