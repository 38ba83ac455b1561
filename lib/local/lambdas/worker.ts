import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { deployedFileOf } from '../../deployed-file.ts';
import { makeRoleGuard } from '../../permissions/guard.ts';

/*
 * Runs the bundles in a thread of its own, in plain Node without a loader, as in a Lambda process. esbuild bundles this file
 * before it starts.
 */

export type ToWorker =
  | {
      readonly is: 'call';
      readonly id: number;
      readonly name: string;
      readonly event: unknown;
      readonly requestId: string;
      readonly deadline: number;
    }
  | { readonly is: 'clock'; readonly offsetMs: number }
  | { readonly is: 'reload' };

export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string };

type Handler = (event: unknown, context: Context) => Promise<unknown>;

const { directory } = workerData as { directory: string };
const handlers = new Map<string, Promise<Handler>>();
/** How often the bundles were reloaded. */
let version = 0;

// Denies what the role of a deployed function does not allow.
globalThis.roleGuard = makeRoleGuard();

parentPort?.on('message', (message: ToWorker) => {
  if (message.is === 'clock') process.env.CLOCK_OFFSET_MS = String(message.offsetMs);
  else if (message.is === 'reload') reload();
  else void run(message).then((answer) => parentPort?.postMessage(answer));
});

/** Calls in progress complete with the old bundles. Chunks have new names when they change; the others stay loaded. */
function reload(): void {
  version += 1;
  handlers.clear();
}

/** Imports the bundle at the first call, like a cold start. */
function handlerOf(name: string): Promise<Handler> {
  const known = handlers.get(name);
  if (known) return known;
  const handler = load(name).then((bundle) => bundle.handler);
  handlers.set(name, handler);
  return handler;
}

const require = createRequire(import.meta.url);

/** Loads the deployed file of a function if the directory has one, and otherwise the module of the local build. */
async function load(name: string): Promise<{ readonly handler: Handler }> {
  const deployed = deployedFileOf(directory, name);
  if (existsSync(deployed)) return require(deployed);
  return import(`${pathToFileURL(`${directory}/${name}.mjs`).href}?${version}`);
}

async function run(call: Extract<ToWorker, { is: 'call' }>): Promise<FromWorker> {
  try {
    const handler = await handlerOf(call.name);
    return { id: call.id, result: await handler(call.event, contextOf(call)) };
  } catch (fault) {
    return { id: call.id, fault: fault instanceof Error ? String(fault.stack) : String(fault) };
  }
}

function contextOf({ name, requestId, deadline }: Extract<ToWorker, { is: 'call' }>): Context {
  const functionName = name.split('/').at(-1) ?? name;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
