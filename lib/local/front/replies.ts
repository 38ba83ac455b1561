import type { ServerResponse } from 'node:http';
import { REFUSALS, type RefusalCode, UNAVAILABLE_SECONDS } from '#shared/refusals.ts';

/** Sends the response of an operation that succeeded. */
export function succeed(response: ServerResponse, body: object): void {
  sendJson(response, 200, { status: 'SUCCESS', ...body });
}

/** Sends a refusal in the form of the API; `http` overrides the status of the code. */
export function refuse(
  response: ServerResponse,
  code: RefusalCode,
  { message, http, ...more }: { message?: string; http?: number } & Record<string, unknown> = {},
): void {
  const { http: usual, sentence } = REFUSALS[code];
  sendJson(response, http ?? usual, { status: code, message: message ?? sentence, ...more });
}

/** Sends JSON. A client may repeat a call that got a 503, a write with its Idempotency-Key. */
export function sendJson(response: ServerResponse, http: number, body: object): void {
  const text = JSON.stringify(body);
  if (http === 503) response.setHeader('retry-after', UNAVAILABLE_SECONDS);
  response
    .writeHead(http, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}
