import { rmSync } from 'node:fs';
import stopEngine from './stop-engine.ts';

/** Stops DynamoDB Local, and deletes the copies of the seed data. */
export default async function stopProduct(): Promise<void> {
  await stopEngine();
  const { PLANTED_WORLDS: worlds } = process.env;
  if (worlds) rmSync(worlds, { recursive: true, force: true });
}
