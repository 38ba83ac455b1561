import type { IncomingMessage } from 'node:http';
import { browserHandler, type StripeEmulator } from '@replypaid/stripe-emulator';
import plans from 'libphonenumber-js/min/metadata';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { phoneNumberOf } from '#shared/rules/auth/phone-numbers.ts';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Directory } from '../directory.ts';
import { isAnswering } from '../engine.ts';
import type { SupervisedEngine } from '../engine-supervisor.ts';
import type { LedgerLine } from '../ledger.ts';
import type { LiveServer } from '../live/live-server.ts';
import type { Mailbox } from '../mailbox.ts';
import type { Phone } from '../phone.ts';
import type { PushService } from '../push/service.ts';
import type { Schedules } from '../schedules.ts';
import { SITES_PATH, type Sites } from '../sites.ts';
import type { TimeMachine } from '../time-machine.ts';
import { actOnPayment, listPayments } from './bank-actions.ts';
import type { Exchange } from './exchange.ts';
import { listEmails, reportEmail, showEmail } from './mailbox-pages.ts';
import { namesOf } from './names.ts';
import { setPageHeaders } from './page-headers.ts';
import { atReadersAddress } from './reader-address.ts';
import { refuse, sendJson, succeed } from './replies.ts';
import { readBody } from './request-body.ts';
import { fieldsOf } from './request-fields.ts';
import { sendPageFile } from './waiting-page.ts';

/* The control plane below /_local: its API, pages for people, and the Stripe emulator. */

type ControlParts = {
  /** The folder for all data. */
  readonly folder: string;
  /** The address at which the product is called. */
  readonly url: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  readonly schedules: Schedules;
  readonly phone: Phone;
  readonly mailbox: Mailbox;
  /** Delivers an event of SES to the function that receives them. */
  readonly emailFeedback: (detail: object) => Promise<unknown>;
  readonly push: PushService;
  readonly directory: Directory;
  readonly sites: Sites;
  readonly bus: Bus;
  readonly drain: () => Promise<void>;
  readonly live: LiveServer;
  readonly ledger: () => Promise<LedgerLine[]>;
  /** Absent if the real Stripe is used. */
  readonly stripe: StripeEmulator | undefined;
  readonly engine: SupervisedEngine;
  /** Whether the start is complete. */
  readonly isStarted: () => boolean;
  /** Starts over with new data; absent where nothing can restart the process. */
  readonly startOver: (() => void) | undefined;
};

type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly answer: (parts: ControlParts, exchange: Exchange, param: string) => unknown;
};

/** The faults of Stripe that end by themselves. */
const INJECTED = ['lose-reply', 'refuse-connection', 'status-500', 'rate-limit'] as const;
const LONGEST_ADVANCE = 400 * 24 * 60 * 60;

/**
 * An answer whose module is loaded with the first call: the storage below it reads the address of the table when it is
 * loaded, and that is known only then.
 */
const loaded =
  <Name extends string>(
    load: () => Promise<Readonly<Record<Name, Route['answer']>>>,
    name: Name,
  ): Route['answer'] =>
  async (...call) =>
    (await load())[name](...call);
const around = () => import('./around.ts');
const signIn = () => import('./sign-in.ts');

const routes: readonly Route[] = [
  { method: 'POST', path: /^sign-in$/, answer: loaded(signIn, 'signInAs') },
  { method: 'POST', path: /^sign-out$/, answer: loaded(signIn, 'signOutHere') },
  { method: 'GET', path: /^people$/, answer: loaded(around, 'listPeople') },
  { method: 'GET', path: /^stories$/, answer: loaded(around, 'listStories') },
  { method: 'POST', path: /^stories\/(\w+)$/, answer: loaded(around, 'letItHappen') },
  { method: 'GET', path: /^busy-day$/, answer: loaded(around, 'showBusyDay') },
  { method: 'POST', path: /^busy-day$/, answer: loaded(around, 'haveBusyDay') },
  { method: 'GET', path: /^money$/, answer: loaded(around, 'showMoney') },
  { method: 'POST', path: /^start-over$/, answer: loaded(around, 'startOver') },
  { method: 'GET', path: /^sms$/, answer: sms },
  { method: 'GET', path: /^mail$/, answer: listEmails },
  { method: 'GET', path: /^mail\/([\w-]+)$/, answer: showEmail },
  { method: 'POST', path: /^mail\/([\w-]+\/(?:bounce|complaint))$/, answer: reportEmail },
  { method: 'GET', path: /^push$/, answer: notifications },
  { method: 'GET', path: /^clock$/, answer: readClock },
  { method: 'POST', path: /^clock$/, answer: advance },
  { method: 'GET', path: /^schedules$/, answer: listSchedules },
  { method: 'POST', path: /^schedules\/([^/]+)\/run$/, answer: runSchedule },
  { method: 'GET', path: /^stripe\/([^/]+)$/, answer: stripeCollection },
  { method: 'POST', path: /^stripe\/faults$/, answer: injectStripeFault },
  { method: 'GET', path: /^payments$/, answer: listPayments },
  { method: 'POST', path: /^payments\/([^/]+\/[^/]+)$/, answer: actOnPayment },
  { method: 'GET', path: /^ledger$/, answer: ledger },
  { method: 'POST', path: /^live\/cut$/, answer: cutLive },
  { method: 'GET', path: /^events$/, answer: events },
  { method: 'POST', path: /^events\/redrive$/, answer: redrive },
  { method: 'GET', path: /^health$/, answer: health },
];

/** Serves everything below /_local. A page of another site can neither read nor change anything here. */
export function controlPlane(parts: ControlParts): (exchange: Exchange) => Promise<void> {
  const { stripe } = parts;
  const stripePages = stripe && browserHandler(stripe, { platformName: PRODUCT_NAME });
  return async (exchange) => {
    const { request, response, url } = exchange;
    const path = url.pathname.replace(/^\/_local\/?/, '');
    if (!isFromThisMachine(request)) {
      refuse(response, 'FORBIDDEN', { message: 'Only pages of this machine may ask here.' });
      return;
    }
    if (await stripePages?.(path, request, response)) return;
    if (url.pathname.startsWith(`${SITES_PATH}/`)) sendSitePage(parts, exchange);
    else if (path.startsWith('push-service/')) await answerPushService(parts, exchange, path);
    else if (request.method === 'GET' && /^([\w-]+\.(css|js|woff2)|desk|)$/.test(path))
      sendPage(path, exchange);
    else await answerCall(parts, exchange, path);
  };
}

async function answerCall(parts: ControlParts, exchange: Exchange, path: string): Promise<void> {
  for (const { method, path: pattern, answer } of routes) {
    const param = pattern.exec(path);
    if (!param || method !== exchange.request.method) continue;
    await answer(parts, exchange, param[1] ?? '');
    return;
  }
  refuse(exchange.response, 'NOT_FOUND');
}

function sendPage(path: string, { request, response }: Exchange): void {
  setPageHeaders(response, { realStripe: false });
  const name = path === 'desk' ? 'desk.html' : path || 'index.html';
  sendPageFile(name, request, response, () => refuse(response, 'NOT_FOUND'));
}

/** Sends a page of a site of this machine, as text: it is only read by the function that looks for links in it. */
function sendSitePage({ sites }: ControlParts, { response, url }: Exchange): void {
  const html = sites.page(decodeURI(url.pathname.slice(SITES_PATH.length + 1)));
  response
    .writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': 'sandbox',
      'cache-control': 'no-store',
    })
    .end(html);
}

/** Whether Host is an address of this machine (a foreign name could resolve to it) and Origin is not another site. */
function isFromThisMachine({ headers, method }: IncomingMessage): boolean {
  const host = headers.host ?? '';
  const name = host.replace(/:\d+$/, '');
  const isAddress = /^(localhost|[\w-]+\.localhost|[\d.]+|\[[\da-f:]+\])$/i.test(name);
  if (!isAddress && name !== process.env.HOST) return false;
  if (method === 'GET' || method === 'HEAD') return true;
  return headers.origin === undefined || headers.origin === `http://${host}`;
}

async function sms({ phone, directory }: ControlParts, exchange: Exchange): Promise<void> {
  const { response, url } = exchange;
  const asked = url.searchParams.get('phoneNumber')?.trim();
  const number = asked && phoneNumberOf(asked, 'US', plans);
  if (asked && !number) {
    refuseField(exchange, 'phoneNumber', 'Please enter a valid phone number');
    return;
  }
  const texts = phone.texts(number);
  const people = await directory.whose(texts.map(({ to }) => to));
  const data = texts.map((text) => ({
    ...text,
    body: atReadersAddress(exchange, text.body),
    person: people.get(text.to),
  }));
  succeed(response, { data });
}

async function notifications(parts: ControlParts, { response, url }: Exchange): Promise<void> {
  const arrivals = parts.push.arrivals(url.searchParams.get('userId')?.trim());
  const people = await parts.directory.whose(arrivals.map(({ userId }) => userId));
  const data = arrivals.map((one) => {
    const person = people.get(one.userId ?? '');
    return { ...one, to: person?.fullName, person };
  });
  succeed(response, { data });
}

/** Serves the push service: subscriptions of browsers, and messages from the functions. */
async function answerPushService({ push }: ControlParts, exchange: Exchange, path: string) {
  const { request, response } = exchange;
  const body = await readBody(request, 64 * 1024);
  const answer = await push.answer(request, path.slice('push-service'.length), body);
  if (answer.subscription) sendJson(response, answer.status, answer.subscription);
  else response.writeHead(answer.status).end();
}

function readClock({ clock }: ControlParts, { response }: Exchange): void {
  const now = new Date(clock.now()).toISOString();
  succeed(response, { now, offsetSeconds: clock.offsetMs / 1000 });
}

async function advance({ clock, time }: ControlParts, exchange: Exchange): Promise<void> {
  const { advanceSeconds } = await fieldsOf(exchange.request);
  const seconds = parseSeconds(advanceSeconds);
  if (!(seconds >= 0 && seconds <= LONGEST_ADVANCE)) {
    refuseField(exchange, 'advanceSeconds', `Please give seconds from 0 to ${LONGEST_ADVANCE}`);
    return;
  }
  await time.advance(seconds * 1_000);
  succeed(exchange.response, { now: new Date(clock.now()).toISOString() });
}

/** The number in a JSON value or a form's text; NaN for anything else. */
function parseSeconds(given: unknown): number {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
}

function listSchedules({ schedules }: ControlParts, { response }: Exchange): void {
  succeed(response, { data: schedules.states() });
}

async function runSchedule(parts: ControlParts, { response }: Exchange, name: string) {
  const { schedules, time, drain } = parts;
  if (!schedules.isKnown(name)) {
    refuse(response, 'NOT_FOUND', { message: 'There’s no schedule of this name.' });
    return;
  }
  const result = await time.withClockStopped(() => schedules.run(name));
  await drain();
  succeed(response, { result: result ?? null });
}

function stripeCollection(
  { stripe }: ControlParts,
  { response }: Exchange,
  collection: string,
): void {
  if (!stripe) {
    refuse(response, 'NOT_FOUND', { message: 'The real Stripe is in use; look in its dashboard.' });
    return;
  }
  const data = stripe.read(collection);
  if (data) succeed(response, { data });
  else refuse(response, 'NOT_FOUND', { message: 'Stripe has no such collection.' });
}

/** Lets the next request to Stripe fail, in one of the ways of the emulator's faults. */
async function injectStripeFault({ stripe }: ControlParts, exchange: Exchange): Promise<void> {
  const fields = await fieldsOf(exchange.request);
  const kind = INJECTED.find((known) => known === fields.kind);
  if (!kind) return refuseField(exchange, 'kind', `Please give one of ${INJECTED.join(', ')}`);
  stripe?.faults.next({ kind });
  succeed(exchange.response, {});
}

/** Cuts every WebSocket, as a network fault would. */
function cutLive({ live }: ControlParts, { response }: Exchange): void {
  succeed(response, { connections: live.cut() });
}

async function ledger({ ledger }: ControlParts, { response }: Exchange): Promise<void> {
  const lines = await ledger();
  const names = await namesOf(lines.map(({ account }) => userOf(account)));
  const data = lines.map((line) => ({ ...line, name: names.get(userOf(line.account) ?? '') }));
  succeed(response, { data });
}

/** The user id of a person's ledger account; undefined for other accounts. */
const userOf = (account: string) => /^user:(.+)$/.exec(account)?.[1];

async function events({ bus }: ControlParts, { response }: Exchange): Promise<void> {
  succeed(response, { data: bus.log, undelivered: bus.undelivered });
}

async function redrive({ bus, drain }: ControlParts, { response }: Exchange): Promise<void> {
  const delivered = await bus.redrive();
  await drain();
  succeed(response, { delivered, undelivered: bus.undelivered.length });
}

/** Tells whether the product can serve calls: 200 or, during its start and without an answer of its database engine, 503. */
async function health({ engine, isStarted }: ControlParts, { response }: Exchange): Promise<void> {
  const isUp = await isAnswering(engine.url);
  const body = {
    ready: isUp && isStarted(),
    engine: isUp ? 'running' : 'down',
    engineRestarts: engine.restarts(),
  };
  if (body.ready) succeed(response, body);
  else refuse(response, 'UNAVAILABLE', body);
}

function refuseField({ response }: Exchange, name: string, sentence: string): void {
  refuse(response, 'INVALID_INPUT', { message: sentence, fields: { [name]: sentence } });
}
