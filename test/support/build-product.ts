import { buildFunctions, buildWeb } from '../../lib/local/builds.ts';
import { Closing } from '../../lib/local/closing.ts';
import startEngine from './start-engine.ts';

/** Builds functions and web as they are deployed, unless what is there is of the same source; then starts the engine. */
export default async function buildProduct(): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  await Promise.all([buildFunctions(say), buildWeb(new Closing()), startEngine()]);
}
