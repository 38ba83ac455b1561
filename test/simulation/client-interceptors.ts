import { DYNAMODB } from '#functions/storage/dynamodb.ts';
import { parseDomainEvent } from '#shared/domain-events.ts';
import { intercept } from '#test/support/faults/boundary.ts';
import type { Effect, InjectedFault, Perform, Processes } from '#test/support/faults/processes.ts';
import { withRetries } from './client-retries.ts';
import { SECRETS } from './environment.ts';
import type { StripeRequest } from './in-process-stripe.ts';
import { checkTable } from './role-guard.ts';
import type { World } from './world.ts';

/*
 * The requests of the code under test to the table, Stripe, the event bus and SNS. Each becomes an effect that waits at a gate.
 */

/** The prefix of the Stripe address. No request to it leaves this process. */
const STRIPE_BASE = 'http://stripe-';

type AnswerTable = (command: string, input: object) => object;
type Send = (input: object) => Promise<object>;

/**
 * Holds the requests of the code under test at gates; call once per process. `world` returns the world of the running history.
 * `answer`: a table model that needs no client.
 */
export function interceptClients(
  processes: Processes,
  world: () => World,
  answer: AnswerTable | undefined,
): void {
  intercept((request, send) => {
    const { service, operation, input, url } = request;
    if (service === 'table') {
      const perform = answer
        ? async (part: object) => answer(`${SERVICE_NAMES[operation]}Command`, part)
        : (send as Send);
      return requestTable(processes, world, operation, input, perform);
    }
    if (service === 'web' && url.startsWith(STRIPE_BASE))
      return requestStripe(processes, world, url, input);
    const respond = AWS_REQUESTS[operation];
    if (service === 'aws' && respond) return respond(processes, world, input as never);
    return send();
  });
}

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  BatchGet: 'BatchGetItem',
  Query: 'Query',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  TransactWrite: 'TransactWriteItems',
};

const isWrite = (command: string) => /^(Put|Update|Delete|TransactWrite)/.test(command);

/** Sends a request to the table, with the retries of the product's client. Each try is an effect. */
function requestTable(
  processes: Processes,
  world: () => World,
  command: string,
  input: object,
  send: Send,
): Promise<object> {
  checkTable(SERVICE_NAMES[command] ?? command, input);
  return withRetries<object>(DYNAMODB.tries, () => {
    // What the test harness itself reads and writes has no faults.
    const { transientFaults } = world();
    const error = processes.isRunning ? transientFaults.nextError(command, input) : undefined;
    return error
      ? (processes.perform(rejectedEffect(command, error), () =>
          Promise.reject(error),
        ) as Promise<never>)
      : performTry(processes, world(), command, input, send);
  });
}

/** A try that DynamoDB rejects changes nothing, so there is no crash before or after it. */
const rejectedEffect = (command: string, { name }: Error): Effect => ({
  service: 'table',
  writes: false,
  description: `${command} ← ${name}`,
});

function performTry(
  processes: Processes,
  world: World,
  command: string,
  input: object,
  send: Send,
): Promise<object> {
  const writes = isWrite(command);
  const effect: Effect = {
    service: 'table',
    writes,
    description: writes ? `${command} ${keysIn(input)}` : command,
  };
  const part = processes.isRunning ? world.transientFaults.partOf(command, input) : { input };
  const perform = async () => {
    const answer = await send(part.input);
    if (writes) {
      world.recorder.record(command, input);
      world.orderTerms.record(command, input);
      world.drafts.record(command, input);
    }
    return part.respond?.(answer) ?? answer;
  };
  const answer = processes.perform(effect, (fault) => performAtTable(fault, command, perform));
  return answer as Promise<object>;
}

/**
 * A transaction carries a client request token, so the client library's retry of it has no second effect. The errors are those
 * after the last try, which is not repeated.
 */
async function performAtTable(
  fault: InjectedFault,
  command: string,
  perform: () => Promise<unknown>,
) {
  if (fault === 'failed' || fault === 'throttled' || fault === 'serverError')
    throw errorNamed('InternalServerError', 'the table did not respond');
  const first = await perform();
  if (fault === 'retried' && command !== 'TransactWrite') return perform();
  if (fault === 'responseLost')
    throw errorNamed('ResponseLost', 'the response of the table was lost');
  return first;
}

type Keyed = { readonly pk: string };
type Part = { readonly Item?: Keyed; readonly Key?: Keyed };

/** Describes the items of a write for the log: the kind of each item and the end of its key. */
function keysIn(input: unknown): string {
  const transaction = (input as { TransactItems?: Record<string, Part>[] }).TransactItems;
  const parts = transaction ? transaction.flatMap((one) => Object.values(one)) : [input as Part];
  return parts.map(({ Item, Key }) => briefKey((Item ?? Key)?.pk ?? '')).join(' ');
}

const briefKey = (pk: string) => `${pk.split('#')[0]}…${pk.slice(-6)}`;

function requestStripe(
  processes: Processes,
  world: () => World,
  url: string,
  init: RequestInit,
): Promise<unknown> {
  const { pathname, search } = new URL(url);
  const request: StripeRequest = {
    method: init.method ?? 'GET',
    target: `${pathname}${search}`,
    headers: lowered(init.headers),
    // A multipart body has one character for each byte.
    body:
      init.body instanceof Uint8Array
        ? Buffer.from(init.body).toString('latin1')
        : String(init.body ?? ''),
  };
  const { stripe } = world();
  const effect: Effect = {
    service: 'stripe',
    writes: request.method !== 'GET',
    description: `${request.method} ${pathname}`,
  };
  const sender = processes.running;
  const response = processes.perform(effect, (fault, until) =>
    performAtStripe(fault, async () => {
      const { status, headers, body } = await stripe.request(request, until);
      if (status === 409) stripe.counts.conflicts += 1;
      if (sender && status === 409) sender.hadConflict = true;
      return { status, headers: Object.entries(headers), text: async () => body };
    }),
  );
  const aborted = () => {
    stripe.counts.timeouts += 1;
    if (sender) sender.hadFault = true;
  };
  return init.signal ? unlessAborted(response, init.signal, aborted) : response;
}

/** Rejects as soon as the client aborts the request; Stripe performs it nevertheless. */
const unlessAborted = (
  response: Promise<unknown>,
  signal: AbortSignal,
  aborted: () => void,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      aborted();
      reject(signal.reason);
    });
    response.then(resolve, reject);
  });

const performAtStripe = async (fault: InjectedFault, send: () => Promise<unknown>) => {
  if (fault === 'failed') throw new TypeError('fetch failed');
  if (fault === 'throttled') return errorResponse(429, 'invalid_request_error', 'rate_limit');
  if (fault === 'serverError') return errorResponse(500, 'api_error');
  const answer = await send();
  // The connection broke after the request; the library retries with the same idempotency key.
  if (fault === 'responseLost' || fault === 'retried') throw new TypeError('fetch failed');
  // What the product's own `fetch` returns when the time of its function is over.
  if (fault === 'tooLate') return errorResponse(503, 'api_error', undefined, 'false');
  return answer;
};

const errorResponse = (status: number, type: string, code?: string, shouldRetry?: 'false') => ({
  status,
  headers: [
    ['content-type', 'application/json'],
    ...(shouldRetry ? [['stripe-should-retry', shouldRetry]] : []),
  ],
  text: async () => JSON.stringify({ error: { type, code, message: 'Please try again later' } }),
});

function lowered(headers: RequestInit['headers']): Record<string, string> {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

type Entry = { readonly Detail?: string };
type Message = { readonly PhoneNumber: string; readonly Message: string };
type Respond<Input> = (processes: Processes, world: () => World, input: Input) => Promise<unknown>;

/** Secrets, the event bus and SNS, by the operation of the request. */
const AWS_REQUESTS: Readonly<Record<string, Respond<never>>> = {
  GetSecretValue: async () => ({ SecretString: JSON.stringify(SECRETS) }),
  PutEvents: (processes, world, { Entries: entries }: { readonly Entries: readonly Entry[] }) => {
    const effect = {
      service: 'bus',
      writes: true,
      description: `PutEvents ×${entries.length}`,
    } as const;
    return processes.perform(
      effect,
      withFaults(async (fault) => putEvents(world(), entries, fault)),
    );
  },
  Publish: (processes, world, { PhoneNumber, Message }: Message) => {
    const effect = { service: 'phone', writes: true, description: 'Publish' } as const;
    return processes.perform(
      effect,
      withFaults(async () => {
        world().textMessages.push({ to: PhoneNumber, body: Message });
        return {};
      }),
    );
  },
};

/** Accepts the entries; when throttled, EventBridge accepts only part of the batch. */
function putEvents(world: World, entries: readonly Entry[], fault: InjectedFault) {
  const taken = fault === 'throttled' ? entries.length >> 1 : entries.length;
  for (const { Detail = '' } of entries.slice(0, taken))
    world.bus.accept(parseDomainEvent(JSON.parse(Detail)));
  return {
    Entries: entries.map((_entry, nth) =>
      nth < taken ? {} : { ErrorCode: 'ThrottlingException' },
    ),
  };
}

const withFaults =
  (perform: Perform): Perform =>
  async (fault) => {
    if (fault === 'failed' || fault === 'serverError')
      throw errorNamed('TimeoutError', 'no response');
    const answer = await perform(fault);
    if (fault === 'responseLost' || fault === 'retried')
      throw errorNamed('TimeoutError', 'the response was lost');
    return answer;
  };

const errorNamed = (name: string, message: string) => Object.assign(new Error(message), { name });
