import { type Engine, startEngine } from '../../lib/local/engine.ts';

declare global {
  var testEngine: Engine | undefined;
}

/** One engine in memory for a whole run; each test file makes its own table in it. */
export default async function start(): Promise<void> {
  globalThis.testEngine ??= await startEngine();
  // Before any handler is loaded: a logger reads its level when it is made.
  process.env.POWERTOOLS_LOG_LEVEL ??= process.env.LOG_LEVEL ?? 'SILENT';
  process.env.AWS_ENDPOINT_URL_DYNAMODB = globalThis.testEngine.url;
}
