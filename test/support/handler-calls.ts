import type { CallResponse, Request } from '#lib/local/deeds/calls.ts';
import { call } from './call.ts';
import { operationHandler } from './operation-handlers.ts';

/** The number of the last address that a visitor called from. */
let visits = 0;

/** Returns an unused IP address, so that limits per address do not apply. */
export function unusedAddress(): string {
  visits += 1;
  return `198.18.${Math.floor(visits / 250)}.${visits % 250}`;
}

/** Calls the real handler of an operation in this process. `token`: absent or empty for a visitor. */
export async function sendToHandler(
  { operation, method, input, options }: Request,
  token: string | undefined,
): Promise<CallResponse> {
  const { key, headers, from: address, cookies, json, rawBody, timeout } = options;
  return call(await operationHandler(operation), input, {
    method,
    token,
    headers: { ...(key && { 'idempotency-key': key }), ...headers },
    address,
    cookies,
    json,
    rawBody,
    timeout,
  });
}
