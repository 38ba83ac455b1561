import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/*
 * The seed data of `npm start`. Creating it takes ten times as long as starting with it, so a test run creates it once
 * and every test file starts with a copy.
 */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/**
 * Copies the seed data into a folder. Does nothing unless the test run has set PLANTED_WORLDS, the folder of the
 * original.
 */
export async function layPlantedWorld(folder: string): Promise<void> {
  const worlds = process.env.PLANTED_WORLDS;
  if (!worlds) return;
  const planted = join(worlds, 'planted');
  const lock = join(worlds, 'lock');
  while (!existsSync(planted)) {
    // The worker that creates the lock creates the data, and the others wait for it.
    if (!isCreated(lock)) {
      await wait(50);
      continue;
    }
    try {
      if (!existsSync(planted)) await plant(worlds, planted);
    } finally {
      rmdirSync(lock);
    }
  }
  cpSync(planted, folder, { recursive: true });
}

async function plant(worlds: string, planted: string): Promise<void> {
  // Runs in a separate process, because the storage modules read their addresses from the environment when they are
  // loaded.
  const being = mkdtempSync(join(worlds, 'being-planted-'));
  await run(process.execPath, ['--import', 'tsx', 'test/support/plant-world.ts', being], {
    cwd: ROOT,
  });
  // Renamed only when it is complete.
  renameSync(being, planted);
}

/** Creates a folder; false if it is there already. */
function isCreated(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
    return false;
  }
}
