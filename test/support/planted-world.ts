import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/*
 * The seed data of `npm start`. Creating it takes ten times as long as starting with it, so each worker creates it
 * once and every test file starts with a copy.
 */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/**
 * Copies the seed data into a folder. Does nothing unless the test run has set PLANTED_WORLDS, the folder of the
 * originals.
 */
export async function layPlantedWorld(folder: string): Promise<void> {
  const worlds = process.env.PLANTED_WORLDS;
  if (!worlds) return;
  const mine = join(worlds, String(process.env.JEST_WORKER_ID));
  if (!existsSync(mine)) {
    // Runs in a separate process, because the storage modules read their addresses from the environment when they are
    // loaded.
    const being = mkdtempSync(join(worlds, 'being-planted-'));
    await run(process.execPath, ['--import', 'tsx', 'test/support/plant-world.ts', being], {
      cwd: ROOT,
    });
    // Renamed only when it is complete.
    renameSync(being, mine);
  }
  cpSync(mine, folder, { recursive: true });
}
