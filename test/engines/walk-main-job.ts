import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from '@jest/globals';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { type Local, startLocal } from '#lib/local/local.ts';
import { photoOf } from '../support/photo-fixtures.ts';
import type { Driver } from './driver.ts';
import type { Engine } from './engines.ts';
import { type Line, openLine } from './line.ts';
import { STEPS, type Walk } from './main-job.ts';
import { phoneOf } from './phone.ts';

const PICTURES = 'test-results/engines';

/** Defines a test for each step of the main job in an engine. After one that fails, the others fail at once. */
export function walkMainJob(engine: Engine): void {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  let drivers: readonly Driver[] = [];
  let local: Local;
  let line: Line;
  let walk: Walk;
  let failed: string | undefined;

  beforeAll(async () => {
    const photo = join(folder, 'photo.jpg');
    writeFileSync(photo, photoOf(800, 400));
    const data = join(folder, 'data');
    line = await openLine();
    [local, ...drivers] = await Promise.all([
      startLocal({
        folder: data,
        port: 0,
        seed: false,
        quiet: true,
        gatewayTimeoutMs: PATIENCE_MS,
      }),
      engine.open(line.port),
      engine.open(line.port),
    ]);
    const [ana, ben] = drivers.map((driver) => phoneOf(driver, local.url, engine.canPaste));
    if (!ana || !ben) throw new Error('Two people need two phones');
    walk = { local, ana, ben, line, photo };
  });

  afterAll(async () => {
    await Promise.all(drivers.map((driver) => driver.close()));
    await engine.stop?.();
    await line?.close();
    await local?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [sentence, step] of STEPS)
    test(`${engine.name}: ${sentence}`, async () => {
      if (failed !== undefined) throw new Error(`An earlier step failed: ${failed}`);
      failed = sentence;
      try {
        await step(walk);
        for (const phone of [walk.ana, walk.ben]) await phone.looksRight();
      } catch (fault) {
        await takePictures();
        throw fault;
      }
      failed = undefined;
    });

  async function takePictures(): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    for (const [place, driver] of drivers.entries()) {
      const name = `${engine.name.replaceAll(' ', '-')}-${place === 0 ? 'ana' : 'ben'}.png`;
      writeFileSync(join(PICTURES, name), await driver.screenshot());
    }
  }
}
