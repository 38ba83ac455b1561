import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/*
 * The stages on which people act. On `engine` and `memory`, tests call handlers in their own process, and STAGE chooses where their
 * tables are; on `address` they call a running product (test/support/client.ts), which no variable changes. jest.config.js asks too,
 * so this file imports nothing of the project.
 */

const ROOT = join(import.meta.dirname, '../../..');
const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Whether an engine can run here: lib/local/engine-command.ts finds one, once its package is installed. */
const hasEngine = (platform = `${process.platform}-${process.arch}`) =>
  `@dynoxide/${platform}` in optionalDependencies ||
  Boolean(process.env.DYNAMODB_ENDPOINT || process.env.DYNAMODB_LOCAL) ||
  existsSync(join(ROOT, '.dynamodb-local')) ||
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'dynoxide')));

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

/** The projects that start the product, which needs an engine. */
const OF_THE_PRODUCT = ['local', 'operator', 'engines', 'e2e', 'journeys'];

/** Returns the projects that this platform leaves out. */
export const leftOut = (platform) => (hasEngine(platform) ? [] : OF_THE_PRODUCT);

/** What is said once where no engine can run. */
export const WITHOUT_ENGINE = `No database engine is built for this platform: tests play on a model of the table in memory, and the projects ${OF_THE_PRODUCT.join(', ')} are left out. DYNAMODB_LOCAL or DYNAMODB_ENDPOINT name another engine.`;
