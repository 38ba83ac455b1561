import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finishOnboarding, type Onboarded } from './account.ts';
import { type AccountLink, linkOf } from './account-link.ts';
import { actOn, type BankAction, type TakenPayment, takenPayments } from './bank.ts';
import { nextBillingAt, runBilling } from './billing.ts';
import { Books, type Shelf } from './books.ts';
import { type Endpoint, Postman } from './deliveries.ts';
import { type Answer, type ApiKeys, type Asked, Desk } from './desk.ts';
import type { StoredEvent } from './events.ts';
import { Faults } from './faults.ts';
import { endHolds, nextHoldEnd } from './holds.ts';
import { IdempotencyKeys, keptMs, type RememberedAnswer } from './idempotency.ts';
import { newId } from './ids.ts';
import { finishAuthentication } from './payment-attempt.ts';
import { existingIntent } from './payment-intent.ts';
import { endRefunds, nextRefundEnd } from './refund.ts';
import { existingSetup, finishSetup } from './setup-intent.ts';
import type { World } from './world.ts';

const day = 24 * 60 * 60 * 1000;

export interface StripeOptions extends ApiKeys {
  /** The movable clock, in epoch milliseconds. */
  now: () => number;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Where the books are kept; without it they end with the process. */
  journalPath?: string;
  /** Where events go; may come later by `setWebhooks`, until then they wait. */
  webhooks?: Endpoint;
  /** How long a hold lasts, in milliseconds. 7 days by default, as with most cards. */
  holdMs?: number;
}

const collections = [
  'customers',
  'paymentMethods',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
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
/** Nouns of Stripe's that the stand-in does not have yet: there are none of them, rather than no such thing. */
const emptyCollections = ['payouts'];

/** The stand-in for Stripe while it runs. */
export interface LocalStripe {
  /** `http://127.0.0.1:<port>`: what STRIPE_API_BASE is to be. */
  url: string;
  /** Stops listening and sending. What was not sent yet is in the journal and goes out after the next start. */
  close(): Promise<void>;
  /** What is held of a noun (`paymentIntents`, `refunds` …), newest first; undefined for a word that is none. */
  read(collection: string): unknown[] | undefined;
  setWebhooks(endpoint: Endpoint): void;
  /** The next moment, in epoch milliseconds, at which something happens by itself: a hold lapses, a
   * subscription renews, a webhook is tried again. */
  nextDueAt(): number | undefined;
  /** Does all that is due at `now()`, and waits for it. */
  runDue(): Promise<void>;
  /** Tries every undelivered webhook once, due or not. Gives how many are undelivered then. */
  deliverPending(): Promise<number>;
  /** What the holder of a card says on their bank's page about a payment or a card to be kept, where there is no browser to say it in. */
  authenticate(intentId: string, outcome: 'authenticated' | 'failed'): void;
  /** What is behind a link to the page that sets up payouts; undefined for one that was never given. */
  accountLink(token: string): { link: AccountLink; over: boolean } | undefined;
  /** Submits the onboarding page with an outcome; `name` is the name that Stripe verifies. */
  onboard(token: string, outcome: Onboarded, name?: string): void;
  /** What was taken from cards, the newest first, with what may happen to it. */
  takenPayments(): TakenPayment[];
  /** What a bank or an operator does about one of them. Throws a Refusal where that cannot be. */
  actOnPayment(intentId: string, action: BankAction): void;
  faults: Faults;
}

/**
 * Starts the stand-in: Stripe's HTTP API, as the unmodified `stripe` package and Stripe.js speak it, for one account
 * with one pair of keys. What it does not know it refuses as Stripe refuses what does not exist; it never guesses.
 */
export async function startStripe(options: StripeOptions): Promise<LocalStripe> {
  const { now } = options;
  const books = new Books(options.journalPath, (shelf, value) => isOutdated(shelf, value, now()));
  const world: World = { books, now, holdMs: options.holdMs ?? 7 * day, source: null };
  const postman = new Postman(books, now);
  const faults = new Faults();
  const desk = new Desk(world, options, new IdempotencyKeys(books, now));

  const lapse = () =>
    books.change(() => {
      endHolds(world);
      endRefunds(world);
      runBilling(world);
    });
  const server = createServer((request, response) => {
    void serve(request, response, faults, async (asked, wait) => {
      lapse();
      const answer = await desk.answer(asked, wait);
      postman.wake();
      return answer;
    });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(options.port ?? 0, '127.0.0.1', ready);
  });
  const setWebhooks = (endpoint: Endpoint) => {
    postman.endpoint = endpoint;
    postman.wake();
  };
  if (options.webhooks) setWebhooks(options.webhooks);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await postman.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      books.close();
    },
    read(collection) {
      const known = collections.find((shelf) => shelf === collection);
      if (known)
        return books
          .all(known)
          .reverse()
          .filter((value) => !('deleted' in value && value.deleted));
      return emptyCollections.includes(collection) ? [] : undefined;
    },
    setWebhooks,
    nextDueAt() {
      const ends = [nextHoldEnd(world), nextRefundEnd(world), nextBillingAt(world)];
      const moments = [...ends, postman.nextAt()].filter((moment) => moment !== undefined);
      return moments.length > 0 ? Math.min(...moments) : undefined;
    },
    async runDue() {
      lapse();
      await postman.sendDue();
    },
    deliverPending: () => postman.sendAll(),
    authenticate(intentId, outcome) {
      lapse();
      books.change(() =>
        intentId.startsWith('seti_')
          ? finishSetup(world, existingSetup(world, intentId), outcome)
          : finishAuthentication(world, existingIntent(world, intentId), outcome),
      );
      postman.wake();
    },
    accountLink: (token) => linkOf(world, token),
    onboard(token, outcome, name) {
      books.change(() => {
        const { link, over } = linkOf(world, token) ?? {};
        if (!link || over) return;
        books.put('accountLinks', token, { ...link, used: true });
        finishOnboarding(world, link.account, outcome, name);
      });
      postman.wake();
    },
    takenPayments: () => takenPayments(world),
    actOnPayment(intentId, action) {
      books.change(() => actOn(world, intentId, action));
      postman.wake();
    },
    faults,
  };
}

/** Events are kept for 30 days, as at Stripe; answers for as long as their idempotency keys. */
function isOutdated(shelf: Shelf, value: unknown, now: number): boolean {
  if (shelf === 'answers') return (value as RememberedAnswer).at + keptMs <= now;
  if (shelf === 'events') return (value as StoredEvent).created * 1000 + 30 * day <= now;
  return false;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(`${JSON.stringify(body, null, 2)}\n`);
}

function failure(status: number, message: string, code?: string): Answer {
  const type = status === 429 ? 'invalid_request_error' : 'api_error';
  const headers = { 'content-type': 'application/json', 'request-id': newId.request() };
  return { status, headers, body: { error: { type, message, ...(code && { code }) } } };
}

const tooMany =
  'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';

/** One request and the fault it meets, if any. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  answer: (asked: Asked, wait: () => Promise<void>) => Promise<Answer>,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request;
  const fault = faults.meet(method, target.split('?')[0] ?? target);
  if (fault?.kind === 'refuse-connection') return void request.socket.destroy();
  try {
    const body = await bodyOf(request);
    if (fault?.kind === 'rate-limit') return send(response, failure(429, tooMany, 'rate_limit'));
    if (fault?.kind === 'status-500')
      return send(response, failure(500, 'An unknown error occurred'));
    const wait = async () => fault?.wait();
    const given = await answer({ method, target, headers, body }, wait);
    if (fault?.kind === 'lose-reply') request.socket.destroy();
    else send(response, given);
  } catch (thrown) {
    console.error('The stand-in for Stripe failed', thrown);
    if (!response.headersSent)
      send(response, failure(500, 'The stand-in for Stripe failed; its output says why.'));
  }
}
