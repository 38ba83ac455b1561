import { rmSync } from 'node:fs';
import stopEngine from './stop-engine.ts';

/** Stops the engine, and removes the planted worlds. */
export default async function stopProduct(): Promise<void> {
  await stopEngine();
  const { PLANTED_WORLDS: worlds } = process.env;
  if (worlds) rmSync(worlds, { recursive: true, force: true });
}
