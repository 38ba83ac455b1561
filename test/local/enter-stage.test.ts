import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Clock } from '#lib/local/clock.ts';
import { takeLock } from '#lib/local/lock.ts';
import { enterStage } from '#lib/operator/enter-stage.ts';
import { newFolder } from './machine.ts';

/* An operator's command at the product of this machine. */

let own: ReturnType<typeof newFolder>;
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  own = newFolder();
  before = { ...process.env };
  process.env.LOCAL_FOLDER = own.folder;
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  own.remove();
});

test('a command has the environment of the running product, and its clock as it is now', async () => {
  const lock = await takeLock(own.folder);
  lock.recordEnvironment({ TABLE_NAME: 'own-table', CLOCK_OFFSET_MS: '0' });
  new Clock(own.folder).offsetMs = 5_000;
  delete process.env.CLOCK_OFFSET_MS;
  enterStage('local');
  expect(process.env).toMatchObject({ TABLE_NAME: 'own-table', CLOCK_OFFSET_MS: '5000' });
  lock.release();
});

test('a command is refused while the product does not run', async () => {
  expect(() => enterStage('local')).toThrow(/^ReplyPaid is not running on this machine/);
  const lock = await takeLock(own.folder);
  lock.recordEnvironment({ TABLE_NAME: 'own-table' });
  lock.release();
  expect(() => enterStage('local')).toThrow(/^ReplyPaid is not running on this machine/);
});
