import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isTransient } from '#functions/aws-errors.ts';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { CHAT_PICTURE_PATH, PREVIEW_PATH } from '#shared/rendered-pages.ts';
import { OEMBED_PATH } from '#shared/rules/links/oembed.ts';
import { FOREVER } from '../../cache-headers.ts';
import { CliError } from '../../cli-error.ts';
import { PICTURE_POLICY } from '../../security-headers.ts';
import { pagePath, renderedAt } from '../../web-addresses.ts';
import { closeServer } from '../close-server.ts';
import { GATEWAY_TIMEOUT_MS, type LambdaFault, type Lambdas } from '../lambdas/lambdas.ts';
import type { MediaStore } from '../media.ts';
import { SITES_PATH } from '../sites.ts';
import type { ShownStep } from '../start-steps.ts';
import { CallQueue, OVERLOADED } from './call-queue.ts';
import { sentResponse } from './compression.ts';
import type { Exchange } from './exchange.ts';
import { gatewayAnswer, gatewayEvent } from './gateway-event.ts';
import { type PageOrigins, setPageHeaders } from './page-headers.ts';
import { refuse, sendJson } from './replies.ts';
import { readBody, TooLarge } from './request-body.ts';
import { functionOfRoute } from './routes.ts';
import { SharedCache } from './shared-cache.ts';
import type { Development } from './vite.ts';
import { answerWhileStarting, tellReady } from './waiting-page.ts';
import { sendWebApp, type WebFiles } from './web-app.ts';

type FrontParts = {
  readonly now: () => number;
  readonly lambdas: Lambdas;
  readonly media: MediaStore;
  readonly pageOrigins: PageOrigins;
  /** The web app as it is built; in development Vite answers instead. */
  readonly web?: Promise<WebFiles> | undefined;
  readonly development?: Development | undefined;
  /** The control plane: everything below /_local. */
  readonly control: (exchange: Exchange) => Promise<void>;
  readonly onFault: (fault: LambdaFault, requestId: string) => void;
  /** How long a call may take, in milliseconds; by default as long as API Gateway waits. */
  readonly gatewayTimeoutMs?: number | undefined;
  /** Whether everybody is served; by default at once. Until then only the product's own calls are. */
  readonly isReady?: () => boolean;
};

/** The parts of a running front: the given ones, the cache that emulates CloudFront, and the queue of the calls of functions. */
type OpenParts = FrontParts & { readonly shared: SharedCache; readonly calls: CallQueue };

export type Front = {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  /** The value of the header OWN_CALL, with which the start itself calls operations before the product is ready. */
  readonly ownKey: string;
  /** Until this is called and the parts are ready, browsers get a page that waits, and other requests are told to wait. */
  open(parts: FrontParts): void;
  close(): Promise<void>;
};

const BODY_LIMIT = 6 * 1024 * 1024;

/** The address that people are shown: browsers allow passkeys at localhost, but not at an IP address. */
export const shownUrl = (url: string): string => url.replace('//127.0.0.1:', '//localhost:');
/** The opposite: the address in the settings of functions. */
const settingsUrl = (url: string): string => url.replace('//localhost:', '//127.0.0.1:');

/** The header of a call that the start itself makes. */
export const OWN_CALL = 'x-own-call';

/**
 * How long an idle connection is kept, in milliseconds. Node's five seconds end connections that a client is about to use again,
 * and a request that is not repeated fails then.
 */
const KEEP_ALIVE_MS = 60_000;

/** Takes the port. Throws a CliError when somebody else has it. `steps`: the steps of the start, for the page that waits. */
export async function startFront(
  port: number,
  host: string,
  steps: () => readonly ShownStep[] = () => [],
): Promise<Front> {
  let parts: OpenParts | undefined;
  const ownKey = randomUUID();
  const server = createServer((request, response) => {
    const exchange = exchangeOf(request, response);
    if (!exchange) response.writeHead(400).end();
    else if (parts && (parts.isReady?.() ?? true)) {
      if (!tellReady(exchange.url.pathname, response)) void serve(parts, exchange);
    } else if (parts && isOwnCall(exchange, ownKey)) void serve(parts, exchange);
    else if (!answerWhileStarting(steps(), request, response, exchange.url.pathname))
      refuse(response, 'UNAVAILABLE', { message: 'ReplyPaid is still starting.' });
  });
  server.requestTimeout = 2 * GATEWAY_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    server,
    ownKey,
    port: taken,
    url: `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${taken}`,
    open: (given) => {
      parts = { ...given, shared: new SharedCache(given.now), calls: new CallQueue() };
    },
    close: () => closeServer(server),
  };
}

/**
 * Whether the product itself calls: the start with its key, Stripe's webhooks, and what functions reach below /_local.
 * The pages below /_local wait as all others do, except the sites, which functions read as a browser would.
 */
const isOwnCall = ({ request, url: { pathname } }: Exchange, ownKey: string): boolean =>
  request.headers[OWN_CALL] === ownKey ||
  pathname.startsWith('/webhooks/') ||
  pathname.startsWith(`${SITES_PATH}/`) ||
  (pathname.startsWith('/_local/') && !OF_WAITING_PAGE.test(pathname) && !isForPage(request));

const OF_WAITING_PAGE = /^\/_local\/(start-steps|[\w-]+\.(css|js|woff2))$/;
const isForPage = ({ headers }: IncomingMessage) => String(headers.accept).includes('text/html');

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'EADDRINUSE')
        reject(
          new CliError(
            `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
          ),
        );
      else if (fault.code === 'EACCES')
        reject(new CliError(`Port ${port} may not be used here. Choose one above 1023: PORT=3000`));
      else reject(fault);
    });
    server.listen(port, host, resolve);
  });
}

function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange | undefined {
  const base = `http://${request.headers.host ?? '127.0.0.1'}`;
  if (!request.url?.startsWith('/') || !URL.canParse(`${base}${request.url}`)) return undefined;
  const url = new URL(`${base}${request.url}`);
  return { request, response, url, requestId: randomUUID() };
}

async function serve(parts: OpenParts, exchange: Exchange): Promise<void> {
  const { response, url, requestId } = exchange;
  response.setHeader('date', new Date(parts.now()).toUTCString());
  response.setHeader('x-request-id', requestId);
  try {
    if (url.pathname === '/_local' || url.pathname.startsWith('/_local/'))
      await parts.control(exchange);
    else if (isOperation(url.pathname)) await callFunction(parts, exchange);
    else if (url.pathname.startsWith('/media/')) sendMedia(parts, exchange);
    else if (parts.development) await sendInDevelopment(parts, parts.development, exchange);
    else if (parts.web) await sendWeb(parts, await parts.web, exchange);
    else refuse(response, 'NOT_FOUND', { message: 'The web app isn’t served here.' });
  } catch (fault) {
    if (response.headersSent) response.destroy();
    else if (fault instanceof TooLarge)
      refuse(response, 'INVALID_INPUT', { http: 413, message: 'This is larger than 6 MB.' });
    else if (isTransient(fault as Error)) refuse(response, 'UNAVAILABLE');
    else refuse(response, 'INTERNAL', { requestId });
  }
}

/** As CloudFront chooses: a rendered page, a file, or the app. */
async function sendWeb(parts: OpenParts, files: WebFiles, exchange: Exchange): Promise<void> {
  const page = pageAt(exchange, files.isFile);
  if (page === undefined) return sendWebApp(files, parts.pageOrigins, exchange);
  setPageHeaders(exchange.response, parts.pageOrigins);
  await sendPage(parts, exchange, page);
}

async function sendInDevelopment(parts: OpenParts, vite: Development, exchange: Exchange) {
  const page = pageAt(exchange, vite.isFile);
  if (page === undefined) vite.send(exchange);
  else await sendPage(parts, exchange, page);
}

const pageAt = ({ request, url }: Exchange, isFile: (path: string) => boolean) =>
  isRead(request) ? renderedAt(url.pathname, isFile) : undefined;

function sendPage(parts: OpenParts, exchange: Exchange, page: string): Promise<void> {
  const url = new URL(page, exchange.url);
  const { drawPreview, renderPage, showChatPicture } = systemFunctions;
  const { file } = page.startsWith(pagePath(PREVIEW_PATH))
    ? drawPreview
    : page.startsWith(pagePath(CHAT_PICTURE_PATH))
      ? showChatPicture
      : renderPage;
  return answerBy(parts, file, { ...exchange, url });
}

const isOperation = (path: string) =>
  path === OEMBED_PATH ||
  path.startsWith('/api/') ||
  path.startsWith('/webhooks/') ||
  functionOfRoute.has(`POST ${path}`);

async function callFunction(parts: OpenParts, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const name = functionOfRoute.get(`${request.method} ${url.pathname}`);
  if (url.pathname === OEMBED_PATH)
    url.searchParams.set('url', settingsUrl(url.searchParams.get('url') ?? ''));
  if (name) return answerBy(parts, name, exchange);
  await readBody(request, BODY_LIMIT);
  refuse(response, 'NOT_FOUND', { message: 'There’s no such operation.' });
}

async function answerBy(
  parts: OpenParts,
  name: string,
  { request, response, url, requestId }: Exchange,
): Promise<void> {
  const body = await readBody(request, BODY_LIMIT);
  const asked = {
    method: isOperation(url.pathname) ? request.method : undefined,
    address: `${url.pathname}${url.search}`,
    headers: request.headers,
  };
  try {
    const kept = parts.shared.find(asked);
    const invoke = () => {
      const event = gatewayEvent({ request, url, body, requestId, now: parts.now() });
      return parts.lambdas.invoke(name, event, {
        timeoutMs: parts.gatewayTimeoutMs ?? GATEWAY_TIMEOUT_MS,
        requestId,
      });
    };
    const answer = kept ?? gatewayAnswer(await parts.calls.run(invoke));
    if (!kept) parts.shared.keep(asked, answer);
    for (const [header, value] of Object.entries(answer.headers ?? {}))
      response.setHeader(header, String(value));
    if (answer.cookies) response.setHeader('set-cookie', answer.cookies);
    const { headers, body: sent } = sentResponse(answer, request.headers['accept-encoding']);
    response
      .writeHead(answer.statusCode ?? 200, headers)
      .end(request.method === 'HEAD' ? undefined : sent);
  } catch (fault) {
    if (fault === OVERLOADED || (fault as LambdaFault).kind === 'stopped')
      return refuse(response, 'UNAVAILABLE');
    parts.onFault(fault as LambdaFault, requestId);
    // API Gateway's own words for a function that threw or did not answer in time.
    if ((fault as LambdaFault).kind === 'timedOut')
      sendJson(response, 503, { message: 'Service Unavailable' });
    else sendJson(response, 500, { message: 'Internal Server Error' });
  }
}

/**
 * Uploaded pictures: shown, never run. The files with people's data and the pictures of messages are in the same store,
 * and only signed addresses lead to them.
 */
function sendMedia({ media }: FrontParts, { request, response, url }: Exchange): void {
  const key = decoded(url.pathname.slice('/media/'.length));
  const file = /^(attachments|exports|messages|uploads)\//.test(key) ? undefined : media.get(key);
  if (!file || !isRead(request)) {
    refuse(response, 'NOT_FOUND');
    return;
  }
  response
    .writeHead(200, {
      'content-type': file.type,
      'content-length': file.body.length,
      'cache-control': file.cacheControl ?? FOREVER,
      'content-security-policy': PICTURE_POLICY,
      'x-content-type-options': 'nosniff',
    })
    .end(request.method === 'HEAD' ? undefined : file.body);
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** The decoded path; one with an invalid encoding stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
