import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda';
import type { OperationSpec } from '#shared/api/operation.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { Refusal } from '#shared/refusals.ts';
import { isOwnOrigin } from '#shared/rules/auth/return-origin.ts';
import { SECOND } from '#shared/time.ts';
import { settings } from '../settings.ts';
import { REFRESH_TOKEN_TIME } from './tokens.ts';

/*
 * The refresh cookie: the web app's refresh token is in an HttpOnly cookie, which no script can read. The web app asks for
 * it with a header. Other clients do not send the header: they get the refresh token in the body and send it as the bearer.
 *
 * Protection against CSRF: the cookie is SameSite=Strict, so requests from other sites come without it. A form cannot send
 * the header, and a script of another origin can only after a CORS preflight, which we never answer. The Origin header,
 * which browsers set, must be ours; this also refuses pages on our subdomains, which count as the same site. All other
 * operations ignore cookies and take the access token as a bearer.
 */

/** The path of the only operation that reads the cookie; browsers do not send it to any other. */
const PATH = '/refreshToken';

/** Whether a call uses the refresh cookie. Refuses with FORBIDDEN a call that asks for it from another origin. */
export function usesRefreshCookie({ refreshCookie }: OperationSpec, { headers }: Event): boolean {
  if (!refreshCookie || headers[REFRESH_COOKIE_HEADER] !== 'cookie') return false;
  if (!isOwnOrigin(settings().origin, headers.origin)) throw new Refusal('FORBIDDEN');
  return true;
}

/** The refresh token in the cookie of a call. */
export function refreshTokenIn({ cookies }: Event): string | undefined {
  const start = `${nameAndAttributes().name}=`;
  return cookies?.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}

/** Moves the refresh token of an output into a cookie. An output without a refresh token clears the cookie. */
export function movedToCookie({ refresh_token: token, ...output }: Record<string, unknown>) {
  const { name, attributes } = nameAndAttributes();
  const maxAge = token === undefined ? 0 : REFRESH_TOKEN_TIME / SECOND;
  return { output, cookies: [`${name}=${token ?? ''}; Max-Age=${maxAge}; ${attributes}`] };
}

/**
 * The name and attributes of the cookie. Without Secure on a developer's machine, which uses HTTP. The prefix `__Host-`
 * requires the path `/`, so a page on a subdomain could set a second cookie with another session; the web app therefore
 * accepts only a session of the person who signed in (web/src/api/client.ts).
 */
function nameAndAttributes() {
  const attributes = `Path=${PATH}; HttpOnly; SameSite=Strict`;
  return settings().origin.startsWith('https:')
    ? { name: '__Secure-refresh', attributes: `${attributes}; Secure` }
    : { name: 'refresh', attributes };
}
