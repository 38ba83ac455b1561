import { hasEngine, WITHOUT_ENGINE } from './chosen.js';

/** Says once in a run that plays in memory why it does, if nobody asked for it. */
export default async function say(): Promise<void> {
  process.env.LOG_LEVEL ??= 'SILENT';
  if (hasEngine()) return;
  process.stderr.write(`${WITHOUT_ENGINE}\n`);
}
