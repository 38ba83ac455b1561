import type { ServerResponse } from 'node:http';
import { REFUSALS, type RefusalCode } from '../../../shared/refusals.ts';

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

export function sendJson(response: ServerResponse, http: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(http, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}
