import type { IncomingHttpHeaders } from 'node:http';
import { accountRoutes } from './account-routes.ts';
import { balanceRoutes } from './balance-routes.ts';
import { chargeRoutes } from './charge-routes.ts';
import type { Context } from './context.ts';
import { customerRoutes } from './customer-routes.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { earlyFraudWarningRoutes } from './early-fraud-warning-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { apiVersion } from './events.ts';
import { withExpanded } from './expansion.ts';
import { fileRoutes } from './file-routes.ts';
import type { FormFields } from './form-encoding.ts';
import { readForm } from './form-encoding.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import { newId } from './ids.ts';
import { invoicePaymentRoutes } from './invoice-payment-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { readMultipart } from './multipart.ts';
import { listOf, readParams, text } from './params.ts';
import { paymentIntentRoutes } from './payment-intent-routes.ts';
import { paymentMethodRoutes } from './payment-method-routes.ts';
import { priceRoutes } from './price-routes.ts';
import { refundRoutes } from './refund-routes.ts';
import { Refusal, type RefusalBody } from './refusal.ts';
import type { Caller, Route } from './route.ts';
import { setupIntentRoutes } from './setup-intent-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { walletRoutes } from './wallet-routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts';

/** Every route of the emulator. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...walletRoutes,
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...earlyFraudWarningRoutes,
  ...fileRoutes,
  ...setupIntentRoutes,
  ...priceRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...invoicePaymentRoutes,
  ...accountRoutes,
  ...transferRoutes,
  ...eventRoutes,
  ...balanceRoutes,
  ...webhookEndpointRoutes,
];

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

export interface ApiRequest {
  method: string;
  /** The path, including the query string. */
  target: string;
  headers: IncomingHttpHeaders;
  /** The body; a multipart body has one character for each byte. */
  body: string;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

interface Found {
  route: Route;
  id: string;
  inner: string;
}

const addresses = routes.map((route) => ({ route, wanted: route.path.split('/') }));

function find(method: string, path: string): Found | undefined {
  const given = path.split('/');
  for (const { route, wanted } of addresses) {
    if (route.method !== method || wanted.length !== given.length) continue;
    const places: Record<string, string> = {};
    const fits = wanted.every((part, index) => {
      const actual = given[index] ?? '';
      if (!part.startsWith(':')) return part === actual;
      places[part] = actual;
      // Stripe's search API is not emulated: its index is eventually consistent, so applications should not rely on it.
      return actual !== '' && actual !== 'search';
    });
    if (fits) return { route, id: places[':id'] ?? '', inner: places[':inner'] ?? '' };
  }
  return undefined;
}

const notAllowed = (message: string, code?: string) =>
  new Refusal(401, { type: 'invalid_request_error', message, ...(code && { code }) }, false);

/** The API key: the bearer token, or the user name of basic authentication. */
function keyIn(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic')
    return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

function callerOf(headers: IncomingHttpHeaders, keys: ApiKeys): Caller {
  const key = keyIn(headers.authorization);
  if (!key) {
    throw notAllowed(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  throw notAllowed(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
}

/**
 * Stripe's HTTP API: authenticates a request, finds its route, replays idempotent requests and performs new ones, each in one
 * transaction.
 */
export class Api {
  constructor(
    private readonly context: Context,
    private readonly keys: ApiKeys,
    private readonly idempotencyKeys: IdempotencyKeys,
  ) {}

  /** `wait` is called once the idempotency key is taken. A throw is a defect of the emulator. */
  async respond(asked: ApiRequest, wait: () => Promise<void>): Promise<ApiResponse> {
    const requestId = newId.request();
    const key = asked.method === 'POST' ? asked.headers['idempotency-key']?.toString() : undefined;
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...(key && { 'idempotency-key': key }),
    };
    try {
      const { found, fields, path, caller } = this.#read(asked);
      const known = key ? this.idempotencyKeys.take(key, path, fields) : undefined;
      if (known) {
        const again = {
          ...headers,
          'idempotent-replayed': 'true',
          'original-request': known.requestId,
        };
        return { status: known.status, headers: again, body: known.body };
      }
      try {
        await wait();
        const account = asked.headers['stripe-account']?.toString();
        const request = { id: requestId, key, path, account };
        const { status, body } = this.#perform(found, fields, caller, request);
        return { status, headers, body };
      } finally {
        if (key) this.idempotencyKeys.release(key);
      }
    } catch (thrown) {
      if (thrown instanceof Refusal)
        return { status: thrown.status, headers, body: { error: thrown.body } };
      throw thrown;
    }
  }

  #read({ method, target, headers, body }: ApiRequest): {
    found: Found;
    fields: FormFields;
    path: string;
    caller: Caller;
  } {
    const { pathname, search } = new URL(target, 'http://stripe.invalid');
    const caller = callerOf(headers, this.keys);
    const found = find(method, pathname);
    if (!found) {
      const message = `Unrecognized request URL (${method}: ${pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
      throw new Refusal(404, { type: 'invalid_request_error', message }, false);
    }
    if (caller === 'publishable' && !found.route.publishable) {
      throw notAllowed(
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
        'secret_key_required',
      );
    }
    const account = headers['stripe-account'];
    if (
      account &&
      !(found.route.connected && this.context.store.get('accounts', account.toString()))
    ) {
      const message = `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`;
      throw new Refusal(
        403,
        { type: 'invalid_request_error', code: 'account_invalid', message },
        false,
      );
    }
    const contentType = headers['content-type'] ?? '';
    const expected = found.route.multipart
      ? 'multipart/form-data'
      : 'application/x-www-form-urlencoded';
    if (body && !contentType.startsWith(expected)) {
      const message = `Invalid request (check that your POST content type is ${expected}). If you have questions, we can help at https://support.stripe.com/.`;
      throw new Refusal(400, { type: 'invalid_request_error', message }, false);
    }
    const fields =
      body && found.route.multipart
        ? readMultipart(body, contentType)
        : readForm(method === 'POST' ? body : search);
    return { found, fields, path: pathname, caller };
  }

  /** One transaction: the requested change, its events and the response that the idempotency key remembers. */
  #perform(
    { route, id, inner }: Found,
    { expand, ...fields }: FormFields,
    caller: Caller,
    request: {
      id: string;
      key: string | undefined;
      path: string;
      account: string | undefined;
    },
  ): { status: number; body: unknown } {
    const { store } = this.context;
    const source =
      route.method === 'GET' ? null : { id: request.id, idempotency_key: request.key ?? null };
    const { account } = request;
    const context: Context = { ...this.context, now: () => this.context.now(), source, account };
    return store.transaction(() => {
      const answer = answerOrRefusal(() => {
        const params = readParams(route.params, fields);
        const paths = expand === undefined ? [] : listOf(text)(expand, 'expand');
        return withExpanded(context, route.answer(context, params, id, caller, inner), paths);
      });
      if (request.key) {
        const all = expand === undefined ? fields : { ...fields, expand };
        this.idempotencyKeys.remember(
          { key: request.key, path: request.path, requestId: request.id, ...answer },
          all,
        );
      }
      return answer;
    });
  }
}

/**
 * Returns the response of `work`, also if that is an error. Rethrows a Refusal that is not stored under its idempotency key,
 * which rolls the transaction back.
 */
function answerOrRefusal(work: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: work() };
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || !thrown.remembered) throw thrown;
    const body: { error: RefusalBody } = { error: thrown.body };
    return { status: thrown.status, body };
  }
}
