import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** A request with the values that the front adds. */
export type Asked = {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly body: Buffer;
  readonly requestId: string;
  /** Epoch milliseconds by the movable clock. */
  readonly now: number;
};

/**
 * Converts a request to the event of API Gateway's HTTP API, payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function gatewayEvent({ request, url, body, requestId, now }: Asked) {
  const method = request.method ?? 'GET';
  const routeKey = `${method} ${url.pathname}`;
  const { cookie, ...headers } = joined(request);
  const query = queryOf(url);
  const isText = isTextual(headers['content-type']);
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: url.hostname,
      domainPrefix: url.hostname.split('.')[0] ?? '',
      http: {
        method,
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  } satisfies APIGatewayProxyEventV2;
}

/** Converts the result of a function as API Gateway does: a result without a status code is a JSON body. */
export function gatewayAnswer(result: unknown): APIGatewayProxyStructuredResultV2 {
  if (typeof result === 'object' && result !== null && 'statusCode' in result)
    return result as APIGatewayProxyStructuredResultV2;
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: typeof result === 'string' ? result : JSON.stringify(result ?? null),
  };
}

/** Header names in lower case, repeated ones joined by commas. */
const joined = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [
      name,
      values.join(name === 'cookie' ? '; ' : ','),
    ]),
  );

function queryOf(url: URL): Record<string, string> | undefined {
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams)
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`;
  return Object.keys(query).length > 0 ? query : undefined;
}

/** Whether a body is sent as text. All others are base64, also bodies of forms. */
function isTextual(contentType = ''): boolean {
  return /^\s*(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/i.test(contentType);
}

/** `21/Nov/2026:05:13:00 +0000` */
function commonLogTime(now: number): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(new Date(now).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
