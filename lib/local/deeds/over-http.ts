import { operations } from '#shared/api/index.ts';
import { encodeForm } from '#shared/wire.ts';
import type { CallResponse, Send } from './calls.ts';

/* Calls of operations over HTTP, as the web app makes them. */

/** How calls reach a running product. */
export type Connection = {
  /** Returns the access token of the session; absent or undefined: none. */
  readonly tokenOf?: () => string | undefined | Promise<string>;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What sends a request; absent: `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
};

/** Returns what sends calls to a running product. */
export const sendOver =
  (origin: string, connection: Connection = {}): Send =>
  async ({ operation, method, input, options }) => {
    const { key, as, headers, json } = options;
    const path: string = operations[operation].path;
    const token = as?.token ?? (await connection.tokenOf?.());
    const get = method === 'GET';
    const send = connection.fetch ?? fetch;
    const response = await send(`${origin}${path}${get ? `?${encodeForm(input)}` : ''}`, {
      method,
      headers: {
        ...(!get && { 'content-type': json ? JSON_TYPE : 'application/x-www-form-urlencoded' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...connection.headers,
        ...headers,
      },
      ...(!get && { body: json ? JSON.stringify(input) : encodeForm(input) }),
    });
    return responseOf(response);
  };

const JSON_TYPE = 'application/json';

const responseOf = async (response: Response): Promise<CallResponse> => ({
  http: response.status,
  body: await response.json(),
  headers: Object.fromEntries(response.headers),
  cookies: response.headers.getSetCookie(),
});
