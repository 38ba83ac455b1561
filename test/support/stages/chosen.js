import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* Where the tables of tests are. jest.config.js asks too, so this file imports nothing of the project. */

const { optionalDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
);

/** Whether an engine can run here: a package of the embedded one is built for this platform, or another engine is named. */
export const hasEngine = (platform = `${process.platform}-${process.arch}`) =>
  `@dynoxide/${platform}` in optionalDependencies ||
  Boolean(process.env.DYNAMODB_ENDPOINT || process.env.DYNAMODB_LOCAL);

/**
 * Returns `engine`, where tables are in the database engine, or `memory`, where they are a model in the process of the test: as
 * STAGE says, and otherwise the engine wherever it can run. Throws if STAGE names anything else.
 */
export function chosenStage(platform) {
  const { STAGE = hasEngine(platform) ? 'engine' : 'memory' } = process.env;
  if (STAGE !== 'engine' && STAGE !== 'memory')
    throw new Error(`STAGE=${STAGE}: tests play on STAGE=engine or STAGE=memory.`);
  return STAGE;
}

/** What is left out where no engine can run. */
export const WITHOUT_ENGINE =
  'No database engine is built for this platform: tests play on a model of the table in memory, and those that start the product are left out. DYNAMODB_LOCAL or DYNAMODB_ENDPOINT name another engine.';
