import { leftOut, WITHOUT_ENGINE } from './chosen.js';

/** The set-up of projects that play in memory: says why, if nobody asked for it. */
export default async function say(): Promise<void> {
  process.env.LOG_LEVEL ??= 'SILENT';
  if (leftOut().length > 0) process.stderr.write(`${WITHOUT_ENGINE}\n`);
}
