import { SECOND } from '#shared/time.ts';
import { settings } from '../settings.ts';

/* Requests to the product's own public address, through DNS, certificate, firewall and CloudFront: for the probe. */

const TIMEOUT = 10 * SECOND;

/** The response of the public address. `content` is empty if the body is not JSON. */
export type PublicResponse = {
  readonly status: number;
  readonly content: Readonly<Record<string, unknown>>;
};

type PublicRequest = { readonly body?: object; readonly token?: string };

/** Calls the product at its public address: GET, or POST with a body. Throws if there is no response within ten seconds. */
export async function callPublicAddress(
  path: string,
  { body, token }: PublicRequest = {},
): Promise<PublicResponse> {
  const response = await fetch(`${settings().origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      // functions/profiles/viewUserProfile.ts does not count views with this user agent.
      'user-agent': 'ReplyPaid-probe-bot/1',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const content = isJson ? await response.json() : await response.text().then(() => ({}));
  return { status: response.status, content: content as Record<string, unknown> };
}
