import { AsyncLocalStorage } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { type AwsRequest, askedOf } from '../../grants/asked.ts';
import { covers, type Grants, wordsFor } from '../../grants/grants.ts';
import { watchAws } from '../../grants/watch.ts';

/*
 * Where the bundles run: a thread of its own, in plain Node without a loader, as a Lambda's process is. Bundled by
 * esbuild before it starts.
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
  | { readonly is: 'clock'; readonly offsetMs: number };

export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string };

type Handler = (event: unknown, context: Context) => Promise<unknown>;

const { directory, grants } = workerData as { directory: string; grants?: Grants };
const running = new AsyncLocalStorage<string>();
const handlers = new Map<string, Promise<Handler>>();

if (grants) watchAws((request) => refusal(request, grants));

/** What a function's role does not allow is refused here as it is there. */
function refusal(request: AwsRequest, grants: Grants): string | undefined {
  const name = running.getStore() ?? '';
  const granted = grants[name];
  // One that is written just now has no grants yet.
  if (!granted) return undefined;
  const beyond = askedOf(request).find((asked) => !covers(granted, asked));
  return (
    beyond &&
    `${name} is not authorized to perform ${wordsFor(beyond)} because lib/grants/grants.json does not allow it`
  );
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.is === 'clock') process.env.CLOCK_OFFSET_MS = String(message.offsetMs);
  else void run(message).then((answer) => parentPort?.postMessage(answer));
});

/** Imported at the first call, as a cold start does. */
function handlerOf(name: string): Promise<Handler> {
  const known = handlers.get(name);
  if (known) return known;
  const handler = import(pathToFileURL(`${directory}/${name}.mjs`).href).then(
    (bundle: { handler: Handler }) => bundle.handler,
  );
  handlers.set(name, handler);
  return handler;
}

async function run(call: Extract<ToWorker, { is: 'call' }>): Promise<FromWorker> {
  try {
    const handler = await handlerOf(call.name);
    const answering = running.run(call.name, () => handler(call.event, contextOf(call)));
    return { id: call.id, result: await answering };
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
