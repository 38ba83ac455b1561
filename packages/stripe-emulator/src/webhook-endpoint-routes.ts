import { isIPv4, isIPv6 } from 'node:net';
import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { apiVersion } from './events.ts';
import { newId } from './ids.ts';
import { page, paging } from './pagination.ts';
import {
  clearableText,
  flag,
  listOf,
  metadata,
  oneOf,
  type Params,
  type Reader,
  required,
  text,
  withMetadata,
} from './params.ts';
import { refusedParameter, refusedRequest } from './refusal.ts';
import { existing, retrieveRoute } from './resource.ts';
import { route } from './route.ts';

/*
 * Webhook endpoints are validated and stored as at Stripe, but no events are sent to them, because their public URLs may not
 * lead to this machine. Events are sent to the URL of the option `webhooks`.
 */

/** Stripe's limit for an account, in each mode. */
const MAX_ENDPOINTS = 16;

/** An event type such as `payment_intent.succeeded`, or `*` for all. Only its form is checked. */
const eventType: Reader<string> = (value, name) => {
  const read = text(value, name);
  if (read === '*' || /^[a-z_]+(\.[a-z_]+)+$/.test(read)) return read;
  throw refusedParameter(`Invalid ${name}: must be one of Stripe's own event types`, name);
};

/** A public HTTPS URL. */
const publicAddress: Reader<string> = (value, name) => {
  const read = text(value, name);
  if (!URL.canParse(read) || !/^https?:/.test(read))
    throw refusedParameter(
      'Invalid URL: An explicit scheme (such as https) must be provided.',
      name,
    );
  const { hostname } = new URL(read);
  const isPrivate =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIPv6(hostname.slice(1, -1)) ||
    (isIPv4(hostname) && /^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname));
  if (!isPrivate) return read;
  const message = `Invalid URL: URL must be publicly accessible. Consider using a tool like ngrok or the Stripe CLI to test locally: ${read}`;
  throw refusedParameter(message, name, 'url_invalid');
};

/** The parameters that can change later; the API version and `connect` cannot. */
const updateParams = {
  url: publicAddress,
  enabled_events: listOf(eventType),
  description: clearableText,
  metadata,
};
const createParams = { ...updateParams, api_version: oneOf(apiVersion), connect: flag };

function create(context: Context, params: Params<typeof createParams>): Stripe.WebhookEndpoint {
  if (context.store.all('webhookEndpoints').length >= MAX_ENDPOINTS)
    throw refusedRequest(
      `You have reached the maximum of ${MAX_ENDPOINTS} test webhook endpoints.`,
    );
  const id = newId.webhookEndpoint();
  const made = context.store.put('webhookEndpoints', id, {
    id,
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: seconds(context),
    description: params.description ?? null,
    enabled_events: required(params.enabled_events, 'enabled_events'),
    livemode: false,
    metadata: withMetadata(null, params.metadata),
    status: 'enabled',
    url: required(params.url, 'url'),
  });
  // Only this response contains the secret.
  return { ...made, secret: newId.webhookSecret() };
}

export const webhookEndpointRoutes = [
  route({ method: 'POST', path: '/v1/webhook_endpoints' }, createParams, create),
  route({ method: 'GET', path: '/v1/webhook_endpoints' }, paging, (context, params) =>
    page(
      context.store.all('webhookEndpoints'),
      params,
      '/v1/webhook_endpoints',
      'webhook endpoint',
    ),
  ),
  retrieveRoute('/v1/webhook_endpoints/:id', 'webhookEndpoints'),
  route(
    { method: 'POST', path: '/v1/webhook_endpoints/:id' },
    { ...updateParams, disabled: flag },
    (context, params, id) => {
      const before = existing(context, 'webhookEndpoints', id);
      return context.store.put('webhookEndpoints', id, {
        ...before,
        url: params.url ?? before.url,
        enabled_events: params.enabled_events ?? before.enabled_events,
        description: params.description === undefined ? before.description : params.description,
        metadata: withMetadata(before.metadata, params.metadata),
        status:
          params.disabled === undefined ? before.status : params.disabled ? 'disabled' : 'enabled',
      });
    },
  ),
  route({ method: 'DELETE', path: '/v1/webhook_endpoints/:id' }, {}, (context, _params, id) => {
    existing(context, 'webhookEndpoints', id);
    context.store.remove('webhookEndpoints', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];
