import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { CallResponse } from '#lib/local/deeds/calls.ts';
import { encodeForm } from '#shared/wire.ts';

/** The response of a handler. */
export type Answer = CallResponse;

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

export type CallOptions = {
  readonly method?: 'GET' | 'POST';
  readonly token?: string | undefined;
  readonly json?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly address?: string | undefined;
  /** The raw request body, which replaces the input. */
  readonly rawBody?: string | undefined;
  /** Milliseconds after which Lambda stops the function. */
  readonly timeout?: number | undefined;
};

/** Calls a real handler with the event that API Gateway would create for this request. */
export async function call(
  handler: unknown,
  input: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<Answer> {
  const method = options.method ?? 'POST';
  const event = {
    version: '2.0',
    rawPath: '/',
    rawQueryString: method === 'GET' ? encodeForm(input) : '',
    headers: {
      'content-type': options.json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(options.cookies && { cookies: options.cookies }),
    requestContext: { http: { method, path: '/', sourceIp: options.address ?? '192.0.2.1' } },
    body:
      method === 'GET'
        ? undefined
        : (options.rawBody ?? (options.json ? JSON.stringify(input) : encodeForm(input))),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const result = (await (handler as Handler)(event, lambdaContext(options.timeout))) as {
    statusCode: number;
    body: string;
    headers: Record<string, string>;
    cookies?: string[];
    isBase64Encoded?: boolean;
  };
  const body = result.isBase64Encoded
    ? gunzipSync(Buffer.from(result.body, 'base64')).toString('utf8')
    : result.body;
  const { statusCode: http, headers, cookies = [] } = result;
  return { http, body: JSON.parse(body), headers, cookies };
}

/** The context that Lambda gives each invocation. */
export function lambdaContext(timeout?: number): Context {
  const began = performance.now();
  return {
    awsRequestId: randomUUID(),
    functionName: 'test',
    getRemainingTimeInMillis: () =>
      timeout === undefined ? 30_000 : timeout - (performance.now() - began),
  } as unknown as Context;
}
