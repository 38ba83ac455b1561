import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/*
 * The small world that `npm start` begins with. Planting it takes ten times as long as starting in it, so each worker plants
 * it once and every test file begins with a copy.
 */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Puts the planted world into a folder. Does nothing outside a run of tests, which names in PLANTED_WORLDS where they are kept. */
export async function layPlantedWorld(folder: string): Promise<void> {
  const worlds = process.env.PLANTED_WORLDS;
  if (!worlds) return;
  const mine = join(worlds, String(process.env.JEST_WORKER_ID));
  if (!existsSync(mine)) {
    // In a process of its own: storage reads its addresses when it is loaded, and here it is to read those of the copy.
    const being = mkdtempSync(join(worlds, 'being-planted-'));
    await run(process.execPath, ['--import', 'tsx', 'test/support/plant-world.ts', being], {
      cwd: ROOT,
    });
    // The name is its own only when it is whole.
    renameSync(being, mine);
  }
  cpSync(mine, folder, { recursive: true });
}
