import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { AwsRequest } from './asked.ts';

/*
 * Looks on at everything that the AWS SDK sends from this process: Node's own `request` is where all of its clients
 * end. Only plain HTTP is looked at, which is what stand-ins on this machine speak.
 */

type Send = typeof http.request & { real?: typeof http.request };
type OnAnswer = (answer: http.IncomingMessage) => void;

/** Shows each request to `judge` before it is sent. What it answers is said to the caller in place of AWS: why not. */
export function watchAws(judge: (request: AwsRequest) => string | undefined): void {
  const before = http.request as Send;
  // The module is shared by all test files of a process; each looks on by itself.
  const real = before.real ?? before;
  const watching = (...given: Parameters<typeof http.request>) => {
    const sent = (real as (...all: unknown[]) => http.ClientRequest)(...given);
    const [options, onAnswer] = given as unknown as [http.RequestOptions, OnAnswer];
    const signed = signedOf(options);
    return signed ? withJudge(sent, (body) => judge({ ...signed, body }), onAnswer) : sent;
  };
  http.request = Object.assign(watching, { real }) as typeof http.request;
  syncBuiltinESMExports();
}

/** Of a request that is signed for AWS: all but its body. */
function signedOf(options: http.RequestOptions): Omit<AwsRequest, 'body'> | undefined {
  const headers = options.headers as Readonly<Record<string, string>> | undefined;
  const service = /\/(\w+)\/aws4_request/.exec(headers?.authorization ?? '')?.[1];
  if (!service) return undefined;
  const target = headers?.['x-amz-target'] ?? '';
  return { service, target, method: options.method ?? 'GET', path: options.path ?? '/' };
}

function withJudge(
  sent: http.ClientRequest,
  judge: (body: string) => string | undefined,
  onAnswer: OnAnswer,
): http.ClientRequest {
  const end = sent.end as (...given: unknown[]) => http.ClientRequest;
  const judged = (...given: unknown[]) => {
    const [body] = given;
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const refusal = judge(isText ? Buffer.from(body as Uint8Array).toString('utf8') : '');
    if (refusal === undefined) return end.apply(sent, given);
    setImmediate(() => {
      onAnswer(accessDenied(refusal));
      sent.destroy();
    });
    return sent;
  };
  sent.end = judged as typeof sent.end;
  return sent;
}

/** As every service says it: the SDK reads the name from the header, whichever form the body would have had. */
function accessDenied(why: string): http.IncomingMessage {
  const body = JSON.stringify({ __type: 'AccessDeniedException', message: why });
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDenied' };
  return Object.assign(Readable.from([Buffer.from(body)]), {
    statusCode: 403,
    statusMessage: 'Forbidden',
    headers,
  }) as unknown as http.IncomingMessage;
}
