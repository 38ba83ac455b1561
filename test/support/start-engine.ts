import { type Engine, startEngine } from '#lib/local/engine.ts';

declare global {
  var testEngine: Engine | undefined;
}

/** Starts one in-memory DynamoDB Local for a whole test run; each test file creates its own table in it. */
export default async function start(): Promise<void> {
  globalThis.testEngine ??= await startEngine();
  // Set before any handler is loaded, because a logger reads its level when it is created.
  process.env.LOG_LEVEL ??= 'SILENT';
  process.env.AWS_ENDPOINT_URL_DYNAMODB = globalThis.testEngine.url;
}
