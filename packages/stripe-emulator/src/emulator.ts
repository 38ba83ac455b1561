import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRequest, ApiResponse } from './api.ts';
import { earliest } from './context.ts';
import { EmulatedAccount, type EmulatedAccountOptions } from './emulated-account.ts';
import { Faults } from './faults.ts';
import { newId } from './ids.ts';
import { isMultipart } from './multipart.ts';
import { WebhookSender, type WebhookTarget } from './webhook-sender.ts';

/** The options of the emulator. */
export interface StripeEmulatorOptions extends EmulatedAccountOptions {
  /** The port on 127.0.0.1. 0, the default, takes any free port. */
  port?: number;
  /** The endpoint for webhooks. Until it is set, here or with `setWebhooks`, webhooks wait. */
  webhooks?: WebhookTarget;
}

const collections = [
  'customers',
  'paymentMethods',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
  'earlyFraudWarnings',
  'files',
  'fileContents',
  'setupIntents',
  'products',
  'prices',
  'subscriptions',
  'invoices',
  'accounts',
  'transfers',
  'events',
  'webhookEndpoints',
] as const;
/** Collections of Stripe that are not emulated: `read` returns an empty list for them instead of undefined. */
const emptyCollections = ['payouts'];

/** A running emulator. */
export interface StripeEmulator
  extends Pick<
    EmulatedAccount,
    | 'authenticate'
    | 'accountLink'
    | 'onboard'
    | 'capturedPayments'
    | 'performBankAction'
    | 'declineCards'
  > {
  /** `http://127.0.0.1:<port>`: the base address of the emulated API. */
  url: string;
  /** Stops the server and the webhooks. Undelivered webhooks stay in the journal and are sent after the next start. */
  close(): Promise<void>;
  /** The objects of a collection (`paymentIntents`, `refunds` …), newest first; undefined for an unknown collection. */
  read(collection: string): unknown[] | undefined;
  /** Sends webhooks to this address from now on. */
  setWebhooks(target: WebhookTarget): void;
  /**
   * The next moment, in epoch milliseconds, at which something happens without a request: a hold expires, a subscription
   * renews, a webhook is retried.
   */
  nextDueAt(): number | undefined;
  /** Performs everything that is due at `now()`, including webhooks, and waits for it. */
  runDue(): Promise<void>;
  /** Tries to deliver every pending webhook once, due or not. Returns how many remain undelivered. */
  deliverPending(): Promise<number>;
  /**
   * `fetch` for this API without a connection, for an application in the same process. It rejects as the connection of a
   * broken request does.
   */
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
  /** Failures to inject between the application and Stripe. */
  faults: Faults;
}

/**
 * Starts the emulator: Stripe's HTTP API for one account with one pair of keys, for the unmodified `stripe` package and
 * Stripe.js. Like Stripe, it refuses unknown requests and parameters.
 * Rejects if the port is taken or the journal is damaged.
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const account = new EmulatedAccount(options);
  const webhooks = new WebhookSender(account.store, options.now);
  const faults = new Faults();
  const answer = async (asked: ApiRequest) => {
    const answered = await answerOrFail(account, faults, asked);
    webhooks.wake();
    return answered;
  };
  const server = createServer((request, response) => void serve(request, response, answer));
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(options.port ?? 0, '127.0.0.1', ready);
  });
  const setWebhooks = (target: WebhookTarget) => {
    webhooks.target = target;
    webhooks.wake();
  };
  if (options.webhooks) setWebhooks(options.webhooks);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await webhooks.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      account.close();
    },
    read: (collection) => read(account, collection),
    setWebhooks,
    nextDueAt: () => earliest([account.nextDueAt(), webhooks.nextAt()]),
    async runDue() {
      account.runDue();
      await webhooks.sendDue();
    },
    deliverPending: () => webhooks.sendAll(),
    authenticate(intentId, outcome) {
      account.authenticate(intentId, outcome);
      webhooks.wake();
    },
    accountLink: (token) => account.accountLink(token),
    onboard(token, outcome, name) {
      account.onboard(token, outcome, name);
      webhooks.wake();
    },
    capturedPayments: () => account.capturedPayments(),
    performBankAction(intentId, action) {
      account.performBankAction(intentId, action);
      webhooks.wake();
    },
    declineCards: (customerId) => account.declineCards(customerId),
    fetch: (address, init) => fetchInProcess(address, init, answer),
    faults,
  };
}

function read(account: EmulatedAccount, collection: string): unknown[] | undefined {
  const known = collections.find((name) => name === collection);
  if (!known) return emptyCollections.includes(collection) ? [] : undefined;
  return account
    .all(known)
    .reverse()
    .filter((value) => !('deleted' in value && value.deleted));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return textOfBody(Buffer.concat(chunks), request.headers['content-type']);
}

/** The text of a body. latin1 keeps each byte of a file as one character; utf8 would change bytes that are not text. */
const textOfBody = (body: Buffer, contentType: string | undefined): string =>
  body.toString(isMultipart(contentType) ? 'latin1' : 'utf8');

const textOf = (body: unknown): string => `${JSON.stringify(body, null, 2)}\n`;

function send(response: ServerResponse, { status, headers, body }: ApiResponse): void {
  response.writeHead(status, headers).end(textOf(body));
}

function failure(status: number, message: string, code?: string): ApiResponse {
  const type = status === 429 ? 'invalid_request_error' : 'api_error';
  const headers = { 'content-type': 'application/json', 'request-id': newId.request() };
  return { status, headers, body: { error: { type, message, ...(code && { code }) } } };
}

const tooMany =
  'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';

/** Answers a request, or injects the fault that matches it. The result is undefined if the connection breaks instead. */
async function answerOrFail(
  account: EmulatedAccount,
  faults: Faults,
  asked: ApiRequest,
): Promise<ApiResponse | undefined> {
  const fault = faults.take(asked.method, asked.target.split('?')[0] ?? asked.target);
  switch (fault?.kind) {
    case 'refuse-connection':
      return undefined;
    case 'rate-limit':
      return failure(429, tooMany, 'rate_limit');
    case 'status-500':
      return failure(500, 'An unknown error occurred');
  }
  try {
    const given = await account.handle(asked, async () => fault?.wait());
    return fault?.kind === 'lose-reply' ? undefined : given;
  } catch (thrown) {
    console.error('The Stripe emulator failed', thrown);
    return failure(500, 'The Stripe emulator failed; its output says why.');
  }
}

type Answer = (asked: ApiRequest) => Promise<ApiResponse | undefined>;

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request;
  try {
    const given = await answer({ method, target, headers, body: await bodyOf(request) });
    if (given) return send(response, given);
  } catch {
    // The application has closed the connection.
  }
  request.socket.destroy();
}

// That of the platform, even while a test replaces timers.
const { setImmediate: nextTurn } = globalThis;

async function fetchInProcess(
  address: string | URL,
  init: RequestInit = {},
  answer: Answer,
): Promise<Response> {
  const { signal } = init;
  signal?.throwIfAborted();
  const request = await inProcessRequest(address, init);
  // Not before the next turn, as over a connection: requests that begin together take turns.
  await new Promise((resolve) => nextTurn(resolve));
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const given = await Promise.race([answer(request), aborted]);
  if (!given) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  const { status, headers, body } = given;
  return new Response(textOf(body), { status, headers });
}

async function inProcessRequest(address: string | URL, init: RequestInit): Promise<ApiRequest> {
  const { pathname, search } = new URL(address);
  const target = pathname + search;
  const { method = 'GET', headers = [], body } = init;
  if (typeof body === 'string' || !body)
    return { method, target, headers: Object.fromEntries(new Headers(headers)), body: body ?? '' };
  const request = new Request(address, init);
  const sent = Buffer.from(await request.arrayBuffer());
  const named = Object.fromEntries(request.headers);
  return { method, target, headers: named, body: textOfBody(sent, named['content-type']) };
}
