import { afterAll, beforeAll } from '@jest/globals';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { type Local, startLocal } from '#lib/local/local.ts';
import { layPlantedWorld } from '../support/planted-world.ts';
import { newFolder } from './machine.ts';

/**
 * Declares the local product of a test file, without the web app: it starts before the first test and stops after the last.
 * `seed`: with the data that a start in an empty folder creates. The returned object is filled when the product starts, so
 * only hooks and tests can use it.
 */
export function productOfFile({ seed }: { readonly seed: boolean }): Local {
  const { folder, remove } = newFolder();
  const local = {} as Local;
  beforeAll(async () => {
    if (seed) await layPlantedWorld(folder);
    Object.assign(
      local,
      await startLocal({
        folder,
        port: 0,
        seed,
        web: false,
        quiet: true,
        gatewayTimeoutMs: PATIENCE_MS,
      }),
    );
  });
  afterAll(async () => {
    await local.stop?.();
    remove();
  });
  return local;
}
