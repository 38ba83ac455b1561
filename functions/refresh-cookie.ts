import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda';
import type { OperationSpec } from '../shared/api/operation.ts';
import { REFRESH_COOKIE_HEADER } from '../shared/refresh-cookie.ts';
import { Refusal } from '../shared/refusals.ts';
import { isOwnOrigin } from '../shared/rules/return-address.ts';
import { SECOND } from '../shared/time.ts';
import { settings } from './settings.ts';
import { REFRESH_TOKEN_TIME } from './tokens.ts';

/*
 * The refresh token of the web app: in a cookie that no script can read, and not in the body. The web app asks for it
 * by a header. Every other program sends none, and has its refresh token in the body and as the bearer.
 *
 * Another site gets nothing by the cookie (CSRF): it is SameSite=Strict, so a request that another site causes comes without
 * it. The header cannot be sent by a form, and by a script of another origin only after a preflight, which nothing here
 * answers. And the page has to be ours by Origin, which browsers set themselves: that also keeps out pages on other names
 * below our domain, which count as the same site. All other operations take the access token as a bearer and no cookie.
 */

/** The one operation that reads the cookie; browsers send it nowhere else. */
const PATH = '/refreshToken';

/** Whether this call takes and leaves its refresh token in a cookie. Refuses FORBIDDEN when a page of another origin asks for it. */
export function usesRefreshCookie({ refreshCookie }: OperationSpec, { headers }: Event): boolean {
  if (!refreshCookie || headers[REFRESH_COOKIE_HEADER] !== 'cookie') return false;
  if (!isOwnOrigin(settings().origin, headers.origin)) throw new Refusal('FORBIDDEN');
  return true;
}

/** The refresh token that came in the cookie. */
export function refreshTokenIn({ cookies }: Event): string | undefined {
  const start = `${nameAndAttributes().name}=`;
  return cookies?.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}

/** An output without its refresh token, and the cookie that holds it; one without a refresh token clears the cookie. */
export function movedToCookie({ refresh_token: token, ...output }: Record<string, unknown>) {
  const { name, attributes } = nameAndAttributes();
  const maxAge = token === undefined ? 0 : REFRESH_TOKEN_TIME / SECOND;
  return { output, cookies: [`${name}=${token ?? ''}; Max-Age=${maxAge}; ${attributes}`] };
}

/**
 * Only one machine speaks HTTP, where some browsers take no Secure cookie. Limited to its path, the cookie cannot be called
 * `__Host-`: so a name below our domain could set another one beside it, with a session of its own; the web app
 * takes none but that of the person it knows (web/src/api/client.ts).
 */
function nameAndAttributes() {
  const attributes = `Path=${PATH}; HttpOnly; SameSite=Strict`;
  return settings().origin.startsWith('https:')
    ? { name: '__Secure-refresh', attributes: `${attributes}; Secure` }
    : { name: 'refresh', attributes };
}
