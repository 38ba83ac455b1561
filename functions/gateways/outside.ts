import { SECOND } from '../../shared/time.ts';
import { settings } from '../settings.ts';

/* The product's own public address, through DNS, certificate, firewall and CloudFront: for the probe. */

const PATIENCE = 10 * SECOND;

/** What a call through the public address answers. `content` is empty where that is not JSON. */
export type OutsideAnswer = {
  readonly status: number;
  readonly content: Readonly<Record<string, unknown>>;
};

type OutsideCall = { readonly body?: object; readonly token?: string };

/** Calls the product from outside: GET, or POST with a body. Throws when nothing answers within ten seconds. */
export async function callOutside(
  path: string,
  { body, token }: OutsideCall = {},
): Promise<OutsideAnswer> {
  const response = await fetch(`${settings().origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      // Not counted as somebody's look at a profile (functions/profiles/viewUserProfile.ts).
      'user-agent': 'ReplyPaid-probe-bot/1',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const content = isJson ? await response.json() : await response.text().then(() => ({}));
  return { status: response.status, content: content as Record<string, unknown> };
}
